import { adjustmentsOf, changeLine } from '../adjustments.js';
import { explanationOf } from '../explanation.js';
import type { Match, PlayerId } from '../match.js';
import type { Adjustment, BreakableLaw, Contribution } from '../rater.js';
import { displayProblem } from '../replay.js';
import { isClose, isCloseOrNull, isCloseRating, isSame } from './compare.js';
import { contests, rate, rateSteps } from './contest.js';
import { type Contest, type Law, type Subject, show, Violation } from './law.js';
import { improvements, reversed, withGuests, withSideScores } from './variations.js';

const BETTER: BreakableLaw = 'a better outcome never rates lower';
const BETTER_IN_DUEL: BreakableLaw = 'a better outcome never rates lower in a duel';

/** Laws about the rating of one match. */
export const ratingLaws: readonly Law[] = [
  { law: 'every rated participant gets a result, and nobody else', each: ratesEveryone },
  { law: 'the order of sides and participants is irrelevant', each: ignoresOrder },
  {
    law: 'guests change nothing',
    applies: ({ rater, settings, log }) => log.some((match) => withGuests(match, rater.formats(settings)).length > 0),
    each: ignoresGuests,
  },
  {
    law: BETTER,
    applies: ({ rater }) => rater.breaks?.[BETTER] === undefined,
    each: rewardsOutcomes,
  },
  {
    law: BETTER_IN_DUEL,
    applies: ({ rater, log }) => rater.breaks?.[BETTER_IN_DUEL] === undefined && log.some(isDuel),
    each: (subject, contest) => void (isDuel(contest.match) && rewardsOutcomes(subject, contest)),
  },
  { law: 'the weight of a match counts as the rater says', check: countsWeights },
  { law: 'contributions and adjustments add up to the change', each: accountsForChanges },
  { law: 'each change is explained in sentences', each: explainsChanges },
  { law: 'a rating is shown in a few words', applies: ({ rater }) => rater.display !== undefined, each: showsRatings },
  {
    law: 'players with fewer matches than a rank needs are provisional',
    applies: ({ rater }) => rater.matchesForRank !== undefined,
    check: ranksAfterMatches,
  },
  { law: 'the changes of a match add up to zero', applies: ({ rater }) => rater.isZeroSum === true, each: sumsToZero },
];

function ranksAfterMatches(subject: Subject): void {
  const { rater, settings } = subject;
  const needed = rater.matchesForRank!(settings);
  if (!Number.isInteger(needed) || needed < 1) {
    throw new Violation('matchesForRank must be an integer of 1 or more', { matchesForRank: needed });
  }
  const played = new Map<PlayerId, number>();
  for (const contest of contests(subject)) {
    for (const [player, { after }] of rateSteps(subject, contest)) {
      const count = (played.get(player) ?? 0) + 1;
      played.set(player, count);
      if (count < needed && !after.isProvisional) {
        throw new Violation(`player ${player} is not provisional after ${count} of ${needed} matches`, contest);
      }
    }
  }
}

function isDuel({ sides }: Match): boolean {
  return sides.length === 2 && sides.every(({ participants }) => participants.length === 1);
}

function ratesEveryone(subject: Subject, contest: Contest): void {
  const rated = rate(subject, contest);
  for (const player of contest.states.keys()) {
    if (!rated.has(player)) throw new Violation(`player ${player} has no result`, contest);
  }
  for (const player of rated.keys()) {
    if (!contest.states.has(player)) throw new Violation(`player ${player} has a result and did not play`, contest);
  }
}

function ignoresOrder(subject: Subject, contest: Contest): void {
  const turned = { match: reversed(contest.match), states: new Map([...contest.states].reverse()) };
  expectSameSteps(subject, contest, turned, 'the other way round');
}

function ignoresGuests(subject: Subject, { match, states }: Contest): void {
  const formats = subject.rater.formats(subject.settings);
  const contest = { match: withSideScores(match), states };
  for (const guested of withGuests(contest.match, formats)) {
    expectSameSteps(subject, contest, { match: guested, states }, 'with guests');
  }
}

function expectSameSteps(subject: Subject, contest: Contest, other: Contest, words: string): void {
  const evidence = { ...contest, other: other.match };
  const expected = rateSteps(subject, contest);
  const actual = rateSteps(subject, other);
  for (const player of actual.keys()) {
    if (!expected.has(player)) throw new Violation(`${words}, ${player} is rated`, evidence);
  }
  for (const [player, { after }] of expected) {
    const found = actual.get(player)?.after;
    if (found && isCloseRating(after, found)) continue;
    throw new Violation(`player ${player} has ${show(after)}, but ${show(found)} ${words}`, evidence);
  }
}

function rewardsOutcomes(subject: Subject, contest: Contest): void {
  const steps = rateSteps(subject, contest);
  for (const { side, better } of improvements(contest.match)) {
    const betterSteps = rateSteps(subject, { match: better, states: contest.states });
    for (const { player } of contest.match.sides[side]!.participants) {
      const value = steps.get(player)?.after.value ?? null;
      const betterValue = betterSteps.get(player)?.after.value ?? null;
      if (value === null || betterValue === null || betterValue >= value || isClose(value, betterValue)) continue;
      const message = `player ${player} has ${value}, but ${betterValue} after the better outcome`;
      throw new Violation(message, { ...contest, better });
    }
  }
}

/** The weights that a law of weights tries: less than a match, more than one, and nearly nothing. */
const WEIGHTS = [0.25, 2.5, 1e-6];

function countsWeights(subject: Subject): void {
  const { usesWeight = false } = subject.rater;
  let counted = 0;
  for (const contest of contests(subject)) {
    const { weight: _, ...match } = contest.match;
    const plain = rate(subject, { ...contest, match });
    const weighed = (weight: number) => rate(subject, { ...contest, match: { ...match, weight } });
    if (!isSame(plain, weighed(1))) throw new Violation('a weight of 1 changes something', contest);
    if (WEIGHTS.every((weight) => isSame(plain, weighed(weight)))) continue;
    if (!usesWeight) throw new Violation('a weight changes something, but usesWeight is not true', contest);
    counted++;
  }
  if (usesWeight && counted === 0) throw new Violation('usesWeight is true, but no weight changes anything');
}

function accountsForChanges(subject: Subject, contest: Contest): void {
  const steps = rateSteps(subject, contest);
  for (const [player, { contributions }] of rate(subject, contest)) {
    for (const contribution of contributions) checkContribution(subject, contest, player, contribution);

    const step = steps.get(player)!;
    const [before, after] = [step.before.value, step.after.value];
    const deltas = contributions.map(({ delta }) => delta);
    const adjustments = adjustmentsOf(subject.rater, changeLine({ ...step, contributions }), subject.settings);
    const points = adjustments.map((adjustment) => checkAdjustment(adjustment, player, contest));
    const isAccounted =
      before === null || after === null
        ? [...deltas, ...points].every((delta) => delta === null)
        : isClose(
            before + [...deltas, ...points].reduce<number>((sum, delta) => sum + (delta ?? Number.NaN), 0),
            after,
          );
    if (isAccounted) continue;
    const adjusted = points.length > 0 ? ` and adjustments ${show(adjustments)}` : '';
    throw new Violation(
      `player ${player} went from ${before} to ${after} with deltas ${show(deltas)}${adjusted}`,
      contest,
    );
  }
}

const REASON = /^[a-z]+(-[a-z]+)*$/;

function checkAdjustment({ reason, points }: Adjustment, player: PlayerId, contest: Contest): number {
  if (REASON.test(reason) && Number.isFinite(points)) return points;
  throw new Violation(`player ${player} has an adjustment that is none: ${show({ reason, points })}`, contest);
}

function showsRatings(subject: Subject, contest: Contest): void {
  const { rater, settings } = subject;
  for (const { state } of rate(subject, contest).values()) {
    const problem = displayProblem(rater.display!(state, settings));
    if (problem) throw new Violation(problem, contest);
  }
}

/** Languages that raters support, one that they do not, and none. */
const LOCALES = ['en', 'de-AT', 'fr', 'tlh', ''];

function explainsChanges(subject: Subject, contest: Contest): void {
  const { rater, settings } = subject;
  for (const [player, { state, contributions }] of rate(subject, contest)) {
    const before = rater.rating(contest.states.get(player) ?? rater.initial(settings), settings);
    const line = changeLine({ before, after: rater.rating(state, settings), contributions });
    for (const locale of LOCALES) {
      const sentence = explanationOf(rater, line, settings, locale);
      if (typeof sentence === 'string' && /^[^\s\0][^\n\0]*\.$/.test(sentence)) continue;
      throw new Violation(`player ${player} is told ${show(sentence)} in "${locale}"`, contest);
    }
  }
}

function checkContribution(
  { rater, settings }: Subject,
  contest: Contest,
  player: PlayerId,
  contribution: Contribution,
): void {
  const { opponent, opponentValue, expected, actual, weight } = contribution;
  const words = `of player ${player}'s contributions, ${show(contribution)}`;
  if (!contest.states.has(opponent) || sideOf(contest.match, opponent) === sideOf(contest.match, player)) {
    throw new Violation(`${words} is from no opponent of the match`, contest);
  }
  const { value } = rater.rating(contest.states.get(opponent), settings);
  if (!isCloseOrNull(opponentValue, value)) {
    throw new Violation(`${words} has an opponentValue that is not ${value}`, contest);
  }
  const isInRange = expected >= 0 && expected <= 1 && actual >= 0 && actual <= 1 && weight >= 0;
  if (!isInRange) throw new Violation(`${words} has a score outside of 0 to 1, or a negative weight`, contest);
}

function sideOf(match: Match, player: PlayerId): number {
  return match.sides.findIndex(({ participants }) => participants.some((participant) => participant.player === player));
}

function sumsToZero(subject: Subject, contest: Contest): void {
  const steps = [...rateSteps(subject, contest).values()];
  const sum = steps.reduce((total, { before, after }) => total + (after.value ?? 0) - (before.value ?? 0), 0);
  const magnitude = steps.reduce((total, { after }) => total + Math.abs(after.value ?? 0), 0);
  if (!isClose(sum, 0, magnitude)) throw new Violation(`the changes add up to ${sum}`, contest);
}
