import type { MatchScores } from './evaluation.js';
import { MAX_POINTS_OF_ONE } from './fit-chances.js';
import type { PackedLog } from './packed/evaluate-packed.js';
import { type PackedMatches, rolesOf } from './packed/lines.js';
import { RoleNumbers } from './packed/role-numbers.js';

/**
 * Scores predictions that need no knowledge of the players. A rating system that does no better is useless.
 * @param even receives each match with the same chance for all of its sides; null: it is not scored
 * @param baseRates receives each match with the share of the points that sides of the same role won in earlier matches with as many
 *   sides; without roles, sides in the same place: the first, the second, and so on. It shows an advantage such as that of the home
 *   side. Draws count half. If the place or the role may itself be the result, as in races listed by place, all sides have the same
 *   chance.
 */
export function scoreBaselines(
  log: Iterable<PackedLog>,
  even: MatchScores | null,
  baseRates: MatchScores | null,
): void {
  const evenChances: number[][] = [];
  const rates = new BaseRates();
  const merits: number[] = [];
  const roles: (string | undefined)[] = [];
  for (const { matches } of log) {
    for (let match = 0; match < matches.length; match++) {
      readMerits(matches, match, merits);
      const sides = merits.length;
      const playedAt = matches.playedAt[match]!;
      if (even) {
        evenChances[sides] ??= new Array<number>(sides).fill(1 / sides);
        even.add(evenChances[sides], merits, playedAt);
      }
      if (baseRates) {
        if (matches.role) rolesOf(matches, match, roles);
        rates.look(sides, matches.role && roles);
        baseRates.add(rates.chances(), merits, playedAt);
        rates.count(merits);
      }
    }
  }
}

/** Reads the merit of each side of a match into a reused list, because `MatchScores` do not keep it. */
function readMerits({ firstParticipant, side, merit }: PackedMatches, match: number, merits: number[]): void {
  let sides = 0;
  let last = -1;
  for (let p = firstParticipant[match]!; p < firstParticipant[match + 1]!; p++) {
    if (side[p] === last) continue;
    last = side[p]!;
    merits[sides++] = merit[p]!;
  }
  if (merits.length > sides) merits.length = sides;
}

/**
 * How often sides of a role win, or without roles sides in a position of the list. Takes a match, gives the chances by the matches before it,
 * then counts it.
 */
class BaseRates {
  /** By the number of sides. */
  private readonly ofPlaces: Wins[] = [];
  private readonly ofRoles: Wins[] = [];
  private readonly roleNumbers = new RoleNumbers();
  private wins = new Wins(0);
  /** The kinds of the match's sides: numbers of their positions or of their roles. */
  private readonly kinds: number[] = [];
  private readonly shares: number[] = [];

  /** @param roles of each side, undefined for one without; omitted if no side has one. May be longer than there are sides. */
  look(sides: number, roles?: readonly (string | undefined)[]): void {
    const hasRoles = roles !== undefined && differ(roles, sides);
    const all = hasRoles ? this.ofRoles : this.ofPlaces;
    all[sides] ??= new Wins(sides);
    this.wins = all[sides];
    this.kinds.length = sides;
    this.shares.length = sides;
    for (let side = 0; side < sides; side++) {
      const role = hasRoles ? roles[side] : undefined;
      if (!hasRoles) this.kinds[side] = side;
      else this.kinds[side] = role === undefined ? 0 : this.roleNumbers.of(role);
    }
  }

  /** The chance of each side, in a list that is reused for the next match. */
  chances(): readonly number[] {
    const { wins, kinds, shares } = this;
    const sides = kinds.length;
    let total = 0;
    for (let side = 0; side < sides; side++) {
      const kind = kinds[side]!;
      if (wins.mayBeResult(kind)) return shares.fill(1 / sides);
      shares[side] = wins.rate(kind);
      total += shares[side]!;
    }
    for (let side = 0; side < sides; side++) shares[side]! /= total;
    return shares;
  }

  /** Counts the match. @param merits how well each side did */
  count(merits: readonly number[]): void {
    let best = Number.NEGATIVE_INFINITY;
    for (const merit of merits) if (merit > best) best = merit;
    let firsts = 0;
    for (const merit of merits) if (merit === best) firsts++;
    for (const [side, merit] of merits.entries()) this.wins.add(this.kinds[side]!, merit === best, firsts);
  }
}

/** The wins of sides of each kind, in matches with as many sides. */
class Wins {
  private readonly matches: number[] = [];
  private readonly points: number[] = [];
  /** The matches that one side won alone, and those that this kind won. */
  private readonly decided: number[] = [];
  private readonly won: number[] = [];

  constructor(private readonly sides: number) {}

  /**
   * Whether sides of this kind could be the winners by definition: they have won more than `MAX_POINTS_OF_ONE` of the matches that were not
   * drawn, one more win included. So a kind is suspected until it has lost, and the first matches of winners that are listed first reveal
   * nothing. Draws do not count, since either side can be listed first.
   */
  mayBeResult(kind: number): boolean {
    return (this.won[kind] ?? 0) + 1 > MAX_POINTS_OF_ONE * ((this.decided[kind] ?? 0) + 1);
  }

  /** The share of the points. It begins with an even share of one match, so that it is never 0. */
  rate(kind: number): number {
    return ((this.points[kind] ?? 0) + 1 / this.sides) / ((this.matches[kind] ?? 0) + 1);
  }

  /** @param firsts how many sides share the first place */
  add(kind: number, isFirst: boolean, firsts: number): void {
    this.matches[kind] = (this.matches[kind] ?? 0) + 1;
    this.points[kind] = (this.points[kind] ?? 0) + (isFirst ? 1 / firsts : 0);
    if (firsts > 1) return;
    this.decided[kind] = (this.decided[kind] ?? 0) + 1;
    this.won[kind] = (this.won[kind] ?? 0) + (isFirst ? 1 : 0);
  }
}

function differ(roles: readonly (string | undefined)[], sides: number): boolean {
  for (let side = 1; side < sides; side++) if (roles[side] !== roles[0]) return true;
  return false;
}
