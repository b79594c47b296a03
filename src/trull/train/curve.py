"""A learning curve as a picture."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, LEFT, BELOW = 640, 320, 56, 36


def drawn(points: Sequence[dict[str, float]], key: str = "over_last") -> str:
    """An SVG of points a seat and deal over time."""
    found = [(point["seconds"], point[key]) for point in points]
    last = max((at for at, _ in found), default=1.0) or 1.0
    low, high = min((0.0, *(y for _, y in found))), max((1.0, *(y for _, y in found)))

    def x(at: float) -> float:
        return LEFT + (WIDTH - LEFT - 12) * at / last

    def y(value: float) -> float:
        return 12 + (HEIGHT - BELOW - 12) * (high - value) / (high - low)

    line = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in found)
    text = 'font-family="sans-serif" font-size="12"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            f'<line x1="{LEFT}" y1="{y(0):.1f}" x2="{WIDTH - 12}" y2="{y(0):.1f}" stroke="#999"/>',
            f'<polyline points="{line}" fill="none" stroke="#5b2a6e" stroke-width="2"/>',
            f'<text x="4" y="{y(high) + 10:.1f}" {text}>{high:.1f}</text>',
            f'<text x="4" y="{y(0) + 4:.1f}" {text}>0</text>',
            f'<text x="{LEFT}" y="{HEIGHT - 10}" {text}>0 s</text>',
            f'<text x="{WIDTH - 70}" y="{HEIGHT - 10}" {text}>{last:.0f} s</text>',
            f'<text x="{LEFT + 60}" y="{HEIGHT - 10}" {text}>points a seat and deal: {key}</text>',
            "</svg>",
            "",
        )
    )
