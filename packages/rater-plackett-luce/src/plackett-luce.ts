/**
 * Races by Plackett and Luce: places are given from the first to the last, each to one of the remaining runners, in proportion to
 * exp(strength). Sources: R. D. Luce, Individual Choice Behavior, 1959, and R. L. Plackett, The analysis of permutations, 1975; ties by
 * R. R. Davidson's extension, 1970, for ties that are rare: runners with the same place share it.
 */

import { power } from '@openladder/rating';
import type { PlackettLuceSettings } from './settings.js';

/** A side of a race. */
export interface Runner {
  /** A log strength. */
  readonly strength: number;
  /** How well it did; greater is better, and equal is a tie. */
  readonly merit: number;
}

/** The evidence of a race about a strength. */
export interface Evidence {
  /** The derivative of the log-likelihood. */
  readonly gradient: number;
  /** Fisher's information: the negative second derivative of it. */
  readonly information: number;
}

/**
 * The evidence of a race for each runner. Runners who share the last place of three places or more, or of more than two sides, dropped out:
 * for the part that is luck they are counted as absent when places were given, so that nobody gains from it, or loses by it.
 */
export function evidenceOf(
  runners: readonly Runner[],
  { emphasis, dropOutLuck }: Pick<PlackettLuceSettings, 'emphasis' | 'dropOutLuck'>,
): Evidence[] {
  const places = finishingPlaces(runners);
  const greatest = Math.max(...runners.map(({ strength }) => strength));
  const present = (merit: number) => (merit === places.droppedOut ? 1 - dropOutLuck : 1);
  const powers = runners.map(({ strength, merit }) => present(merit) * Math.exp(strength - greatest));

  // From the last place to the first, so that the remaining runners add up.
  let left = 0;
  const stages = places.list.map(({ merit, place, shared }) => {
    for (const [index, runner] of runners.entries()) if (runner.merit === merit) left += powers[index]!;
    return { merit, shared, left, weight: power(place, -emphasis) };
  });
  // There is nobody to compare with the last ones, unless all share one place.
  if (stages.length > 1) stages.shift();

  return runners.map(({ merit }, index) => {
    let [gradient, information] = [0, 0];
    for (const stage of stages) {
      if (stage.merit < merit || !(stage.left > 0)) continue;
      const chance = powers[index]! / stage.left;
      gradient += stage.weight * ((stage.merit === merit ? 1 / stage.shared : 0) - chance);
      information += stage.weight * chance * (1 - chance);
    }
    return { gradient, information };
  });
}

/** The places of a race from the last to the first, and the place of drop-outs; with two places, the last are the beaten. */
function finishingPlaces(runners: readonly Runner[]) {
  const merits = [...new Set(runners.map(({ merit }) => merit))].sort((a, b) => b - a);
  let place = 1;
  const list = merits.map((merit) => {
    const shared = runners.filter((runner) => runner.merit === merit).length;
    const stage = { merit, place, shared };
    place += shared;
    return stage;
  });
  list.reverse();
  const last = list[0]!;
  return { list, droppedOut: list.length > 2 && last.shared > 1 ? last.merit : null };
}

/** Each runner's chance to be first. */
export function chancesOf(strengths: readonly number[]): number[] {
  const greatest = Math.max(...strengths);
  const powers = strengths.map((strength) => Math.exp(strength - greatest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
