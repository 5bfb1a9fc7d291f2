import type { Match, PlayerId } from '../src/match.js';
import type { Contribution, Rated, Rater } from '../src/rater.js';
import { elo } from './elo.js';

export interface Points {
  readonly points: number;
}
type States = ReadonlyMap<PlayerId, Points>;
type Results = ReadonlyMap<PlayerId, Rated<Points>>;

/** Elo with some of its parts replaced, and no claims that most replacements would break. */
export function broken(changes: Partial<Rater>): Rater {
  return { ...elo, isZeroSum: false, restore: undefined, ...changes };
}

/** Elo with a change to its result for a match. */
export function spoilt(
  spoil: (results: Results, match: Match, states: States) => Results,
  changes: Partial<Rater> = {},
): Rater {
  const rate = (match: Match, states: States, settings: { k: number; initialRating: number }) =>
    spoil(elo.rate(match, states, settings), match, states);
  return broken({ rate, ...changes });
}

/** The results with each replaced. */
export function each(results: Results, change: (rated: Rated<Points>, player: PlayerId) => Rated<Points>): Results {
  return new Map([...results].map(([player, rated]) => [player, change(rated, player)]));
}

/** The result with some extra points that no contribution explains. */
export function plus(rated: Rated<Points>, points: number): Rated<Points> {
  return { ...rated, state: { points: rated.state.points + points } };
}

/** The result with some points more, attributed to the first opponent. */
export function plusAccounted(rated: Rated<Points>, points: number): Rated<Points> {
  const [first, ...others] = rated.contributions;
  return { ...plus(rated, points), contributions: [{ ...first!, delta: first!.delta! + points }, ...others] };
}

/** Elo with another schema for its first setting. */
export function withSetting(k: Rater['settings']['properties'][string]): Rater {
  return broken({ settings: { ...elo.settings, properties: { ...elo.settings.properties, k } } });
}

/** Elo with a change to every contribution, and not to the states. */
export function spoiltContributions(change: (contribution: Contribution) => Contribution): Rater {
  return spoilt((results) =>
    each(results, ({ state, contributions }) => ({ state, contributions: contributions.map(change) })),
  );
}

/** The result to which the contributions add up. */
export function fromContributions(before: Points, contributions: readonly Contribution[]): Rated<Points> {
  const points = contributions.reduce((sum, { delta }) => sum + delta!, before.points);
  return { state: { points }, contributions };
}

/** The start and everything that the lines added to it. */
export function sumOfJournal(
  lines: readonly { readonly contributions: readonly Contribution[] }[],
  { initialRating }: { initialRating: number },
): number {
  return lines.flatMap(({ contributions }) => contributions).reduce((sum, { delta }) => sum + delta!, initialRating);
}
