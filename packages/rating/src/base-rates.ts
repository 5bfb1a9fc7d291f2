import { MAX_POINTS_OF_ONE } from './fit-chances.js';
import { RoleNumbers } from './packed/role-numbers.js';

/**
 * How often sides of a role win, or without roles sides in a position of the list. Takes a match, gives the chances by the matches before it,
 * then counts it.
 */
export class BaseRates {
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
