import type { PlayerId } from '../match.js';
import type { JournalLine, RatingValue } from '../rater.js';
import { rateMatch, replay } from '../replay.js';
import { type Contest, contests, isSame, type Law, rate, type Subject, show, statesBySide, Violation } from './law.js';

const HOUR = 3_600_000;

/** That a rating is a function of the log and nothing else, and can be kept. */
export const purityLaws: readonly Law[] = [
  { law: 'the same input gives the same bits', check: isDeterministic },
  { law: 'inputs are left untouched', check: leavesInputs },
  { law: 'everything is finite', check: staysFinite },
  { law: 'a state survives JSON', check: survivesJson },
  { law: 'replay equals rating one by one', check: replaysExactly },
  {
    law: 'the journal restores the state',
    applies: ({ rater }) => rater.restore !== undefined,
    check: restoresFromJournal,
  },
];

/** Everything that the rater answers to a contest. */
function answers({ rater, settings }: Subject, { match, states }: Contest): Record<string, unknown> {
  const later = match.playedAt + 30 * HOUR;
  const before = [...states.values()];
  const rated = rate({ rater, settings }, { match, states });
  return {
    formats: rater.formats(settings),
    initial: rater.initial(settings),
    rate: [...rated].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    rating: before.map((state) => rater.rating(state, settings)),
    ratingAfter: [...rated.values()].map(({ state }) => rater.rating(state, settings)),
    idle: before.map((state) => rater.idle?.(state, later, settings)),
    waited: before.map((state) => rater.waited?.(state, later, settings)),
    display: before.map((state) => rater.display?.(state, settings)),
    predict: rater.predict(statesBySide({ match, states }), settings),
  };
}

function isDeterministic(subject: Subject): void {
  const trials = [...contests(subject)].map((contest) => {
    const copy = structuredClone(contest);
    return { contest: copy, answers: structuredClone(answers(subject, contest)) };
  });
  letTimePass();
  for (const { contest, answers: expected } of trials) {
    const again = answers(subject, structuredClone(contest));
    for (const name of Object.keys(expected)) {
      if (isSame(expected[name], again[name])) continue;
      throw new Violation(`${name} was ${show(expected[name])} and is ${show(again[name])}`, contest);
    }
  }
}

/** A rater that reads the clock answers differently once the clock has moved. */
function letTimePass(): void {
  const start = Date.now();
  while (Date.now() < start + 2);
}

function leavesInputs(subject: Subject): void {
  for (const contest of contests(subject)) {
    const before = structuredClone({ ...contest, settings: subject.settings });
    answers(subject, contest);
    for (const name of ['match', 'states', 'settings'] as const) {
      const now = { ...contest, settings: subject.settings }[name];
      if (!isSame(now, before[name])) throw new Violation(`${name} has become ${showInput(now)}`, before);
    }
  }
}

function showInput(input: unknown): string {
  return show(input instanceof Map ? [...input] : input);
}

function staysFinite(subject: Subject): void {
  const { rater, settings } = subject;
  for (const contest of contests(subject)) {
    const rated = [...rate(subject, contest).values()];
    const later = contest.match.playedAt + 1000 * HOUR;
    for (const { state } of rated) {
      const states = [state, rater.idle?.(state, later, settings), rater.waited?.(state, later, settings)];
      for (const reached of states.filter((candidate) => candidate !== undefined)) {
        expectFinite('rating', rater.rating(reached, settings), contest);
      }
    }
    for (const { contributions } of rated) {
      for (const contribution of contributions) expectFinite('contribution', contribution, contest);
    }
    expectFinite('prediction', rater.predict(statesBySide(contest), settings), contest);
  }
}

function expectFinite(name: string, numbers: object, contest: Contest): void {
  for (const value of Object.values(numbers)) {
    if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
      throw new Violation(`a ${name} is not finite: ${show(numbers)}`, contest);
    }
  }
}

function survivesJson(subject: Subject): void {
  for (const contest of contests(subject)) {
    const kept = new Map<PlayerId, unknown>();
    for (const [player, state] of contest.states) {
      const copy = JSON.parse(JSON.stringify(state));
      if (!isSame(copy, state)) throw new Violation(`player ${player}'s state comes back as ${show(copy)}`, contest);
      kept.set(player, copy);
    }
    const expected = rate(subject, contest);
    const actual = rate(subject, { ...contest, states: kept });
    for (const [player, { state }] of expected) {
      if (isSame(actual.get(player)?.state, state)) continue;
      throw new Violation(`player ${player} rates differently from a state that was kept as JSON`, contest);
    }
  }
}

/** One by one means: each match on its own, with questions about other matches in between, as a service has them. */
function replaysExactly(subject: Subject): void {
  const { rater, settings, log } = subject;
  const replayed = [...replay(rater, settings, log)];
  const states = new Map<PlayerId, unknown>();
  log.forEach((match, index) => {
    rateMatch(rater, settings, log[(index * 7) % log.length]!, new Map());
    const before = new Map(states);
    const changes = rateMatch(rater, settings, match, states);
    const expected = replayed[index]!.changes;
    if (isSame(changes, expected)) return;
    const changed = changes.find((change, line) => !isSame(change, expected[line]));
    throw new Violation(`player ${changed?.player} differs from the replay: ${show(changed)}`, {
      match,
      states: before,
    });
  });
}

function restoresFromJournal(subject: Subject): void {
  const { rater, settings, log } = subject;
  const { needs, from } = rater.restore!;
  const journals = new Map<PlayerId, JournalLine[]>();
  for (const { match, changes } of replay(rater, settings, log)) {
    for (const { player, after, contributions, stateAfter } of changes) {
      const lines = journals.get(player) ?? [];
      journals.set(player, [...lines, journalLine(match.playedAt, after, contributions)]);
      const needed = journals.get(player)!.slice(needs === 'last' ? -1 : 0);
      const restored = from(structuredClone(needed), settings);
      if (isSame(restored, stateAfter)) continue;
      throw new Violation(`player ${player}'s state ${show(stateAfter)} comes back as ${show(restored)}`, {
        journal: needed,
      });
    }
  }
}

function journalLine(
  playedAt: number,
  { value, deviation }: RatingValue,
  contributions: JournalLine['contributions'],
): JournalLine {
  return { playedAt, after: { value, deviation }, contributions };
}
