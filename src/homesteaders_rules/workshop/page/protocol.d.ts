// Made of docs/schemas by make golden: what the page asks, and what it is answered.

/** What is null is hidden from the viewer. Seats count from 0. */
export type View = {
  version: 1;
  viewer: number | null;
  decider: number;
  prompt: string;
  options: string[];
  over: boolean;
  phase: string;
  round: number;
  final: boolean;
  "start player": number;
  turn: number | null;
  players: {
    seat: number;
    goods: Record<string, number | null>;
    pieces: string[];
    placed: {
      piece: string;
      place: number;
    }[];
    tracks: Record<string, number>;
    grid: {
      name: string;
      row: number;
      column: number;
      tile: string;
      lying: Record<string, number>;
      enclosed: boolean;
      area: number;
      built: boolean[];
    }[];
    due: {
      round: number;
      effect: string;
      times: number;
      goods: Record<string, number>;
      piece: string;
    }[];
  }[];
  stock: Record<string, number | null>;
  places: Record<string, Record<string, number>>;
  stacks: Record<string, (string | null)[]>;
  lots: {
    number: number;
    piece: string;
    leader: number | null;
    bid: number;
    neutral: boolean;
  }[];
  tracks: Record<string, number>;
  lying: {
    piece: string;
    good: string;
    amount: number;
    user: number | null;
  }[];
  displays: Record<string, string[]>;
  map: {
    name: string;
    tile: string;
    place: number;
    turned: number;
    spot: number[];
    labels: string[];
    owner: number | null;
    neutral: boolean;
    lying: Record<string, number>;
  }[];
};

export type Request = Hello | Check | Complete | Source | Play | Restore | Look | Choose | Undo | How | Reach | Cards | Save;

export type Answer = Welcome | Checked | Completed | Text | Table | Deck | Ways | Reached | Failed;

/** A piece as it is printed. own: the texts say it. broken: there are errors in it. */
export type CardInfo = {
  name: string;
  sort: string;
  labels: string[];
  cost: string;
  worth: number;
  copies: number;
  for_each: boolean;
  places: number;
  stack: string;
  when: string;
  lines: LineInfo[];
  at: Stretch | null;
  own: boolean;
  broken: boolean;
};

/** All pieces at the table of a match. */
export type Cards = {
  version: 1;
  id: number | null;
  ask: "cards";
  match: string;
};

/** What is wrong in some texts (by the names of their files), read with packs. Without examples and
 * tables the answer is there soonest: no example is run, and no more tables are linked than one.
 * Who asks again for all of it has nothing read twice. */
export type Check = {
  version: 1;
  id: number | null;
  ask: "check";
  texts?: Record<string, string>;
  packs?: string[];
  examples?: boolean;
  tables?: boolean;
};

/** What is known of the texts; without any, of the packs. title is empty where there are errors.
 * cards are those of the texts, as far as they can be read; stale: none can, and these are what
 * they were before. */
export type Checked = {
  version: 1;
  id: number | null;
  answer: "checked";
  title: string;
  players: number[];
  settings: SettingInfo[];
  findings: Finding[];
  cards: CardInfo[];
  examples: ExampleTold[];
  stale: boolean;
};

/** Choose in a match, in which the page knows of so many turns: none comes twice. */
export type Choose = {
  version: 1;
  id: number | null;
  ask: "choose";
  match: string;
  key: string;
  turns: number;
};

/** What may stand at an offset (in UTF-16 units) of one of some texts. */
export type Complete = {
  version: 1;
  id: number | null;
  ask: "complete";
  file: string;
  offset: number;
  texts?: Record<string, string>;
  packs?: string[];
};

/** Words that may stand between two offsets, the likely ones first. */
export type Completed = {
  version: 1;
  id: number | null;
  answer: "completed";
  start: number;
  end: number;
  words: WordInfo[];
};

/** The pieces at a table. */
export type Deck = {
  version: 1;
  id: number | null;
  answer: "deck";
  cards: CardInfo[];
};

/** An example of the pack. failure says what is not so; empty where it comes out. */
export type ExampleTold = {
  name: string;
  at: Stretch;
  failure: string;
  failed_at: Stretch | null;
};

/** Nothing was done, and why: reason is a sentence for a person. kind is request (it could not be
 * read), refused (it cannot be done now), gone (the match is not there any more), busy, broken (a
 * fault of the engine), or ended: it took too long or has ended over this, and knows no match any
 * more; restore it. */
export type Failed = {
  version: 1;
  id: number | null;
  answer: "failed";
  kind: string;
  reason: string;
};

/** What is wrong in a text, where, and the change that mends it, where one is known. related are
 * other places that it names, such as the first of two definitions. */
export type Finding = {
  code: string;
  severity: string;
  message: string;
  hint: string;
  at: Stretch;
  fix: Fix | null;
  related: Stretch[];
};

/** Put text in the place of a stretch, and the finding is gone. */
export type Fix = {
  at: Stretch;
  text: string;
};

/** A game or a pack that is found by its name id; extends: none, where it is a game. */
export type GameInfo = {
  id: string;
  title: string;
  extends: string[];
};

/** A good: its name, that of several, and the words of its group. */
export type GoodInfo = {
  name: string;
  plural: string;
  group: string;
  hidden: boolean;
};

/** What is there: games, bots, the words of the language. */
export type Hello = {
  version: 1;
  id: number | null;
  ask: "hello";
};

/** How a key that is not offered could be had by exchanges, cheapest first. */
export type How = {
  version: 1;
  id: number | null;
  ask: "how";
  match: string;
  key: string;
};

/** A line that is printed on a piece. at: where it stands in the texts. */
export type LineInfo = {
  text: string;
  at: Stretch | null;
};

/** How a match stands. */
export type Look = {
  version: 1;
  id: number | null;
  ask: "look";
  match: string;
};

/** An option in its parts, as ToldDeed has it. Goods are named with how much of each. effect: what
 * the place that is filled does, in the words of the rules. */
export type OptionInfo = {
  key: string;
  verb: string;
  group: string;
  piece: string | null;
  place: number | null;
  origin: string | null;
  lot: number | null;
  amount: number | null;
  exchange: string;
  times: number;
  cost: Record<string, number>;
  gain: Record<string, number>;
  cells: string[];
  anytime: boolean;
  needed: boolean;
  effect: string;
};

/** A new match. seats has for each seat human or the name of a bot. example: it begins as that
 * example of the texts is set up, for its number of players; the seats are repeated or cut off to
 * fit, and if a human sits there, then where somebody decides. */
export type Play = {
  version: 1;
  id: number | null;
  ask: "play";
  seats: string[];
  texts?: Record<string, string>;
  packs?: string[];
  seed?: number;
  settings?: Record<string, boolean>;
  example?: string;
};

/** Which of some refused keys exchanges would open. */
export type Reach = {
  version: 1;
  id: number | null;
  ask: "reach";
  match: string;
  keys: string[];
};

/** Those that exchanges open; complete: was all looked at for that? */
export type Reached = {
  version: 1;
  id: number | null;
  answer: "reached";
  keys: string[];
  complete: boolean;
};

/** What cannot be chosen now, and why. */
export type RefusalInfo = {
  key: string;
  verb: string;
  piece: string | null;
  cost: Record<string, number>;
  gain: Record<string, number>;
  anytime: boolean;
  reason: string;
};

/** A match that was saved; without texts and packs the packs are those of the save. Seats are
 * repeated or cut off as for an example. */
export type Restore = {
  version: 1;
  id: number | null;
  ask: "restore";
  save: string;
  seats: string[];
  texts?: Record<string, string>;
  packs?: string[];
};

/** A match as a text, for a file. It holds everything, what is hidden too. */
export type Save = {
  version: 1;
  id: number | null;
  ask: "save";
  match: string;
};

/** The score of a player. */
export type ScoreInfo = {
  player: number;
  total: number;
  lines: ScoreLineInfo[];
};

/** A line of the scoring, with its sources. */
export type ScoreLineInfo = {
  label: string;
  total: number;
  sources: SourceInfo[];
};

/** A line of the log: kind is round, phase or sentence, player whom it is about. */
export type SentenceInfo = {
  kind: string;
  text: string;
  player: number | null;
};

/** A setting of a game: its name, what it does, and whether it is on by default. */
export type SettingInfo = {
  name: string;
  text: string;
  default: boolean;
};

/** The text of a file of the packs that some texts are read with, to be looked at. */
export type Source = {
  version: 1;
  id: number | null;
  ask: "source";
  file: string;
  texts?: Record<string, string>;
  packs?: string[];
};

/** What gave points. */
export type SourceInfo = {
  what: string;
  amount: number;
};

/** A stretch of a file: start and end are offsets from 0; the rest counts from 1. Offsets and
 * columns are in UTF-16 units, and a line break counts as one, as it does in the text areas of
 * browsers. The end is exclusive. */
export type Stretch = {
  file: string;
  start: number;
  end: number;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
};

/** A match as who looks at it may see it. view is what View.to_json() writes for seat (null: an
 * onlooker). turns counts the choices so far; rounds is 0 where nobody knows how many there will
 * be. prompt says what can be done, asked the words of the rules, asked_by the piece whose text it
 * is, asked_at where these stand in the texts. news is the number of sentences of the log that were
 * known at the last choice. no_undo: why the last choice cannot be taken back, empty where it can.
 * shops are the places in which pieces are on offer. grid: rows and columns, empty where there is
 * none; tiles: all that may be laid there, in the order of the texts; spaces: the shape of those of
 * a map, empty where there is none or they have no shape. ended is false where bots have still to
 * choose, since many have chosen at once: look again, and they go on. */
export type Table = {
  version: 1;
  id: number | null;
  answer: "table";
  match: string;
  title: string;
  seat: number | null;
  names: string[];
  seats: string[];
  turns: number;
  rounds: number;
  over: boolean;
  ended: boolean;
  view: View;
  prompt: string;
  asked: string;
  asked_by: string;
  asked_at: Stretch | null;
  options: OptionInfo[];
  refused: RefusalInfo[];
  log: SentenceInfo[];
  news: number;
  no_undo: string;
  goods: GoodInfo[];
  tracks: TrackInfo[];
  shops: string[];
  spaces: string;
  grid: number[];
  tiles: string[];
  scores: ScoreInfo[];
  winners: number[];
};

/** The text of a file, or a save. */
export type Text = {
  version: 1;
  id: number | null;
  answer: "text";
  file: string;
  text: string;
};

/** A track: what its spaces say, from the first. common: one marker for all. */
export type TrackInfo = {
  name: string;
  common: boolean;
  spaces: string[];
};

/** Take back the last choice of who looks at a match. */
export type Undo = {
  version: 1;
  id: number | null;
  ask: "undo";
  match: string;
};

/** Exchanges to choose one after the other, and what they cost in all. */
export type WayInfo = {
  keys: string[];
  goods: Record<string, number>;
  points: number;
  text: string;
};

/** How a key could be had; reason says why where there is no way. */
export type Ways = {
  version: 1;
  id: number | null;
  answer: "ways";
  key: string;
  ways: WayInfo[];
  reason: string;
  complete: boolean;
};

/** What is there. words are those of the language, openings begin a definition. */
export type Welcome = {
  version: 1;
  id: number | null;
  answer: "welcome";
  library: string;
  games: GameInfo[];
  bots: string[];
  words: string[];
  openings: string[];
};

/** A word that may stand there, and what it is: a keyword, a good, a piece ... */
export type WordInfo = {
  text: string;
  kind: string;
};
