import { guestsOf, type Match, NO_OUTCOME, type Participant, type PlayerId, type Side } from '../match.js';
import { matchWeight, type PackedMatches, roleOf, withRoom } from './lines.js';
import { RoleNumbers } from './role-numbers.js';

/**
 * Packs matches one after the other, piece by piece, into columns that grow:
 *
 *     packer.beginMatch(playedAt, weight);
 *     packer.beginSide(placement, score, role); // of each side
 *     packer.addParticipant(place, score, minutes); // each of the side's
 *     packer.endMatch();
 *
 * Missing numbers are NaN, except for weights, which are 1. Use `packMatch` for a match that is an object.
 */
export class MatchPacker implements PackedMatches {
  length = 0;
  playedAt = new Float64Array(1);
  firstParticipant = new Int32Array(2);
  player = new Int32Array(2);
  side = new Int32Array(2);
  merit = new Float64Array(2);
  sideScore = new Float64Array(2);
  score = new Float64Array(2);
  minutes = new Float64Array(2);
  firstOpponent = new Int32Array(3);
  firstAgainst = new Int32Array(3);
  against = new Int32Array(0);
  scoreAgainst = new Float64Array(0);
  /** Missing until a match has one: most logs have none. */
  weight: Float64Array | undefined = undefined;
  role: Int32Array | undefined = undefined;
  private readonly roleNumbers = new RoleNumbers();
  readonly roleNames: readonly string[] = this.roleNumbers.names;

  private participants = 0;
  private sides = 0;
  private isPlaced = true;

  /** The side that is being packed: where it begins, its own data, and the sums of its participants. */
  private sideStart = 0;
  private placement = Number.NaN;
  private ownScore = Number.NaN;
  private ownRole = 0;
  private scoreOfAll = 0;
  private scoreOfRated = 0;

  /** Drops all matches, and keeps the memory. */
  clear(): void {
    this.length = 0;
    this.weight = undefined;
    if (this.role === undefined) return;
    this.role = undefined;
    this.roleNumbers.clear();
  }

  /**
   * @param playedAt milliseconds since 1970
   * @param weight of the match
   */
  beginMatch(playedAt: number, weight = 1): void {
    this.playedAt = withRoom(this.playedAt, this.length + 1);
    this.firstParticipant = withRoom(this.firstParticipant, this.length + 2);
    this.playedAt[this.length] = playedAt;
    if (this.weight !== undefined || weight !== 1) this.setWeight(weight);
    this.participants = this.firstParticipant[this.length]!;
    this.sides = 0;
    this.isPlaced = true;
    this.sideStart = this.participants;
  }

  /** @param role none if omitted */
  beginSide(placement: number, score: number, role?: string): void {
    this.endSide();
    this.ownRole = role === undefined ? 0 : this.numberOf(role);
    this.placement = placement;
    this.ownScore = score;
    this.scoreOfAll = 0;
    this.scoreOfRated = 0;
  }

  /** @param place the place of the player's state, from 0 */
  addParticipant(place: number, score: number, minutes: number): void {
    const at = this.participants;
    if (at === this.player.length) this.makeRoom();
    this.player[at] = place;
    this.side[at] = this.sides;
    if (this.role !== undefined) this.role[at] = this.ownRole;
    this.score[at] = score;
    this.minutes[at] = minutes;
    this.firstAgainst[at + 1] = this.firstAgainst[at]!;
    this.scoreOfAll += score;
    this.scoreOfRated += score;
    this.participants = at + 1;
  }

  /** Only a guest's points are kept, as part of their side's. */
  addGuest(score: number): void {
    this.scoreOfAll += score;
  }

  /** Points that the last participant earned against one opponent, by the place of their state. */
  addScoreAgainst(opponent: number, score: number): void {
    const at = this.firstAgainst[this.participants]!;
    this.against = withRoom(this.against, at + 1);
    this.scoreAgainst = withRoom(this.scoreAgainst, at + 1);
    this.against[at] = opponent;
    this.scoreAgainst[at] = score;
    this.firstAgainst[this.participants] = at + 1;
  }

  /**
   * @returns whether the match was added; false if it is not ratable (`isRatable`)
   * @throws RangeError if the match has no outcome; it is not added
   */
  endMatch(): boolean {
    this.endSide();
    if (this.sides < 2) return false;
    const first = this.firstParticipant[this.length]!;
    if (!this.isPlaced) {
      for (let p = first; p < this.participants; p++) {
        if (Number.isNaN(this.sideScore[p])) throw new RangeError(NO_OUTCOME);
        this.merit[p] = this.sideScore[p]!;
      }
    }
    this.countOpponents(first);
    this.length++;
    this.firstParticipant[this.length] = this.participants;
    return true;
  }

  /** A side that has only guests is dropped. */
  private endSide(): void {
    if (this.participants === this.sideStart) return;
    const { ownScore, scoreOfAll, scoreOfRated } = this;
    const sum = Number.isNaN(scoreOfAll) ? scoreOfRated : scoreOfAll;
    const score = Number.isNaN(ownScore) ? sum : ownScore;
    for (let p = this.sideStart; p < this.participants; p++) {
      this.merit[p] = -this.placement;
      this.sideScore[p] = score;
    }
    this.isPlaced &&= !Number.isNaN(this.placement);
    this.sides++;
    this.sideStart = this.participants;
  }

  private setWeight(weight: number): void {
    this.weight ??= new Float64Array(this.playedAt.length).fill(1, 0, this.length);
    this.weight = withRoom(this.weight, this.playedAt.length);
    this.weight[this.length] = weight;
  }

  private numberOf(role: string): number {
    this.role ??= new Int32Array(this.player.length);
    return this.roleNumbers.of(role);
  }

  private countOpponents(first: number): void {
    const last = this.participants;
    for (let start = first, end = first; start < last; start = end) {
      while (end < last && this.side[end] === this.side[start]) end++;
      const opponents = last - first - (end - start);
      for (let p = start; p < end; p++) this.firstOpponent[p + 1] = this.firstOpponent[p]! + opponents;
    }
  }

  private makeRoom(): void {
    const room = 2 * this.player.length;
    this.player = withRoom(this.player, room);
    this.side = withRoom(this.side, room);
    if (this.role !== undefined) this.role = withRoom(this.role, room);
    this.merit = withRoom(this.merit, room);
    this.sideScore = withRoom(this.sideScore, room);
    this.score = withRoom(this.score, room);
    this.minutes = withRoom(this.minutes, room);
    this.firstOpponent = withRoom(this.firstOpponent, room + 1);
    this.firstAgainst = withRoom(this.firstAgainst, room + 1);
  }
}

/**
 * Packs a match.
 * @param placeOf the place of the state of a player who is not a guest, from 0
 * @returns whether it was added; false if it is not ratable
 * @throws RangeError if the match has no outcome
 */
export function packMatch(packer: MatchPacker, match: Match, placeOf: (player: PlayerId) => number): boolean {
  const guests = guestsOf(match);
  packer.beginMatch(match.playedAt, match.weight);
  for (const { placement = Number.NaN, score = Number.NaN, role, participants } of match.sides) {
    packer.beginSide(placement, score, role);
    for (const participant of participants) packParticipant(packer, participant, guests, placeOf);
  }
  return packer.endMatch();
}

function packParticipant(
  packer: MatchPacker,
  { player, isGuest, score = Number.NaN, minutesPlayed = Number.NaN, scoresAgainst = [] }: Participant,
  guests: ReadonlySet<PlayerId>,
  placeOf: (player: PlayerId) => number,
): void {
  if (isGuest) {
    packer.addGuest(score);
    return;
  }
  packer.addParticipant(placeOf(player), score, minutesPlayed);
  for (const against of scoresAgainst) {
    if (!guests.has(against.opponent)) packer.addScoreAgainst(placeOf(against.opponent), against.score);
  }
}

/**
 * A match as an object, with places as players, and with the outcome, points, minutes, roles and weight
 * that were packed.
 * @param index the match's place among the matches
 */
export function unpackMatch(matches: PackedMatches, index: number): Match {
  const { firstParticipant, side, merit, sideScore } = matches;
  const [first, end] = [firstParticipant[index]!, firstParticipant[index + 1]!];
  const sides: (Side & { readonly participants: Participant[] })[] = [];
  let isPlaced = false;
  for (let p = first; p < end; p++) isPlaced ||= merit[p] !== sideScore[p];
  for (let p = first; p < end; p++) {
    if (side[p] === sides.length) {
      const placement = isPlaced ? -merit[p]! : undefined;
      const role = roleOf(matches, p);
      sides.push({
        ...{ placement, score: orUndefined(sideScore[p]!), participants: [] },
        ...(role !== undefined && { role }),
      });
    }
    sides.at(-1)!.participants.push(unpackParticipant(matches, p));
  }
  const weight = matchWeight(matches, index);
  return { playedAt: matches.playedAt[index]!, sides, ...(weight !== 1 && { weight }) };
}

function unpackParticipant(matches: PackedMatches, p: number): Participant {
  const { player, score, minutes, firstAgainst, against, scoreAgainst } = matches;
  const scoresAgainst = [];
  for (let at = firstAgainst[p]!; at < firstAgainst[p + 1]!; at++) {
    scoresAgainst.push({ opponent: against[at]!, score: scoreAgainst[at]! });
  }
  return {
    player: player[p]!,
    score: orUndefined(score[p]!),
    minutesPlayed: orUndefined(minutes[p]!),
    scoresAgainst: scoresAgainst.length > 0 ? scoresAgainst : undefined,
  };
}

function orUndefined(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
