import type { PlayerId } from '@openladder/rating';
import {
  type DatedGame,
  type DatedGames,
  datedGame,
  eachWithLead,
  leadOf,
  NO_DATED_GAMES,
  withDatedGame,
  withoutOldest,
} from './dated-games.js';
import type { PlayedGame } from './games.js';
import type { WeightSettings } from './settings.js';
import { add, faded, NOTHING, type Spread, type SpreadDraft } from './spread.js';
import { type Decay, decayTable, horizonOf } from './weights.js';

/**
 * What a long history by p6 comes down to. The exponent of a game's weight, max(j-1, min(i-1, days)), is one of the three;
 * games that fade by the same one fade by the same factor, so that a spread of each kind is kept. One more game walks over
 * the games against its opponent (their j grows), and over those that begin to fade by another of the three:
 * from days to games or back when the clock's lead over one game a day, T - N, passes what it was when they were played;
 * from meetings to days when they are j-1 days old.
 */
export interface DatedDigest {
  /** All games. */
  readonly count: number;
  /** When the newest game was played. */
  readonly newestAt: number;
  /** By GAMES, DAYS and MEETINGS. All begin at the same rating and are equally long. */
  readonly spreads: readonly [Spread, Spread, Spread];
  /** In the order of the first games against them. */
  readonly opponents: readonly DatedOpponent[];
  readonly games: DatedGames;
}

interface DatedOpponent {
  readonly id: PlayerId;
  /** All games against him. */
  readonly count: number;
  /** The places of those which aren't forgotten among all games, oldest first. */
  readonly places: readonly number[];
  /** When the first of the games that fade by meetings will fade by days; null for none. */
  readonly until: number | null;
}

type Drafts = readonly [SpreadDraft, SpreadDraft, SpreadDraft];

/** What a game fades by: later games, days, or later games against its opponent. */
const GAMES = 0;
const DAYS = 1;
const MEETINGS = 2;
type Pace = typeof GAMES | typeof DAYS | typeof MEETINGS;

const DAY = 24 * 60 * 60 * 1000;

export const NO_DATED_DIGEST: DatedDigest = {
  count: 0,
  newestAt: Number.MIN_SAFE_INTEGER,
  spreads: [NOTHING, NOTHING, NOTHING],
  opponents: [],
  games: NO_DATED_GAMES,
};

/** How many of the games were against this opponent. */
export function datedAgainst({ opponents }: DatedDigest, id: PlayerId): number {
  return opponents[indexOf(opponents, id)]?.count ?? 0;
}

/** The games and a newer one. */
export function withDated(digest: DatedDigest, game: PlayedGame, settings: WeightSettings): DatedDigest {
  const { spreads, games } = digest;
  const { rating, result } = game;
  // Whole milliseconds, so that sums and differences of times are exact, and each way to ask what is later agrees.
  const playedAt = Math.round(game.playedAt);
  const index = indexOf(digest.opponents, game.opponent);
  const opponents = digest.opponents.slice();
  const opponent = index >= 0 ? index : opponents.length;
  const met = opponents[opponent] ?? { id: game.opponent, count: 0, places: [], until: null };
  const before = { count: digest.count, newestAt: digest.newestAt };
  const after = { count: digest.count + 1, newestAt: Math.max(digest.newestAt, playedAt) };

  const decay = decayTable(after.count, settings);
  const elapsed = before.count > 0 ? after.newestAt - before.newestAt : 0;
  const drafts: Drafts = [
    faded(spreads[GAMES], decay.base, rating),
    faded(spreads[DAYS], Math.exp(decay.log * (elapsed / DAY)), rating),
    faded(spreads[MEETINGS], 1, rating),
  ];
  const step: Step = { before, after, drafts, decay, horizon: horizonOf(settings) };

  for (let other = 0; other < digest.opponents.length; other++) {
    const due = digest.opponents[other]!;
    if (other !== opponent && isDue(due.until, after)) opponents[other] = weighedAnew(step, games, due, 0);
  }
  const moved = weighedAnew(step, games, met, 1);
  const [was, is] = [leadAt(before), leadAt(after)];
  eachWithLead(games, Math.min(was, is), Math.max(was, is), (old) => {
    const { count, until } = digest.opponents[old.opponent]!;
    if (old.opponent !== opponent && !isDue(until, after)) weigh(step, old, count, count);
  });

  add(drafts[GAMES], rating, result, 1);
  const meeting = met.count + 1;
  const newest: DatedGame = { place: after.count, opponent, meeting, rating, result, playedAt };
  opponents[opponent] = { ...moved, count: meeting, places: moved.places.concat(after.count) };
  const isNeeded = ({ place, playedAt: then }: DatedGame) =>
    Math.min(after.count - place, (after.newestAt - then) / DAY) <= step.horizon;
  return {
    ...after,
    spreads: drafts,
    opponents,
    games: withoutOldest(withDatedGame(games, newest), isNeeded),
  };
}

/** How many games there are, and when the newest was played. */
interface Moment {
  readonly count: number;
  readonly newestAt: number;
}

/** One more game. */
interface Step {
  readonly before: Moment;
  readonly after: Moment;
  /** With what became of all games whose pace and meetings stay the same. */
  readonly drafts: Drafts;
  readonly decay: Decay;
  readonly horizon: number;
}

function leadAt({ count, newestAt }: Moment): number {
  return leadOf(count, newestAt);
}

function isDue(until: number | null, { newestAt }: Moment): boolean {
  return until !== null && until <= newestAt;
}

function indexOf(opponents: readonly DatedOpponent[], id: PlayerId): number {
  for (let index = 0; index < opponents.length; index++) if (opponents[index]!.id === id) return index;
  return -1;
}

/** Weighs the games against an opponent anew, and forgets those that are beyond the horizon. */
function weighedAnew(step: Step, games: DatedGames, opponent: DatedOpponent, added: 0 | 1): DatedOpponent {
  const { id, count, places } = opponent;
  let until: number | null = null;
  let index = places.length - 1;
  for (; index >= 0; index--) {
    const game = datedGame(games, places[index]!);
    if (!game) break;
    const meetings = count + added - game.meeting;
    const pace = weigh(step, game, count, count + added);
    if (pace === MEETINGS) {
      const end = game.playedAt + meetings * DAY;
      until = until === null ? end : Math.min(until, end);
      if (meetings > step.horizon) break;
    }
  }
  return { id, count, places: index >= 0 ? places.slice(index + 1) : places, until };
}

/**
 * Moves a game's weight from what it faded by to what it fades by now.
 * @param from games against its opponent before
 * @param to games against its opponent now
 */
function weigh({ before, after, drafts, decay }: Step, game: DatedGame, from: number, to: number): Pace {
  const earlier = paceOf(game, from, before);
  const pace = paceOf(game, to, after);
  if (earlier === pace && from === to) return pace;
  const { rating, result, meeting } = game;
  const is = fadedBy(pace, game, to, after, decay) / Math.sqrt(to - meeting + 1);
  if (earlier !== pace) {
    const was = fadedBy(earlier, game, from, after, decay) / Math.sqrt(from - meeting + 1);
    add(drafts[earlier], rating, result, -was);
    add(drafts[pace], rating, result, is);
  } else if (pace === MEETINGS) {
    add(drafts[pace], rating, result, is - decay.power[from - meeting]! / Math.sqrt(from - meeting + 1));
  } else {
    add(drafts[pace], rating, result, is * (1 - Math.sqrt((to - meeting + 1) / (from - meeting + 1))));
  }
  return pace;
}

/** max(j-1, min(i-1, days)) is one of the three; which one, at a moment with `met` games against the opponent? */
function paceOf({ place, meeting, playedAt }: DatedGame, met: number, { count, newestAt }: Moment): Pace {
  const age = newestAt - playedAt;
  if (age >= (count - place) * DAY) return GAMES;
  return age >= (met - meeting) * DAY ? DAYS : MEETINGS;
}

/** decay^exponent. */
function fadedBy(pace: Pace, { place, meeting, playedAt }: DatedGame, met: number, now: Moment, decay: Decay): number {
  if (pace === GAMES) return decay.power[now.count - place]!;
  if (pace === MEETINGS) return decay.power[met - meeting]!;
  return Math.exp(decay.log * ((now.newestAt - playedAt) / DAY));
}
