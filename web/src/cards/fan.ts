/** Where the cards of a hand lie: widths, rows and steps. Lengths are in CSS pixels. */

export interface Spot {
  x: number;
  y: number;
  turn: number; // degrees
  row: number;
}

export interface Fan {
  width: number;
  height: number;
  spots: Spot[];
}

export interface Room {
  width: number;
  height?: number; // how much the hand may take; unlimited if not given
  phone: boolean;
  spread?: number; // how far apart cards may lie, in card widths
}

const RATIO = 1.7;
const SPREAD = 0.72; // cards are never further apart than this share of their width
const ARC_CARDS = 15;

/** A hand of so many cards in a room, its rows filled from the top and the longer ones first. */
export function fan(cards: number, room: Room): Fan {
  if (!cards) return { width: 0, height: 0, spots: [] };
  return room.phone ? phoneFan(cards, room) : deskFan(cards, room);
}

/** How far apart the cards of a row lie. */
export function stepOf(width: number, room: number, cards: number, spread = SPREAD): number {
  return cards > 1 ? Math.min(spread * width, (room - width) / (cards - 1)) : 0;
}

function largest(cards: number): number {
  if (cards <= 12) return 112;
  return cards <= 16 ? 104 : 94;
}

function deskFan(cards: number, room: Room): Fan {
  const wide = room.width > 1080;
  const width = shrunk(largest(cards) + (wide ? 12 : 0), room);
  const rows = rowsNeeded(cards, room.width, () => width, 30);
  const bend = cards <= ARC_CARDS && rows === 1 && !room.spread ? Math.min(14, cards * 1.2) : 0;
  return laidOut(cards, rows, room, width, 0.66 * width, bend);
}

function phoneFan(cards: number, room: Room): Fan {
  const widthAt = (rows: number): number => {
    const many = rows === 2 ? 4.7 : 4.95;
    const share = rows === 1 ? 1 + 0.36 * (cards - 1) : many;
    return Math.min(room.width > 560 ? 124 : 98, room.width / Math.max(share, 1));
  };
  const rows = rowsNeeded(cards, room.width, widthAt, 24);
  const width = shrunk(widthAt(rows), room, rows);
  return laidOut(cards, rows, room, width, riseOf(width, rows, room), 0);
}

/** The fewest rows that leave each card its strip. */
function rowsNeeded(cards: number, room: number, widthAt: (rows: number) => number, least: number): number {
  for (let rows = 1; rows < 4; rows++) {
    const width = widthAt(rows);
    const step = stepOf(width, room, Math.ceil(cards / rows));
    if (cards <= rows || (step >= least && step / width >= 0.32)) return rows;
  }
  return 4;
}

/** A width at which the hand is not higher than it may be. */
function shrunk(width: number, room: Room, rows = 1): number {
  if (room.height === undefined) return width;
  const share = RATIO + (rows - 1) * 0.56;
  return Math.max(44, Math.min(width, room.height / share));
}

function riseOf(width: number, rows: number, room: Room): number {
  const wished = 0.94 * width;
  if (rows === 1 || room.height === undefined) return wished;
  const free = (room.height - RATIO * width) / (rows - 1);
  return Math.max(0.56 * width, Math.min(wished, free));
}

function laidOut(cards: number, rows: number, room: Room, width: number, rise: number, bend: number): Fan {
  const spots: Spot[] = [];
  for (let row = 0; row < rows; row++) {
    const n = Math.floor(cards / rows) + (row < cards % rows ? 1 : 0);
    const step = stepOf(width, room.width, n, room.spread);
    const left = (room.width - width - step * (n - 1)) / 2;
    for (let i = 0; i < n; i++) {
      const t = n > 1 ? i / (n - 1) - 0.5 : 0;
      spots.push({ x: left + i * step, y: row * rise + 4 * t * t * bend, turn: t * bend * 0.55, row });
    }
  }
  return { width, height: RATIO * width + (rows - 1) * rise + bend, spots };
}
