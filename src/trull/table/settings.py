"""Settings of a table server."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A rate limit: burst size and refill per second."""

    burst: float
    each_second: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Rate limits per address and per socket."""

    requests: Rate = Rate(burst=120, each_second=20)
    sockets: Rate = Rate(burst=60, each_second=2)
    rooms: Rate = Rate(burst=10, each_second=0.1)
    records: Rate = Rate(burst=20, each_second=0.5)  # slow requests: replays, downloads
    writings: Rate = Rate(burst=40, each_second=1)  # of evenings on the score pad
    shared_bytes: Rate = Rate(burst=2_000_000, each_second=200)  # of new evenings and records
    messages: Rate = Rate(burst=60, each_second=15)  # of one member, over all its sockets
    guests: Rate = Rate(burst=30, each_second=5)  # commands of all who do not sit, in one room
    hints: Rate = Rate(burst=5, each_second=0.3)  # of one player
    weighings: Rate = Rate(burst=20, each_second=1.0)  # of one player
    reckoning: Rate = Rate(burst=20, each_second=0.5)  # CPU seconds of slow requests of a client
    sockets_of_a_room: int = 200  # seated members come in beyond it
    strangers_of_a_room: int = 120  # of these, for visitors who are no members
    strangers_of_an_address: int = 40  # of these, in one room; and of members who only watch
    joins_of_an_address: int = 16  # members of one room who only watch
    sockets_of_a_member: int = 8  # in one room; a ninth closes the oldest
    sockets_of_an_address: int = 500  # open at the same time; a whole club may share one
    silent_of_an_address: int = 64  # connections on which no request was made yet
    lines_of_an_address: int = 1_000  # connections of any kind, also those that only read


DAY = 24 * 3600 * 1000
"""In ms."""

PRIVATE = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)
"""Networks of this machine and around it, where a proxy is expected."""

NO_LIMITS = Limits(
    requests=Rate(burst=1e9, each_second=1e9),
    sockets=Rate(burst=1e9, each_second=1e9),
    rooms=Rate(burst=1e9, each_second=1e9),
    records=Rate(burst=1e9, each_second=1e9),
    writings=Rate(burst=1e9, each_second=1e9),
    shared_bytes=Rate(burst=1e9, each_second=1e9),
    messages=Rate(burst=1e9, each_second=1e9),
    guests=Rate(burst=1e9, each_second=1e9),
    hints=Rate(burst=1e9, each_second=1e9),
    weighings=Rate(burst=1e9, each_second=1e9),
    reckoning=Rate(burst=1e9, each_second=1e9),
    joins_of_an_address=1_000_000_000,
    sockets_of_an_address=1_000_000_000,
    silent_of_an_address=1_000_000_000,
    lines_of_an_address=1_000_000_000,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """For how many days rooms are kept after their last entry; 0: for ever."""

    finished: int = 400
    unfinished: int = 7  # rooms without a finished deal

    @property
    def finished_ms(self) -> int:
        """The same in ms."""
        return self.finished * DAY

    @property
    def unfinished_ms(self) -> int:
        """The same in ms."""
        return self.unfinished * DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings chosen by the host."""

    host: str = "127.0.0.1"
    port: int = 8080
    database: str = "sqlite:///trull.sqlite"
    grace: float = 60.0  # seconds until a bot stands in for who vanished; 0 = never
    reading: float = 60.0  # seconds others are waited for once somebody wants the next deal
    pause: tuple[float, float] = (0.6, 1.4)  # seconds a bot waits, drawn between these
    thinkers: int = 2  # how many bots think at once, in threads, over all rooms
    thought: float = 4.0  # seconds until the book decides for a bot that still thinks
    limits: Limits = field(default_factory=Limits)
    origins: frozenset[str] = frozenset()  # further origins whose pages may speak to the table
    started_by: str = "trull serve "  # what a person types to start it anew, options behind it
    behind_proxy: bool = False  # trust X-Forwarded-For and -Proto
    proxies: tuple[str, ...] = PRIVATE  # networks whose word is taken for it
    admin: tuple[str, ...] = ()  # where the host is answered: paths of sockets, HOST:PORT
    keep: Keep = field(default_factory=Keep)
    imprint: str = ""  # URL of who answers for this server
    privacy: str = ""  # URL of what is kept of whom
    shared: str = ""  # the name of this server among several on one PostgreSQL
    plain_log: bool = False  # lines for a terminal instead of JSON
    daily_secret: str = ""  # of the daily deals, in hexadecimal; empty: anybody can reckon them
    lessons: tuple[str, ...] = ()  # files of lessons from elsewhere, which were checked
    drain: float = 0.0  # seconds between the signal to stop and the end, for proxies to notice
    idle: float = 900.0  # seconds until an unwatched room is unloaded
