// Made by `python -m trull.table.wire`; change the Python types, not this file.

export const VERSION = 3;

export type Code = "already_asked" | "already_member" | "already_open" | "arbiter_decides" | "bad_message" | "bad_name" | "bad_players" | "bad_record" | "bad_rules" | "bad_word" | "banned" | "blocked" | "busy" | "closed" | "foreign_origin" | "foreign_token" | "full_house" | "hello_first" | "illegal" | "internal" | "locked" | "members_only" | "muted" | "no_arbiter" | "no_court" | "no_deal" | "no_hints" | "no_such_bot" | "no_such_member" | "no_such_page" | "no_such_place" | "no_such_room" | "no_such_seat" | "no_undo" | "not_asked" | "not_maker" | "not_member" | "not_over" | "not_on_turn" | "not_ready" | "not_seated" | "not_started" | "old_client" | "overtaken" | "practice_only" | "present" | "restarting" | "seat_taken" | "seats_free" | "silence" | "sits_out" | "stale" | "standin" | "started" | "storage" | "table_full" | "too_fast" | "too_long" | "undo_binding" | "undo_hidden";

export type Stage = "lobby" | "deal" | "between" | "over";

export interface Hello {
  t: "hello";
  v: number;
  last?: number;
}

export interface Ping {
  t: "ping";
  n?: number;
}

export interface Join {
  t: "join";
  cid: string;
  name: string;
}

export interface Sit {
  t: "sit";
  cid: string;
  seat: number;
  points?: boolean;
}

export interface Stand {
  t: "stand";
  cid: string;
}

export interface Bot {
  t: "bot";
  cid: string;
  seat: number;
  kind: string;
  style?: string;
}

export interface Rules {
  t: "options";
  cid: string;
  rules: string;
  options?: Record<string, boolean | number | string>;
  players?: number;
  hints?: boolean | null;
}

export interface Pace {
  t: "pace";
  cid: string;
  pace: "brisk" | "calm";
}

export interface Ready {
  t: "ready";
  cid: string;
  yes?: boolean;
}

export interface Start {
  t: "start";
  cid: string;
}

export interface Act {
  t: "act";
  cid: string;
  deal: number;
  after: number;
  words: string;
}

export interface Share {
  t: "seed";
  cid: string;
  seed: string;
}

export interface Talk {
  t: "talk";
  cid: string;
  text?: string;
  phrase?: string;
}

export interface Undo {
  t: "undo";
  cid: string;
  yes?: boolean;
}

export interface Remark {
  t: "remark";
  cid: string;
  word: string;
}

export interface Back {
  t: "back";
  cid: string;
}

export interface Arbiter {
  t: "arbiter";
  cid: string;
  member?: string;
}

export interface Remove {
  t: "remove";
  cid: string;
  member: string;
  ban?: boolean;
}

export interface Mute {
  t: "mute";
  cid: string;
  member: string;
  yes?: boolean;
}

export interface Lock {
  t: "lock";
  cid: string;
  yes?: boolean;
}

export interface Hint {
  t: "hint";
  cid: string;
  deal: number;
  after: number;
}

export interface Weigh {
  t: "weigh";
  cid: string;
  deal: number;
  after: number;
  words: string;
}

export interface RulesShown {
  name: string;
  game: string;
  version: number;
  house: string;
  title: Record<string, string>;
  changes: Record<string, boolean | number | string>;
  options: Record<string, boolean | number | string>;
  players: number[];
}

export interface Me {
  member: string;
  name: string;
  seat: number | null;
}

export interface SeatShown {
  seat: number;
  kind: "person" | "bot" | "free";
  name: string;
  member: string;
  bot: string;
  style: string;
  ready: boolean;
  online: boolean;
  away_until: number | null;
  standin: boolean;
  slipped: boolean;
  note: string;
}

export interface GuestShown {
  member: string;
  name: string;
  online: boolean;
}

export interface ProposalShown {
  member: string;
  consents: string[];
  wanted: string[];
}

export interface DrawnShown {
  seat: number;
  card: string;
}

export interface BranchShown {
  record: string;
  at: number;
  deal: string;
}

export interface NextShuffle {
  deal: number;
  commitment: string;
  seeds: Record<string, string>;
}

export interface ShuffleShown {
  deal: number;
  commitment: string;
  seeds: Record<string, string>;
  server_seed: string | null;
  next: NextShuffle;
}

export interface Saying {
  code: string;
  about: Record<string, ["seats", number[]] | ["words" | "cards", string[]] | ["suit" | "phase" | "note" | "breach", string] | ["number" | "thirds", number] | ["score", [number[], number][]] | ["said", Saying[]]>;
  clause: string;
  tone: "" | "gold" | "kontra";
}

export interface Stake {
  item: Saying;
  value: number | null;
  times: number;
  clause: string;
}

export interface Offer {
  act: string;
  stake: Stake;
  level: string;
  times: number;
  before: Stake | null;
}

export interface Mark {
  act: string;
  code: string;
  clause: string;
  times: number;
}

export interface Result {
  title: Saying;
  line: Saying[];
}

export interface Summary {
  heading: Saying;
  status: Saying[];
  stakes: Stake[];
  offers: Offer[];
  notes: Saying[][];
  board: Saying[];
  marks: Mark[];
  tricks: number;
  parties: number[][];
  result: Result | null;
}

export interface Standing {
  status: Saying[];
  round: Saying | null;
  remarks: string[];
}

export interface Factor {
  name: string;
  times: number;
  clause: string;
  money: number | null;
}

export interface Line {
  item: string;
  clause: string;
  value: number | string;
  points: [number, number, number | string][];
  money: [number, number, number | string][];
  winner: string;
  note: string;
  factors: Factor[];
  cards: [number, string][];
  owner: number | null;
}

export interface Settlement {
  seats: number;
  lines: Line[];
  written: (number | string)[] | null;
  notes: string[];
  game: string;
  player: string;
  points: (number | string)[];
  money: (number | string)[];
  verdict: "won" | "lost" | "";
}

export interface Reason {
  item: string;
  said: Saying[];
  owner: number | null;
}

export interface RowShown {
  deal: number;
  players: number[];
  points: (number | string)[];
  money: (number | string)[];
  written: (number | string)[] | null;
  pot: number[];
  notes: string[];
  struck: boolean;
}

export interface SheetShown {
  rows: RowShown[];
  totals: (number | string)[];
  written_totals: (number | string)[];
  dealer: number;
  memo: Record<string, number>;
  since?: number[];
}

export interface Talked {
  who: string;
  name: string;
  text: string;
  phrase: string;
  at: number;
}

export interface UndoShown {
  asked_by: number;
  acts: number;
  consents: number[];
  wanted: number[];
}

export interface Picture {
  t: "picture";
  n: number;
  room: string;
  title: string;
  rules: RulesShown;
  players: number;
  public: boolean;
  practice: boolean;
  hints: boolean;
  turn_s: number;
  pace: "brisk" | "calm";
  maker: string;
  stage: Stage;
  me: Me;
  seats: SeatShown[];
  guests: GuestShown[];
  arbiter: string;
  proposal: ProposalShown | null;
  locked: boolean;
  muted: string[];
  watchers: number;
  next_at: number | null;
  deal: number;
  around: number[];
  drawn: DrawnShown[][];
  acts: number;
  branch: BranchShown | null;
  daily: string;
  shuffle: ShuffleShown;
  view: GameView | null;
  summary: Summary | null;
  standing: Standing | null;
  clock: Record<string, number>;
  settlement: Settlement | null;
  pending: Settlement | null;
  reasons: Reason[];
  sheet: SheetShown | null;
  talk: Talked[];
  talk_open: boolean;
  undo: UndoShown | null;
}

export interface Ack {
  t: "ack";
  cid: string;
  n: number;
}

export interface FaultShown {
  clause: string;
  code: string;
  about: Record<string, string>;
}

export interface No {
  t: "no";
  cid: string;
  code: Code;
  faults?: FaultShown[];
  about?: Record<string, string>;
}

export interface ActShown {
  seat: number;
  verb: string;
  args: string[];
}

export interface HintShown {
  act: ActShown;
  mean: number | null;
  spread: number | null;
  code: string;
  about: Record<string, string>;
  grounds: Saying[];
}

export interface Hints {
  t: "hints";
  cid: string;
  deal: number;
  after: number;
  hints: HintShown[];
}

export interface ShareShown {
  code: string;
  layouts: number;
  of: number;
}

export interface Weighed {
  t: "weighed";
  cid: string;
  deal: number;
  after: number;
  grade: "silent" | "good" | "inexact" | "mistake" | "blunder";
  loss: number;
  error: number;
  unit: number;
  better: ActShown | null;
  shares: ShareShown[];
  grounds: Saying[];
}

export interface Pong {
  t: "pong";
  n: number;
  at: number;
}

export interface Bye {
  t: "bye";
  code: Code;
}

export interface Notice {
  t: "notice";
  text: string;
}

export interface NewRoom {
  rules: string;
  name: string;
  cid: string;
  options?: Record<string, boolean | number | string>;
  players?: number;
  public?: boolean;
  clock?: number;
  practice?: boolean;
  bot?: string;
  style?: string;
  hints?: boolean | null;
  title?: string;
  pace?: "brisk" | "calm";
}

export interface NewBranch {
  record: string;
  name: string;
  cid: string;
  seat: number;
  at?: number | null;
  bot?: string;
  style?: string;
  pace?: "brisk" | "calm";
}

export interface NewDaily {
  day: string;
  game: string;
  name: string;
  cid: string;
  pace?: "brisk" | "calm";
}

export interface DailyEntry {
  hints?: number;
}

export interface PadRow {
  facts?: Record<string, unknown> | null;
  numbers?: number[] | null;
  remark?: string;
  set?: Record<string, number>;
}

export interface Pad {
  rules: string;
  facts?: Record<string, unknown> | null;
  options?: Record<string, boolean | number | string>;
  players?: number;
  dealer?: number;
  rows?: PadRow[];
}

export interface WhenShown {
  key: string;
  among: (string | number | boolean | null)[];
}

export interface FieldShown {
  key: string;
  kind: string;
  clause: string;
  choices: string[];
  often: string[];
  values: string[];
  least: number;
  most: number;
  size: number;
  default: string | number | boolean | null;
  required: boolean;
  instead: string;
  asked: "always" | "seldom" | "never";
  when: WhenShown[];
  fields: FieldShown[];
}

export interface PadDeal {
  dealer: number;
  around: number[];
  forehand: number;
  doubled: boolean;
}

export interface PadRowShown {
  deal: PadDeal | null;
  faults: FaultShown[];
  settlement: Settlement | null;
  row: RowShown | null;
}

export interface PadShown {
  form: FieldShown[];
  seats: number;
  balanced: boolean;
  cents: number;
  standing: Standing;
  remarks: string[];
  counters: Record<string, number>;
  rows: PadRowShown[];
  sheet: SheetShown;
  over: boolean;
  ahead: PadDeal[];
  faults: FaultShown[];
  settlement: Settlement | null;
}

export interface EveningRow {
  facts?: Record<string, unknown> | null;
  numbers?: number[] | null;
  remark?: string;
  set?: Record<string, number>;
  id: string;
}

export interface Evening {
  rules: string;
  options: Record<string, boolean | number | string>;
  names: string[];
  players: number;
  dealer: number;
  cents: number | null;
  rows: EveningRow[];
}

export interface EveningShown {
  id: string;
  n: number;
  evening: Evening;
}

export interface Failure {
  error: Code;
  about?: Record<string, string>;
}

export interface Invitation {
  link: string;
  reachable: boolean;
  remedy?: string;
}

export interface House {
  imprint: string;
  privacy: string;
  keep_days: number;
  keep_unfinished_days: number;
  notice?: string;
}

export interface Report {
  who: string;
  at: number;
  why?: string;
}

export interface OptionShown {
  name: string;
  value: boolean | number | string;
  values: (boolean | number | string)[];
  clause: string;
  least: number | null;
  most: number | null;
}

export interface PresetShown {
  name: string;
  clause: string;
  options: Record<string, boolean | number | string>;
}

export interface BookShown {
  name: string;
  game: string;
  version: number;
  title: Record<string, string>;
  source: string;
  players: number[];
  options: OptionShown[];
  presets: PresetShown[];
  sections: Record<string, Record<string, unknown>>;
  cites: Record<string, string>;
  clauses: string[];
  pack: string;
  suits: Record<string, string[]>;
  colours: Record<string, string>;
  worths: Record<string, number>;
  bots: string[];
}

export interface RoomListed {
  room: string;
  title: string;
  rules: string;
  game: string;
  players: number;
  taken: number;
  bots: number;
  stage: Stage;
}

export interface CupHead {
  id: string;
  name: string;
  date: string;
  place: string;
  round: number;
  rounds: number;
  playing: boolean;
  ends_at: number;
  commitment: string;
  posted: boolean;
  final: boolean;
  objections_until: number;
  people: number;
  boards: string;
}

export interface CupPerson {
  number: number;
  name: string;
  place: string;
  club: string;
  here: boolean;
  gone: boolean;
  pool: boolean;
  paid: number;
  tables: number[];
}

export interface CupRow {
  deal: number;
  cells: (number | string | null)[];
  unclear: boolean;
  struck: boolean;
  clause: string;
  mended: number;
  bots: number[];
}

export interface CupSheet {
  round: number;
  table: number;
  people: number[];
  deals: number;
  rows: CupRow[];
  sums: (number | string)[];
  closed: boolean;
  early: boolean;
  typed: string[];
  differs: number[];
  referee: boolean;
  minutes_more: number;
  writer: number;
}

export interface CupLine {
  place: number;
  number: number;
  rounds: (number | string | null)[];
  total: number | string;
  equal: boolean;
}

export interface CupTodo {
  code: "award" | "case" | "cannot_seat" | "close_round" | "differs" | "draw" | "entries" | "finish" | "lot" | "objections" | "over" | "post" | "promise" | "referee" | "sheets" | "start_round" | "type_again" | "unclear" | "unseated";
  table: number;
  deal: number;
  number: number;
  tables: number[];
  n: number;
}

export interface CupGoal {
  name: string;
  achieved: number;
  bound: number;
}

export interface CupLink {
  link: string;
  role: string;
  table: number;
  number: number;
  name: string;
  revoked: boolean;
}

export interface CupCase {
  case: number;
  kind: string;
  table: number;
  claimant: number;
  accused: number;
  objection: boolean;
  verdict: string;
}

export interface CupEntry {
  n: number;
  at: number;
  by: string;
  kind: string;
  text: string;
}

export interface CupRoom {
  table: number;
  deal: number;
  stage: string;
  away: number[];
  bots: number[];
  trouble: string;
}

export interface CupPrize {
  what: string;
  place: number;
  number: number;
  cents: number;
}

export interface CupDesk {
  tag: string;
  head: CupHead;
  role: string;
  people: CupPerson[];
  sheets: CupSheet[];
  ranking: CupLine[];
  todo: CupTodo[];
  goals: CupGoal[];
  links: CupLink[];
  cases: CupCase[];
  log: CupEntry[];
  online: boolean;
  boards_commitment: string;
  boards_seed: string;
  rooms: CupRoom[];
  fee_cents: number;
  minutes: number;
  public: string;
  playing: number;
  due: CupPrize[];
  fees: number;
  given: number;
  expected: number;
  owed: number;
}

export interface CupPays {
  payer: number;
  payee: number;
  cents: number;
}

export interface CupPad {
  tag: string;
  head: CupHead;
  table: number;
  names: Record<string, string>;
  sheet: CupSheet | null;
  writes: boolean;
  playing: number;
  zero_sum: boolean;
  pays: CupPays[];
}

export interface CupSeat {
  number: number;
  name: string;
  tables: number[];
}

export interface CupTable {
  table: number;
  people: number[];
  done: number;
  deals: number;
  closed: boolean;
  minutes_more: number;
}

export interface CupHall {
  tag: string;
  head: CupHead;
  seats: CupSeat[];
  tables: CupTable[];
  ranking: CupLine[];
  after: number;
  curtain: boolean;
  open: number;
  flagged: boolean;
  prizes: CupPrize[];
}

export interface CupMe {
  tag: string;
  head: CupHead;
  number: number;
  name: string;
  tables: number[];
  sheets: CupSheet[];
  names: Record<string, string>;
  line: CupLine | null;
  may_object: boolean;
  room: boolean;
  cases: CupCase[];
}

export interface CupSlip {
  number: number;
  name: string;
  place: string;
  tables: number[];
  link: string;
}

export interface CupCard {
  table: number;
  link: string;
}

export interface CupPaper {
  round: number;
  table: number;
  people: number[];
  deals: number;
  playing: number;
}

export interface CupPapers {
  head: CupHead;
  what: "slips" | "cards" | "sheets" | "list" | "tables" | "ranking" | "money";
  slips: CupSlip[];
  cards: CupCard[];
  sheets: CupPaper[];
  ranking: CupLine[];
  prizes: CupPays[];
  places: number[];
  till: number[];
  wlan: string;
  flagged: boolean;
  open: number;
}

export interface CupResult {
  seat: number;
  table: number;
  number: number;
  name: string;
  made: number | string;
  worth: number;
}

export interface CupBoard {
  round: number;
  deal: number;
  dealer: number;
  hands: string[];
  rest: string;
  results: CupResult[];
}

export interface CupBoards {
  tag: string;
  pack: string;
  method: string;
  commitment: string;
  seed: string;
  boards: CupBoard[];
}

export interface PastDeal {
  deal: number;
  around: number[];
  names: string[];
  view: GameView;
  summary: Summary;
  settlement: Settlement;
  round: Saying | null;
}

export interface OtherwiseShown {
  rules: string;
  preset: string;
  settlement: Settlement | null;
}

export interface Frame {
  view: GameView;
  summary: Summary | null;
  seen_from: number;
  hands: string[][];
}

export interface DealShown {
  rules: RulesShown;
  tags: Record<string, string>;
  seats: number;
  acts: ActShown[];
  frames: Frame[];
  settlement: Settlement | null;
  reasons: Reason[];
}

export interface Replay {
  deals: DealShown[];
}

export interface DecisionShown {
  at: number;
  seat: number;
  phase: string;
  trick: number;
  did: ActShown;
  better: ActShown;
  reason: string;
  known: number | null;
  open: number | null;
  given: number | null;
  goal: string;
  item: string;
  turned: boolean;
}

export interface VerdictShown {
  code: string;
  at: number;
  seat: number;
  trick: number;
}

export interface ChoiceShown {
  act: ActShown;
  mean: number | null;
  error: number | null;
  value: number | null;
  wins: boolean | null;
  worth: number | null;
}

export interface MomentShown {
  at: number;
  seat: number;
  did: ActShown;
  goal: string;
  needed: number;
  counted: number[];
  choices: ChoiceShown[];
}

export interface PostmortemShown {
  decisions: DecisionShown[][];
  verdicts: (VerdictShown | null)[];
  moments: MomentShown[];
}

export interface Examination {
  id: string;
  done: number;
  of: number;
  found: PostmortemShown | null;
}

export interface DailyIndex {
  today: string;
  first: string;
  is_open: boolean;
  tomorrow: Record<string, string>;
}

export interface DailyShown {
  day: string;
  game: string;
  rules: string;
  state: "asleep" | "drawing" | "ready" | "failed";
  commitment: string;
  seed: string;
}

export interface RivalShown {
  kind: string;
  points: number | string;
}

export interface DailyOutcome {
  day: string;
  game: string;
  rules: string;
  seat: number;
  points: number | string;
  ahead: number;
  left: number;
  decisions: number;
  played: string;
  rivals: RivalShown[];
}

export interface DailyResult {
  id: string;
  state: "counting" | "done" | "refused" | "failed";
  code?: string;
  about?: Record<string, string>;
  outcome?: DailyOutcome | null;
}

export interface DailyField {
  day: string;
  game: string;
  results: number;
  points: [number | string, number][];
  left: number;
  unaided: number;
}

export interface DailyEntered {
  state: "counting" | "refused" | "entered" | "late" | "crowded" | "full";
  field?: DailyField | null;
}

export interface LessonListed {
  id: string;
  game: string;
  course: string;
  rules: string[];
  needs: string[];
  minutes: number;
  steps: number;
  tasks: number;
  title: Record<string, string>;
  own: boolean;
}

export interface Item {
  item: string;
  winner: string;
  note: string;
  factors: string[];
}

export interface Shown {
  seats: number;
  seat: number | null;
  hand: string[];
  trick: [number, string][];
  pile: string[];
  said: Saying[];
  heard: [number, string][];
  items: Item[];
  tricks: [number, string][][];
  sheet: [string, string][];
}

export interface Posed {
  type: string;
  rules: string;
  many: boolean;
  shown: Shown;
  about: Record<string, string>;
  choices: string[];
}

export interface Wrong {
  clause: string;
  code: string;
  about: Record<string, string>;
}

export interface Answered {
  right: string[];
  why: Record<string, Wrong>;
  lines: [string, string, string][];
}

export interface Task {
  asked: Posed;
  answer: Answered;
}

export interface Move {
  seat: number;
  card: string;
  trick: [number, string][];
  number: number;
  taker: number | null;
  hand: string[];
  right: string[];
  why: Record<string, Wrong>;
  text: [string, string][][];
}

export interface Along {
  seat: number;
  seats: number;
  moves: Move[];
  record: string;
  at: number;
}

export interface Tested {
  advice: string;
  verdict: string;
  more: string;
  less: string;
  mean: number;
  error: number;
  guesses: number;
}

export interface BuiltStep {
  id: string;
  kind: string;
  show: string[];
  before: [string, string][][];
  after: [string, string][][];
  task: Task | null;
  traps: Record<string, [string, string][][]>;
  stock: Task[];
  times: number;
  deal: Along | null;
  tested: Tested | null;
  idea: string;
}

export interface BuiltLesson {
  id: string;
  game: string;
  rules: string;
  language: string;
  title: string;
  minutes: number;
  needs: string[];
  steps: BuiltStep[];
}

export interface Tried {
  seat: number;
  verb: string;
  args: string[];
  wrong: Wrong[];
}

export interface CaseShown {
  name: string;
  rules: string;
  against: boolean;
  shown: Shown | null;
  tries: Tried[];
  points: string[];
}

export interface Place {
  document: string;
  part: Record<string, string>;
  heading: string;
}

export interface Parallel {
  book: string;
  clauses: string[];
  verdict: "same" | "other" | "matter" | "silent";
  differs: [string, string, string][];
}

export interface ClauseShown {
  id: string;
  classes: string[];
  text: Record<string, string>;
  rows: string[];
  cases: CaseShown[];
  records: string[];
  lessons: string[];
  open: string[];
  place: Place | null;
  parallels: Parallel[];
}

export interface Term {
  word: Record<string, string>;
  means: Record<string, string>;
  games: string[];
  also: Record<string, string>;
}

export interface Idea {
  id: string;
  game: string;
  type: string;
  rules: string[];
  lesson: string;
  clauses: string[];
}

export interface Prompt {
  verb: string;
  clause: string;
  choices: string[];
  least: number;
  most: number;
  must: string[];
  ordered: boolean;
  open: boolean;
}

export interface Seen {
  seat: number;
  verb: string;
  args: string[];
}

export interface Case {
  claimant: number;
  accused: number;
  kind: string;
  trick: number;
  act: number;
  clause: string;
  points: number;
  votes: [number, boolean][];
  verdict: string;
  decided_by: string;
}

export interface View {
  seat: number | null;
  seats: number;
  forehand: number;
  dealer: number | null;
  context: Record<string, number>;
  phase: string;
  duty: number[];
  prompts: Prompt[];
  hand: string[];
  counts: number[];
  trick: [number, string][];
  last_trick: [number, string][];
  taken: number[];
  lying_open: string[][];
  seen: Seen[];
  possible: Prompt[];
  cases: Case[];
}

export interface KoenigrufenView extends View {
  holders: [number, string][];
  passed: number[];
  contract: string;
  declarers: [number, string][];
  called: string;
  called_suit: string;
  partner: number | null;
  sides_known: boolean;
  talon: string[];
  bought: string[];
  discard: string[];
  announced: [string, number, number[]][];
  kontra: number[];
  kontra_pairs: [number, number, number[]][];
  stichzwang: boolean | null;
  talon_use: string;
  winning: number | null;
  dealt: string[][];
  counted: number[];
  may_consult: boolean;
  outcome: string;
}

export interface Asked {
  card: string;
  outcome: string;
  giver: number | null;
}

export interface SkiesSeen {
  seat: number;
  taker: number;
  trick_no: number;
}

export interface Bound {
  seat: number;
  duty: string;
  clause: string;
}

export interface Noted {
  seat: number;
  bid: string;
}

export interface GiftSeen {
  giver: number;
  card: string;
}

export interface LhombreView extends View {
  bid: string;
  holder: number | null;
  passed: number[];
  ombre: number | null;
  laid: number;
  laid_cards: string[];
  slot: number;
  asked: Asked[];
  skar_lies: boolean;
  skar: string[];
  honours: [number, string[]][];
  volte: boolean;
  trick_no: number;
  tricks: number;
  skies: SkiesSeen | null;
  piles: string[][];
  points: number | null;
  bound: Bound[];
  noted: Noted[];
  gift: GiftSeen | null;
  winning: number | null;
}

export interface FigureView {
  figure: string;
  status: string;
  stake: string;
  seq: number;
  holder: number;
  winner: number;
}

export interface OfferView {
  figure: string;
  number: string;
  party: number;
  blind: boolean;
}

export interface OwedView {
  kind: string;
  party: number;
  figure: string;
  stated: string;
}

export interface ShowView {
  figure: string;
  turn: number;
  stood: boolean;
  last: boolean;
  asked: boolean;
}

export interface Entry {
  item: string;
  party: number;
  points: number;
  clause: string;
  out: boolean;
}

export interface PerlaggenView extends View {
  trump: string;
  turned: string[];
  perlaggen: string[];
  stock: number;
  kept: string[];
  cut_card: string;
  rows: string[][];
  figures: FigureView[];
  offers: OfferView[];
  owed: OwedView | null;
  show: ShowView | null;
  degrees: [string, string, string][];
  tricks: [number, number];
  spiel_party: number;
  scores: [number, number];
  target: number;
  written: Entry[];
  winner: number;
  looked: boolean[];
  bound: string[];
  joint: string[];
  hands: string[][];
  void: string;
}

export type GameView = KoenigrufenView | LhombreView | PerlaggenView;

export type Patch = { t: "patch"; n: number; since: number; seen_from?: number } & Partial<
  Omit<Picture, "t" | "n" | "view" | "summary">
> & { view?: Partial<GameView> | null; summary?: Partial<Summary> | null };

export type Said = Hello | Ping | Join | Sit | Stand | Bot | Rules | Pace | Ready | Start | Act | Share | Talk | Undo | Remark | Back | Arbiter | Remove | Mute | Lock | Hint | Weigh;

export type Told = Picture | Ack | No | Hints | Weighed | Pong | Bye | Notice | Patch;
