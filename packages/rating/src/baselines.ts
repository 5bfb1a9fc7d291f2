import { BaseRates } from './base-rates.js';
import type { MatchScores } from './evaluation.js';
import type { PackedLog } from './packed/evaluate-packed.js';
import { type PackedMatches, rolesOf } from './packed/lines.js';

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
