import type { Match } from '../match.js';
import type { BreakableLaw } from '../rater.js';
import {
  type Contest,
  contests,
  isClose,
  isCloseOrNull,
  isCloseRating,
  type Law,
  rate,
  ratingsAfter,
  type Subject,
  show,
  Violation,
} from './law.js';
import { improvements, reversed, withGuests, withSideScores } from './variations.js';

const BETTER: BreakableLaw = 'a better outcome never rates lower';
const BETTER_IN_DUEL: BreakableLaw = 'a better outcome never rates lower in a duel';

/** What a rater makes of one match. */
export const ratingLaws: readonly Law[] = [
  { law: 'every rated participant gets a result, and nobody else', check: ratesEveryone },
  { law: 'the order of sides and participants is irrelevant', check: ignoresOrder },
  {
    law: 'guests change nothing',
    applies: ({ rater, settings, log }) => log.some((match) => withGuests(match, rater.formats(settings)).length > 0),
    check: ignoresGuests,
  },
  {
    law: BETTER,
    applies: ({ rater }) => rater.breaks?.[BETTER] === undefined,
    check: (subject) => rewardsOutcomes(subject, () => true),
  },
  {
    law: BETTER_IN_DUEL,
    applies: ({ rater, log }) => rater.breaks?.[BETTER_IN_DUEL] === undefined && log.some(isDuel),
    check: (subject) => rewardsOutcomes(subject, isDuel),
  },
  { law: 'contributions add up to the change', check: accountsForChanges },
  { law: 'the changes of a match add up to zero', applies: ({ rater }) => rater.isZeroSum === true, check: isZeroSum },
];

function isDuel({ sides }: Match): boolean {
  return sides.length === 2 && sides.every(({ participants }) => participants.length === 1);
}

function ratesEveryone(subject: Subject): void {
  for (const contest of contests(subject)) {
    const rated = rate(subject, contest);
    for (const player of contest.states.keys()) {
      if (!rated.has(player)) throw new Violation(`player ${player} has no result`, contest);
    }
    for (const player of rated.keys()) {
      if (!contest.states.has(player)) throw new Violation(`${player} has a result and is not rated`, contest);
    }
  }
}

function ignoresOrder(subject: Subject): void {
  for (const contest of contests(subject)) {
    const turned = { match: reversed(contest.match), states: new Map([...contest.states].reverse()) };
    expectSameRatings(subject, contest, turned, 'with the sides in reverse order');
  }
}

function ignoresGuests(subject: Subject): void {
  const formats = subject.rater.formats(subject.settings);
  for (const { match, states } of contests(subject)) {
    const contest = { match: withSideScores(match), states };
    for (const guested of withGuests(contest.match, formats)) {
      expectSameRatings(subject, contest, { match: guested, states }, `with guests, ${show(guested.sides)},`);
    }
  }
}

function expectSameRatings(subject: Subject, contest: Contest, other: Contest, words: string): void {
  const expected = ratingsAfter(subject, contest);
  const actual = ratingsAfter(subject, other);
  for (const player of actual.keys()) {
    if (!expected.has(player)) throw new Violation(`${words} ${player} is rated`, contest);
  }
  for (const [player, rating] of expected) {
    const found = actual.get(player);
    if (found && isCloseRating(rating, found)) continue;
    throw new Violation(`player ${player} has ${show(rating)}, but ${words} ${show(found)}`, contest);
  }
}

function rewardsOutcomes(subject: Subject, isMeant: (match: Match) => boolean): void {
  for (const contest of contests(subject)) {
    if (!isMeant(contest.match)) continue;
    const ratings = ratingsAfter(subject, contest);
    for (const { side, better } of improvements(contest.match)) {
      const betterRatings = ratingsAfter(subject, { match: better, states: contest.states });
      for (const { player } of contest.match.sides[side]!.participants) {
        const value = ratings.get(player)?.value ?? null;
        const betterValue = betterRatings.get(player)?.value ?? null;
        if (value === null || betterValue === null || betterValue >= value || isClose(value, betterValue)) continue;
        throw new Violation(`player ${player} has ${value}, but ${betterValue} after ${show(better.sides)}`, contest);
      }
    }
  }
}

function accountsForChanges(subject: Subject): void {
  const { rater, settings } = subject;
  for (const contest of contests(subject)) {
    const sideOf = new Map(
      contest.match.sides.flatMap(({ participants }, side) =>
        participants.map(({ player }) => [player, side] as const),
      ),
    );
    for (const [player, { state, contributions }] of rate(subject, contest)) {
      for (const { opponent, opponentValue, expected, actual, weight } of contributions) {
        const account = `player ${player}'s contribution from ${opponent}`;
        if (!sideOf.has(opponent) || sideOf.get(opponent) === sideOf.get(player)) {
          throw new Violation(`${account} is from no opponent of the match`, contest);
        }
        const known = rater.rating(contest.states.get(opponent), settings).value;
        if (!isCloseOrNull(opponentValue, known)) {
          throw new Violation(`${account} has opponentValue ${opponentValue}, not ${known}`, contest);
        }
        if (!(isShare(expected) && isShare(actual) && weight >= 0)) {
          throw new Violation(`${account} is out of range: ${show({ expected, actual, weight })}`, contest);
        }
      }
      const before = rater.rating(contest.states.get(player), settings).value;
      const after = rater.rating(state, settings).value;
      const deltas = contributions.map(({ delta }) => delta);
      if (before === null || after === null) {
        if (deltas.every((delta) => delta === null)) continue;
        throw new Violation(`player ${player} has deltas ${show(deltas)} between ${before} and ${after}`, contest);
      }
      const sum = deltas.reduce<number>((total, delta) => total + (delta ?? Number.NaN), 0);
      if (isClose(before + sum, after)) continue;
      throw new Violation(`player ${player} went from ${before} to ${after}, but deltas are ${show(deltas)}`, contest);
    }
  }
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}

function isZeroSum(subject: Subject): void {
  const { rater, settings } = subject;
  for (const contest of contests(subject)) {
    let sum = 0;
    let magnitude = 0;
    for (const [player, { state }] of rate(subject, contest)) {
      const before = rater.rating(contest.states.get(player), settings).value;
      const after = rater.rating(state, settings).value;
      sum += (after ?? 0) - (before ?? 0);
      magnitude += Math.abs(after ?? 0);
    }
    if (!isClose(sum, 0, magnitude)) throw new Violation(`the changes add up to ${sum}`, contest);
  }
}
