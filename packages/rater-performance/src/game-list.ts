import type { PlayerId, Result } from '@openladder/rating';
import type { Game } from './performance.js';
import { RATING_LIMIT } from './settings.js';

/** A line is not a game. */
export class GameFormatError extends Error {
  override readonly name = 'GameFormatError';

  constructor(
    /** Counted from 1, blank lines included. */
    readonly line: number,
    readonly text: string,
    /** The rule that the line breaks, as a sentence. */
    readonly rule: string,
  ) {
    super(`line ${line}: ${JSON.stringify(text)}: ${rule}`);
  }
}

const FORMAT = '<+|-|=><rating> [username] [days]';
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const RESULTS: Readonly<Record<string, Result>> = { '+': 1, '=': 0.5, '-': 0 };
/** The source's name for opponents without a name. All of them count as one player. */
const UNKNOWN = 'unknown';

/**
 * Reads games in the source's format, one on each line: `<+|-|=><rating> [username] [days]`. Blank lines, extra blanks and any line ends are
 * allowed.
 * @returns the games in the order of the lines, newest first; a missing username is 'unknown', and missing days are 0
 * @throws GameFormatError for the first malformed line
 */
export function parseGames(text: string): Game[] {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseGame(line.trim(), index + 1)]));
}

/**
 * One game in the source's format, without a line end. Parsing it gives the same game.
 * @throws RangeError if the opponent's name is empty or contains blanks, which the format does not allow
 */
export function printGame({ opponent, rating, result, days }: Game): string {
  const isName = /^\S+$/.test(String(opponent));
  if (!isName) throw new RangeError(`opponent must be a name without spaces, not ${JSON.stringify(opponent)}`);
  const sign = result === 1 ? '+' : result === 0 ? '-' : '=';
  const name = opponent === UNKNOWN && days === 0 ? '' : ` ${opponent}`;
  return `${sign}${rating}${name}${days === 0 ? '' : ` ${days}`}`;
}

function parseGame(text: string, line: number): Game {
  const [outcome = '', opponent = UNKNOWN, since = '0', ...more] = text.split(/\s+/);
  const refuse = (rule: string) => new GameFormatError(line, text, rule);

  const result = RESULTS[outcome.charAt(0)];
  if (result === undefined) throw refuse(`a game begins with + (won), - (lost) or = (drawn): ${FORMAT}`);
  if (!NUMBER.test(outcome.slice(1))) throw refuse(`the rating right after ${outcome.charAt(0)} must be a number`);
  const rating = Number(outcome.slice(1));
  if (!(Math.abs(rating) <= RATING_LIMIT)) throw refuse(`the rating must lie within ${RATING_LIMIT} of zero`);
  const days = NUMBER.test(since) ? Number(since) : Number.NaN;
  if (!(days >= 0 && days < Number.POSITIVE_INFINITY)) throw refuse('the days must be a number of at least 0');
  if (more.length > 0) throw refuse(`nothing may follow the days: ${FORMAT}`);
  return { opponent, rating, result, days };
}

/**
 * The rating accuracy of the source, RA = sqrt(P1) + ... + sqrt(PN), where P is the number of games against each opponent ("Arimaa
 * performance ratings"). Many opponents are more evidence than many games.
 * @returns 0 without games
 */
export function ratingAccuracy(games: readonly { readonly opponent: PlayerId }[]): number {
  const counts = new Map<PlayerId, number>();
  for (const { opponent } of games) counts.set(opponent, (counts.get(opponent) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.sqrt(count), 0);
}
