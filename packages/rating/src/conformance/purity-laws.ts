import type { Match, PlayerId } from '../match.js';
import type { JournalLine } from '../rater.js';
import { rateMatch, ratingProblem, replay } from '../replay.js';
import { isSame } from './compare.js';
import { contests, outlookOf, rate, statesBySide } from './contest.js';
import { type Contest, type Law, type Subject, show, Violation } from './law.js';
import { underOtherIds } from './variations.js';

const HOUR = 3_600_000;

/** Laws that a rating is a function of the log and nothing else, and can be stored. */
export const purityLaws: readonly Law[] = [
  { law: 'the same input gives the same bits', check: isDeterministic },
  { law: 'inputs are left untouched', each: leavesInputs },
  { law: 'everything is finite', each: staysFinite },
  { law: 'a state survives JSON', each: survivesJson },
  { law: 'replay equals rating one by one', check: replaysExactly },
  { law: 'who the players are is irrelevant', check: ignoresIds },
  {
    law: 'the journal restores the state',
    applies: ({ rater }) => rater.restore !== undefined,
    check: restoresFromJournal,
  },
];

/** All inputs of the rater's functions for one contest. */
interface Inputs extends Contest {
  readonly settings: unknown;
  readonly sides: readonly (readonly unknown[])[];
}

function inputsOf({ settings }: Subject, contest: Contest): Inputs {
  return { ...contest, settings, sides: statesBySide(contest) };
}

/** All of the rater's answers for a contest. */
function answers({ rater, log }: Subject, { match, states, settings, sides }: Inputs): Record<string, unknown> {
  const later = match.playedAt + 30 * HOUR;
  const before = [...states.values()];
  const rated = rate({ rater, settings, log }, { match, states });
  return {
    formats: rater.formats(settings),
    initial: rater.initial(settings),
    rate: rated,
    rating: before.map((state) => rater.rating(state, settings)),
    idle: before.map((state) => rater.idle?.(state, later, settings)),
    waited: before.map((state) => rater.waited?.(state, later, settings)),
    display: before.map((state) => rater.display?.(state, settings)),
    predict: rater.predict(sides, settings, outlookOf({ match, states })),
  };
}

function isDeterministic(subject: Subject): void {
  const trials = [...contests(subject)].map((contest) => {
    const inputs = structuredClone(inputsOf(subject, contest));
    return { inputs, expected: structuredClone(answers(subject, inputsOf(subject, contest))) };
  });
  letTimePass();
  for (const { inputs, expected } of trials) {
    const again = answers(subject, structuredClone(inputs));
    for (const name of Object.keys(expected)) {
      if (isSame(expected[name], again[name])) continue;
      throw new Violation(`${name} was ${show(expected[name])} and is now ${show(again[name])}`, inputs);
    }
  }
}

/** A rater that reads the clock answers differently once the clock has moved. */
function letTimePass(): void {
  const start = Date.now();
  while (Date.now() < start + 2);
}

function leavesInputs(subject: Subject, contest: Contest): void {
  const inputs = inputsOf(subject, contest);
  const copy = structuredClone(inputs);
  answers(subject, inputs);
  for (const name of ['match', 'states', 'settings', 'sides'] as const) {
    if (!isSame(inputs[name], copy[name])) throw new Violation(`${name} has become ${show(inputs[name])}`, copy);
  }
}

function staysFinite(subject: Subject, contest: Contest): void {
  const { rater, settings } = subject;
  const later = contest.match.playedAt + 1000 * HOUR;
  for (const { state, contributions } of rate(subject, contest).values()) {
    const reached = [state, rater.idle?.(state, later, settings), rater.waited?.(state, later, settings)];
    for (const each of reached) {
      const problem = each === undefined ? undefined : ratingProblem(rater.rating(each, settings));
      if (problem) throw new Violation(problem, contest);
    }
    for (const contribution of contributions) expectFinite('contribution', contribution, contest);
  }
  expectFinite('prediction', rater.predict(statesBySide(contest), settings, outlookOf(contest)), contest);
}

function expectFinite(name: string, numbers: object, contest: Contest): void {
  for (const value of Object.values(numbers)) {
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
      throw new Violation(`a ${name} is not finite: ${show(numbers)}`, contest);
    }
  }
}

function survivesJson(subject: Subject, contest: Contest): void {
  const kept = new Map<PlayerId, unknown>();
  for (const [player, state] of contest.states) {
    const copy = JSON.parse(JSON.stringify(state));
    if (!isSame(copy, state)) throw new Violation(`player ${player}'s state comes back as ${show(copy)}`, contest);
    kept.set(player, copy);
  }
  if (isSame(rate(subject, contest), rate(subject, { ...contest, states: kept }))) return;
  throw new Violation('states that were kept as JSON rate differently', contest);
}

/** One by one means that each match comes after a call for another one, as in a service. */
function replaysExactly(subject: Subject): void {
  const { rater, settings, log } = subject;
  const states = new Map<PlayerId, unknown>();
  for (const [index, { match, changes }] of [...replay(rater, settings, log)].entries()) {
    rateMatch(rater, settings, log.at(-1 - index)!, new Map());
    const before = new Map(states);
    const single = rateMatch(rater, settings, match, states);
    const different = single.find((change, line) => !isSame(change, changes[line]));
    if (!different) continue;
    const expected = changes.find(({ player }) => player === different.player);
    throw new Violation(`one by one it is ${show(different)}, in the replay ${show(expected)}`, {
      match,
      states: before,
    });
  }
}

/** As when a log is exported and imported elsewhere: the players are the same, but their ids are not. */
function ignoresIds({ rater, settings, log }: Subject): void {
  const elsewhere = replay(rater, settings, log.map(underOtherIds));
  for (const { match, changes } of replay(rater, settings, log)) {
    const others = elsewhere.next().value!.changes;
    for (const [line, { player, after }] of changes.entries()) {
      const other = others[line]!.after;
      if (isSame(after, other)) continue;
      throw new Violation(`player ${player} has ${show(after)}, but ${show(other)} under another id`, { match });
    }
  }
}

function restoresFromJournal(subject: Subject): void {
  const { rater, settings, log } = subject;
  const { needs, readsContributions = true, memory, from } = rater.restore!;
  const width = memory?.width(settings) ?? 0;
  const journals = new Map<PlayerId, readonly JournalLine[]>();
  const states = new Map<PlayerId, unknown>();
  for (const match of log) {
    expireWait(subject, match, journals, states);
    for (const { player, after, contributions, stateAfter } of rateMatch(rater, settings, match, states)) {
      const { value, deviation } = after;
      const line = {
        playedAt: match.playedAt,
        after: { value, deviation },
        contributions: readsContributions ? contributions : [],
        ...(width > 0 && { memory: memory!.of(stateAfter, settings) }),
      };
      if (line.memory && !(line.memory.length === width && line.memory.every(Number.isFinite))) {
        throw new Violation(`player ${player}'s memory is not ${width} finite numbers: ${show(line.memory)}`, {
          match,
        });
      }
      const journal = needs === 'last' ? [line] : [...(journals.get(player) ?? []), line];
      journals.set(player, journal);
      for (const given of needs === 'count' ? [journal, [{ ...line, number: journal.length }]] : [journal]) {
        const restored = from(structuredClone(given), settings);
        if (isSame(restored, stateAfter)) continue;
        throw new Violation(`player ${player}'s state ${show(stateAfter)} comes back as ${show(restored)}`, {
          journal: given,
        });
      }
    }
  }
}

/** Everybody who has played waits for an opponent between their last match and this one; the journal does not mention it. */
function expireWait(
  { rater, settings }: Subject,
  { playedAt }: Match,
  journals: ReadonlyMap<PlayerId, readonly JournalLine[]>,
  states: Map<PlayerId, unknown>,
): void {
  if (!rater.waited) return;
  for (const [player, state] of states) {
    const last = journals.get(player)!.at(-1)!.playedAt;
    states.set(player, rater.waited(state, (last + playedAt) / 2, settings));
  }
}
