/** QR codes drawn in the page: a pad without a network shows its sheet as one. Bytes, level L (ISO 18004). */

const ECC = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26,
];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];
const LARGEST = ECC.length;

type Grid = boolean[][];

/** The modules of a text, row by row; true is dark. `mask` is for tests: else the calmest is chosen. */
export function qr(text: string, mask = -1): Grid {
  const bytes = [...new TextEncoder().encode(text)];
  const version = fitting(bytes.length);
  const words = interleaved(packed(bytes, version), version);
  const drawn = (one: number): Grid => modules(version, words, one);
  if (mask >= 0) return drawn(mask);
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map(drawn);
  return all.reduce((best, one) => (unrest(one) < unrest(best) ? one : best));
}

const bitsOfLength = (version: number): number => (version < 10 ? 8 : 16);

function fitting(length: number): number {
  for (let version = 1; version <= LARGEST; version++)
    if (4 + bitsOfLength(version) + 8 * length <= 8 * dataWords(version)) return version;
  throw new RangeError("too long for a QR code");
}

/** Words of a version, data and correction. */
function allWords(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    bits -= (25 * marks - 10) * marks - 55;
    if (version >= 7) bits -= 36;
  }
  return Math.floor(bits / 8);
}

const ecc = (version: number): number => ECC[version - 1] ?? 0;
const blocks = (version: number): number => BLOCKS[version - 1] ?? 1;
const dataWords = (version: number): number => allWords(version) - ecc(version) * blocks(version);

/** Mode, length, bytes, padding. */
function packed(bytes: number[], version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let at = count - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  push(4, 4);
  push(bytes.length, bitsOfLength(version));
  for (const byte of bytes) push(byte, 8);
  const room = 8 * dataWords(version);
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: room / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((word, bit) => 2 * word + bit, 0),
  );
}

// Correction

function times(x: number, y: number): number {
  let z = 0;
  for (let at = 7; at >= 0; at--) {
    z = (z << 1) ^ ((z >> 7) * 0x11d);
    z ^= ((y >> at) & 1) * x;
  }
  return z;
}

function divisor(degree: number): number[] {
  const found: number[] = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++)
      found[at] = times(found[at] ?? 0, root) ^ (at + 1 < degree ? (found[at + 1] ?? 0) : 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: number[], by: number[]): number[] {
  const left = by.map(() => 0);
  for (const word of data) {
    const factor = word ^ (left.shift() ?? 0);
    left.push(0);
    by.forEach((part, at) => (left[at] = (left[at] ?? 0) ^ times(part, factor)));
  }
  return left;
}

function interleaved(data: number[], version: number): number[] {
  const many = blocks(version);
  const short = many - (allWords(version) % many);
  const length = Math.floor(allWords(version) / many) - ecc(version);
  const by = divisor(ecc(version));
  const parts: number[][] = [];
  let from = 0;
  for (let at = 0; at < many; at++) {
    const size = length + (at < short ? 0 : 1);
    parts.push(data.slice(from, from + size));
    from += size;
  }
  const checks = parts.map((part) => remainder(part, by));
  const out: number[] = [];
  for (const set of [parts, checks])
    for (let at = 0; at < Math.max(...set.map((one) => one.length)); at++)
      for (const one of set) if (at < one.length) out.push(one[at] ?? 0);
  return out;
}

// Drawing

const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

function modules(version: number, words: number[], mask: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed: Grid = grid.map((row) => [...row]);
  const set = (x: number, y: number, dark: boolean): void => {
    const row = grid[y];
    const kept = fixed[y];
    if (!row || !kept || x < 0 || x >= size) return;
    row[x] = dark;
    kept[x] = true;
  };
  patterns(version, size, set);
  formats(version, size, mask, set);
  const turns = MASKS[mask] ?? ((): number => 1);
  const free = path(size).filter(([x, y]) => !fixed[y]?.[x]);
  free.forEach(([x, y], at) => {
    const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    const row = grid[y];
    if (row) row[x] = (bit === 1) !== (turns(x, y) === 0);
  });
  return grid;
}

type Setter = (x: number, y: number, dark: boolean) => void;

function patterns(version: number, size: number, set: Setter): void {
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(cx, cy, 4, set, (far) => far !== 2 && far !== 4);
  const places = alignments(version, size);
  const last = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      const corner = (!i && !j) || (!i && j === last) || (i === last && !j);
      if (!corner) square(x, y, 2, set, (far) => far !== 1);
    }),
  );
}

function square(cx: number, cy: number, reach: number, set: Setter, dark: (far: number) => boolean): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      if (cy + dy >= 0) set(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return [];
  const many = Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * many - 2)) * 2;
  return [6, ...Array.from({ length: many - 1 }, (_, at) => size - 7 - step * (many - 2 - at))];
}

function formats(version: number, size: number, mask: number, set: Setter): void {
  const bits = checked((1 << 3) | mask, 10, 0x537) ^ 0x5412;
  const at = (n: number): boolean => ((bits >> n) & 1) === 1;
  for (let n = 0; n <= 5; n++) set(8, n, at(n));
  set(8, 7, at(6));
  set(8, 8, at(7));
  set(7, 8, at(8));
  for (let n = 9; n < 15; n++) set(14 - n, 8, at(n));
  for (let n = 0; n < 8; n++) set(size - 1 - n, 8, at(n));
  for (let n = 8; n < 15; n++) set(8, size - 15 + n, at(n));
  set(8, size - 8, true);
  if (version < 7) return;
  const number = checked(version, 12, 0x1f25);
  for (let n = 0; n < 18; n++) {
    const dark = ((number >> n) & 1) === 1;
    const far = size - 11 + (n % 3);
    set(far, Math.floor(n / 3), dark);
    set(Math.floor(n / 3), far, dark);
  }
}

/** A number with its check bits. */
function checked(value: number, degree: number, by: number): number {
  let rest = value;
  for (let step = 0; step < degree; step++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * by);
  return (value << degree) | rest;
}

/** Every module in the order bits are written: two columns at a time, up and down. */
function path(size: number): [number, number][] {
  const found: [number, number][] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) found.push([x, up ? size - 1 - step : step]);
  }
  return found;
}

/** How uneven a code looks: long runs, blocks, too much dark. */
function unrest(grid: Grid): number {
  const size = grid.length;
  const at = (x: number, y: number): boolean => grid[y]?.[x] ?? false;
  let bad = 0;
  let dark = 0;
  for (let y = 0; y < size; y++) {
    let [across, down] = [0, 0];
    for (let x = 0; x < size; x++) {
      dark += at(x, y) ? 1 : 0;
      across = x && at(x, y) === at(x - 1, y) ? across + 1 : 1;
      down = x && at(y, x) === at(y, x - 1) ? down + 1 : 1;
      for (const run of [across, down]) if (run >= 5) bad += run === 5 ? 3 : 1;
      const block = x && y && [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)].every((one) => one === at(x, y));
      if (block) bad += 3;
    }
  }
  return bad + 2 * Math.floor(Math.abs((100 * dark) / (size * size) - 50));
}
