import {
  hasBatch,
  MatchPacker,
  PackedLines,
  type PlayerId,
  packedStates,
  packMatch,
  RaterFault,
  rateBatch,
  ratedParticipants,
  unpackChanges,
  verdicts,
} from '@openladder/rating';
import type { RatingSystem } from '../raters/rating-system.js';
import type { States } from './cached-states.js';
import { memoryWidth, type RatedLine } from './journal-line.js';
import type { OrderedMatch } from './rate-batch.js';

/**
 * Rates consecutive matches together by the batch form of the rater, with the bits that they have one by one, and updates the states.
 * @returns the lines of each match; null, and nothing is changed, if there is no such form, players have waited, or it fails on a match
 */
export function ratePacked(
  system: RatingSystem,
  matches: readonly OrderedMatch[],
  states: States,
): readonly (readonly RatedLine[])[] | null {
  const { rater, settings } = system;
  if (matches.length < 2 || !hasBatch(rater) || states.waits.size > 0) return null;
  const packer = new MatchPacker();
  const players: PlayerId[] = [];
  const places = new Map<PlayerId, number>();
  const placeOf = (player: PlayerId) => {
    const place = places.get(player) ?? players.push(player) - 1;
    places.set(player, place);
    return place;
  };
  const lines = new PackedLines();
  try {
    const isPacked = matches.map((match) => packMatch(packer, match, placeOf));
    const packed = packedStates(rater, settings, players.length);
    for (const [place, player] of players.entries()) if (states.has(player)) packed.set(place, states.get(player));
    rateBatch(rater, settings, packer, packed, lines);
    let next = 0;
    const playerOf = (place: number) => players[place]!;
    const rated = matches.map((match, index) => {
      if (!isPacked[index]) return [];
      const verdictOf = verdicts(match);
      const sides = ratedParticipants(match).map(({ side }) => side);
      const width = memoryWidth(system);
      return unpackChanges(packer, next++, lines, playerOf).map(({ before, after, memory, ...change }, place) => ({
        ...change,
        // The score before is in no line.
        before: { ...before, score: null, isProvisional: false },
        after,
        verdict: verdictOf[sides[place]!]!,
        memory: width > 0 ? memory : null,
      }));
    });
    for (const { player } of rated.flat()) states.set(player, packed.get(places.get(player)!));
    return rated;
  } catch (error) {
    // What it fails on is found one by one. A RangeError: a match has no outcome.
    if (error instanceof RaterFault || error instanceof RangeError) return null;
    throw error;
  }
}
