/** The sounds of the table, made here: no recording. Nothing sounds that the screen does not show. */

export type Sound = "card" | "trick" | "turn" | "kontra" | "settle" | "bell";

interface Tone {
  wave: OscillatorType;
  from: number; // hertz
  to?: number;
  at?: number; // seconds after the start
  long: number; // seconds
  loud: number;
}

const TONES: Record<Sound, Tone[]> = {
  card: [],
  trick: [{ wave: "sine", from: 180, to: 95, long: 0.22, loud: 0.25 }],
  turn: [
    { wave: "triangle", from: 420, to: 300, long: 0.07, loud: 0.5 },
    { wave: "triangle", from: 420, to: 300, at: 0.15, long: 0.07, loud: 0.5 },
  ],
  kontra: [
    { wave: "sine", from: 1568, long: 0.7, loud: 0.22 },
    { wave: "sine", from: 4186, long: 0.35, loud: 0.07 },
  ],
  settle: [],
  bell: [
    { wave: "sine", from: 880, long: 1, loud: 0.3 },
    { wave: "sine", from: 2217, long: 0.6, loud: 0.1 },
  ],
};

/** Noises: paper on wood, a pencil. */
const NOISES: Partial<Record<Sound, { low: number; long: number; loud: number; strokes: number }>> = {
  card: { low: 1400, long: 0.06, loud: 0.35, strokes: 1 },
  trick: { low: 700, long: 0.2, loud: 0.16, strokes: 1 },
  settle: { low: 3200, long: 0.09, loud: 0.14, strokes: 3 },
};

let context: AudioContext | null = null;

/** Play a sound at a volume between 0 and 1; silently nothing where there is no sound. */
export function play(sound: Sound, volume: number): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const tone of TONES[sound]) ring(context, tone, volume);
    rustle(context, sound, volume);
  } catch {
    // No audio device, or the browser does not allow it yet: the screen says everything.
  }
}

function ring(audio: AudioContext, tone: Tone, volume: number): void {
  const begin = audio.currentTime + (tone.at ?? 0);
  const source = new OscillatorNode(audio, { type: tone.wave, frequency: tone.from });
  if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, begin + tone.long);
  source.connect(fading(audio, begin, tone.long, tone.loud * volume));
  source.start(begin);
  source.stop(begin + tone.long);
}

function rustle(audio: AudioContext, sound: Sound, volume: number): void {
  const noise = NOISES[sound];
  if (!noise) return;
  for (let stroke = 0; stroke < noise.strokes; stroke++) {
    const begin = audio.currentTime + stroke * (noise.long + 0.03);
    const source = new AudioBufferSourceNode(audio, { buffer: hiss(audio, noise.long) });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: noise.low, Q: 0.8 });
    source.connect(filter).connect(fading(audio, begin, noise.long, noise.loud * volume));
    source.start(begin);
  }
}

function fading(audio: AudioContext, begin: number, long: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + long);
  gain.connect(audio.destination);
  return gain;
}

function hiss(audio: AudioContext, long: number): AudioBuffer {
  const size = Math.ceil(audio.sampleRate * long);
  const buffer = new AudioBuffer({ length: size, sampleRate: audio.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}
