import { isClose, isCloseRating, isSame } from './compare.js';
import { outlookOf, statesBySide } from './contest.js';
import { type Contest, type Law, type Subject, show, Violation } from './law.js';

const DAY = 24 * 3_600_000;
/** Two waits in days: within an evening, over a week, over years. */
const WAITS = [
  [0, 0.1],
  [0.3, 7],
  [40, 2000],
] as const;

/** Laws about times and future matches. */
export const outlookLaws: readonly Law[] = [
  {
    law: 'idle time in two parts equals the whole',
    applies: ({ rater }) => rater.idle !== undefined,
    each: idlesInParts,
  },
  {
    law: 'an expired wait changes nothing that is shown',
    applies: ({ rater }) => rater.waited !== undefined,
    each: showsNoWait,
  },
  { law: 'predictions are chances that add up to 1', each: predictsChances },
  { law: 'predictions do not depend on the order of the sides', each: predictsInAnyOrder },
];

function idlesInParts(subject: Subject, { match, states }: Contest): void {
  const { rater, settings } = subject;
  for (const [player, state] of states) {
    for (const [first, second] of WAITS) {
      const half = match.playedAt + first * DAY;
      const end = half + second * DAY;
      const whole = rater.rating(rater.idle!(state, end, settings), settings);
      const parts = rater.rating(rater.idle!(rater.idle!(state, half, settings), end, settings), settings);
      if (isCloseRating(whole, parts)) continue;
      throw new Violation(
        `player ${player} has ${show(whole)} at ${end}, but ${show(parts)} if asked at ${half} between`,
        { match, states },
      );
    }
  }
}

function showsNoWait(subject: Subject, { match, states }: Contest): void {
  const { rater, settings } = subject;
  for (const [player, state] of states) {
    const shown = (each: unknown) => ({ ...rater.rating(each, settings), display: rater.display?.(each, settings) });
    for (const days of WAITS.flat()) {
      const waited = rater.waited!(state, match.playedAt + days * DAY, settings);
      if (isSame(shown(waited), shown(state))) continue;
      throw new Violation(
        `player ${player} is shown as ${show(shown(waited))} after waiting, and was as ${show(shown(state))} before`,
        { match, states },
      );
    }
  }
}

/** Time and roles may be known or not. */
function predictsChances(subject: Subject, contest: Contest): void {
  const { rater, settings } = subject;
  expectChances(predict(subject, contest), contest);
  for (const outlook of [undefined, {}]) {
    expectChances(rater.predict(statesBySide(contest), settings, outlook), contest);
  }
}

function expectChances(chances: readonly number[], contest: Contest): void {
  const sum = chances.reduce((total, chance) => total + chance, 0);
  const isComplete = chances.length === contest.match.sides.length;
  if (isComplete && isClose(sum, 1) && chances.every((chance) => chance >= 0 && chance <= 1)) return;
  throw new Violation(`the prediction is ${show(chances)}`, contest);
}

function predictsInAnyOrder(subject: Subject, contest: Contest): void {
  const sides = contest.match.sides
    .map((side) => ({ ...side, participants: [...side.participants].reverse() }))
    .reverse();
  const chances = predict(subject, contest);
  const turned = [...predict(subject, { ...contest, match: { ...contest.match, sides } })].reverse();
  if (chances.every((chance, side) => isClose(chance, turned[side]!))) return;
  throw new Violation(`the prediction is ${show(chances)}, but ${show(turned)} from the other end`, contest);
}

function predict({ rater, settings }: Subject, contest: Contest): readonly number[] {
  return rater.predict(statesBySide(contest), settings, outlookOf(contest));
}
