import type { MatchScores } from './evaluation.js';
import { withRoom } from './packed/lines.js';
import { RoleNumbers } from './packed/role-numbers.js';

const DAY = 86_400_000;
const FIRST_ROOM = 1024;

/** Stores the prediction and the result of each match: 40 bytes for a duel, and 8 more if it has roles. */
export class ForeseenMatches implements MatchScores {
  private first = new Int32Array(FIRST_ROOM);
  private playedAt = new Float64Array(FIRST_ROOM);
  private chances = new Float64Array(2 * FIRST_ROOM);
  private merits = new Float64Array(2 * FIRST_ROOM);
  private count = 0;
  /** By side: 0 for none, else the number of the role. Missing until a side has one. */
  private roles: Int32Array | undefined = undefined;
  private readonly roleNumbers = new RoleNumbers();

  get length(): number {
    return this.count;
  }

  add(
    chances: readonly number[],
    merits: readonly number[],
    playedAt: number,
    roles?: readonly (string | undefined)[],
  ): void {
    const start = this.first[this.count]!;
    const end = start + merits.length;
    if (this.count + 1 >= this.first.length) {
      this.first = withRoom(this.first, this.count + 2);
      this.playedAt = withRoom(this.playedAt, this.count + 2);
    }
    if (end > this.chances.length) {
      this.chances = withRoom(this.chances, end);
      this.merits = withRoom(this.merits, end);
    }
    this.playedAt[this.count] = playedAt;
    for (let side = 0; side < merits.length; side++) {
      this.chances[start + side] = chances[side]!;
      this.merits[start + side] = merits[side]!;
    }
    this.count++;
    this.first[this.count] = end;
    if (roles?.some((role) => role !== undefined)) this.addRoles(roles, start);
  }

  private addRoles(roles: readonly (string | undefined)[], start: number): void {
    this.roles = withRoom(this.roles ?? new Int32Array(0), this.chances.length);
    for (const [side, role] of roles.entries()) {
      if (role === undefined) continue;
      this.roles[start + side] = this.roleNumbers.of(role);
    }
  }

  /** Whether any side has a role. */
  get hasRoles(): boolean {
    return this.roles !== undefined;
  }

  /** The role of a side; undefined if it has none. */
  role(match: number, side: number): string | undefined {
    const number = this.roles?.[this.first[match]! + side] ?? 0;
    return number === 0 ? undefined : this.roleNumbers.names[number - 1];
  }

  private rolesOf(match: number): (string | undefined)[] | undefined {
    if (!this.roles) return undefined;
    return Array.from({ length: this.sides(match) }, (_, side) => this.role(match, side));
  }

  /** How many sides a match has. */
  sides(match: number): number {
    return this.first[match + 1]! - this.first[match]!;
  }

  /** The day of a match (UTC), in days since 1970. */
  day(match: number): number {
    return Math.floor(this.playedAt[match]! / DAY);
  }

  chance(match: number, side: number): number {
    return this.chances[this.first[match]! + side]!;
  }

  /** The side's part of the match's one point. */
  score(match: number, side: number): number {
    const { merits } = this;
    const start = this.first[match]!;
    const end = this.first[match + 1]!;
    const own = merits[start + side]!;
    let firsts = 0;
    for (let other = start; other < end; other++) {
      if (merits[other]! > own) return 0;
      if (merits[other] === own) firsts++;
    }
    return 1 / firsts;
  }

  /** Writes the score of each side of a match. */
  scores(match: number, into: Float64Array): void {
    const { merits } = this;
    const start = this.first[match]!;
    const end = this.first[match + 1]!;
    let best = merits[start]!;
    for (let side = start + 1; side < end; side++) best = Math.max(best, merits[side]!);
    let firsts = 0;
    for (let side = start; side < end; side++) if (merits[side] === best) firsts++;
    for (let side = start; side < end; side++) into[side - start] = merits[side] === best ? 1 / firsts : 0;
  }

  /**
   * Passes the matches on to other scores, in their order.
   * @param from the first of them
   * @param change changes the chances of sides with these roles
   */
  tell(
    scores: MatchScores,
    from: number,
    change: (chances: readonly number[], roles?: readonly (string | undefined)[]) => readonly number[],
  ): void {
    for (let match = from; match < this.count; match++) {
      const start = this.first[match]!;
      const end = this.first[match + 1]!;
      const roles = this.rolesOf(match);
      const chances = change([...this.chances.subarray(start, end)], roles);
      scores.add(chances, [...this.merits.subarray(start, end)], this.playedAt[match]!, roles);
    }
  }
}
