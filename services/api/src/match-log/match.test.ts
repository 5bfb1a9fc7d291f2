import { describe, expect, it } from 'vitest';
import { DEFAULT_STATUS_RULES, type SideStatus, type StatusRules } from '../league/status-rules.js';
import {
  asRated,
  asReported,
  canonicalDetails,
  checkDetails,
  contributionsOf,
  effectivePlacements,
  headToHead,
  MAX_HELD_CONTRIBUTIONS,
  type StoredMatch,
  type StoredSide,
  splitByContributions,
  statusOf,
} from './match.js';

const alone = { playerId: 1, isGuest: false, score: null, minutesPlayed: null, scoresAgainst: [] };
const side = (more: Partial<StoredSide>): StoredSide => ({
  ...{ name: null, placement: null, score: null, participants: [alone], reported: null },
  ...more,
});
const scoring = (...scores: readonly number[]) => ({ participants: scores.map((score) => ({ ...alone, score })) });

describe('the placements by which a match is rated', () => {
  it('are those that were submitted, counted from 1', () => {
    const placed = (placements: readonly number[]) =>
      effectivePlacements(placements.map((placement) => side({ placement })));
    expect(placed([2, 1, 3])).toEqual([2, 1, 3]);
    expect(placed([1, 2, 2, 4])).toEqual([1, 2, 2, 4]);
    expect(placed([9, 3, 3])).toEqual([3, 1, 1]);
  });

  it('follow the scores of the sides, even below zero', () => {
    const scored = (scores: readonly number[]) => effectivePlacements(scores.map((score) => side({ score })));
    expect(scored([3, 21, 3, 17])).toEqual([3, 1, 3, 2]);
    expect(scored([-2, 0, -0])).toEqual([3, 1, 1]);
  });

  it("follow the joint scores of a side's participants", () => {
    expect(effectivePlacements([side(scoring(3, 4)), side(scoring(10)), side(scoring(5, 2))])).toEqual([2, 1, 2]);
  });

  it('follow placements even if sides have scores', () => {
    expect(effectivePlacements([side({ placement: 1, score: 2 }), side({ placement: 2, score: 5 })])).toEqual([1, 2]);
  });

  it('are none if a side has neither', () => {
    expect(effectivePlacements([side({ placement: 1 }), side({ score: 3 })])).toBeNull();
  });
});

describe('the record of two players', () => {
  const met = (more: Partial<StatusRules>, ...statuses: readonly SideStatus[]) => {
    const sides = statuses.map((_, n) => side({ placement: n + 1, participants: [{ ...alone, playerId: n + 1 }] }));
    const rated = asRated(sides, statuses, { ...DEFAULT_STATUS_RULES, ...more });
    const match = { sides: rated, playedAt: new Date(0), weight: 1 } as unknown as StoredMatch;
    const { matches, wins, draws, losses } = headToHead(1, 2, [match]);
    return [matches, wins, draws, losses];
  };

  it('has a match that neither finished as a draw only if it is rated as one', () => {
    expect(met({}, 'FORFEIT', 'FORFEIT')).toEqual([1, 0, 0, 0]);
    expect(met({ NOBODY_FINISHED: 'LAST' }, 'FORFEIT', 'DISQUALIFIED')).toEqual([1, 0, 1, 0]);
    expect(met({ NOBODY_FINISHED: 'LAST' }, 'DID_NOT_START', 'DID_NOT_START')).toEqual([1, 0, 0, 0]);
  });

  it('has no result against somebody who did not start, unless they are rated', () => {
    expect(met({}, 'FINISHED', 'DID_NOT_START', 'FINISHED')).toEqual([1, 0, 0, 0]);
    expect(met({}, 'DID_NOT_FINISH', 'DID_NOT_START', 'FINISHED')).toEqual([1, 0, 0, 0]);
    expect(met({}, 'DID_NOT_START', 'FINISHED', 'FINISHED')).toEqual([1, 0, 0, 0]);
    expect(met({}, 'FINISHED', 'DID_NOT_FINISH', 'FINISHED')).toEqual([1, 1, 0, 0]);
    expect(met({ DID_NOT_START: 'LAST' }, 'FINISHED', 'DID_NOT_START', 'FINISHED')).toEqual([1, 1, 0, 0]);
  });
});

const check = (value: unknown) => checkDetails(value, ['details']);
const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) });
/** Details with this many bytes of JSON. */
const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

describe('details are', () => {
  it.each([
    ['a small object', { map: 'Łódź 🦊', rounds: [13, 7], replay: { url: 'https://example.org/1', at: null } }],
    ['an empty object', {}],
    ['2,048 bytes', ofBytes(2048)],
    ['4 levels deep', nested(4)],
    ['an object with an odd key', JSON.parse('{"__proto__":{"a":1}}')],
  ])('%s', (_, value) => {
    expect(JSON.stringify(check(value))).toBe(JSON.stringify(value));
  });

  it.each([undefined, null])('none: %s', (value) => {
    expect(check(value)).toBeNull();
  });
});

it.each([
  ['as a list', [1, 2], 'details must be a JSON object, but is [1,2]', ['details']],
  ['as a text', 'dust', 'details must be a JSON object, but is "dust"', ['details']],
  ['of 2,049 bytes', ofBytes(2049), 'details must be at most 2048 bytes of JSON, but has 2049', ['details']],
  [
    'of 2,049 bytes in fewer characters',
    { a: `${'é'.repeat(1020)}x` },
    /2048 bytes of JSON, but has 2049/,
    ['details'],
  ],
  [
    '5 levels deep',
    nested(5),
    /must be nested at most 4 levels deep, but contains \{\} below that/,
    ['details', 'in', 'in', 'in', 'in'],
  ],
  ['with a list 5 levels deep', { in: [[[[]]]] }, /at most 4 levels deep/, ['details', 'in', '0', '0', '0']],
  [
    'with a null character',
    { a: ['\0'] },
    /null characters or broken Unicode, but contains "\\u0000"/,
    ['details', 'a', '0'],
  ],
  ['with half a character in a key', { '\ud800': 1 }, /broken Unicode/, ['details']],
  [
    'with a number beyond all',
    { a: Number.POSITIVE_INFINITY },
    /must contain finite numbers only, but one is Infinity/,
    ['details', 'a'],
  ],
])('details are refused: %s', (_, value, message, path) => {
  expect(check(value)).toMatchObject({
    code: 'BAD_INPUT',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    path,
  });
});

it('details are equal in whatever order their keys stand, and lists are not objects', () => {
  const text = (json: string) => JSON.stringify(canonicalDetails(JSON.parse(json)));
  expect(text('{"a":1,"b":{"c":2,"d":3}}')).toBe(text('{"b":{"d":3,"c":2},"a":1}'));
  expect(text('{"a":[1,2]}')).not.toBe(text('{"a":[2,1]}'));
  expect(text('{"__proto__":1}')).not.toBe(text('{}'));
  expect(text('{"a":{"0":1}}')).not.toBe(text('{"a":[1]}'));
  expect(text('{"a":{"entries":[["b",1]]}}')).not.toBe(text('{"a":{"b":1}}'));
});

type Report = readonly [status: SideStatus, placement: number | null, score?: number | null];

/** Sides from a sentence: "FORFEIT, FINISHED 2" with placements, "FINISHED with 3" with points. */
function reportsOf(sentence: string): Report[] {
  return sentence.split(', ').map((side) => {
    const [, status, placement, score] = /^(\w+?)(?: (\d+))?(?: with (\d+))?$/.exec(side)!;
    return [status as SideStatus, placement ? Number(placement) : null, score ? Number(score) : null];
  });
}

/** A match with one player per side, numbered from 1. */
function sidesOf(reports: readonly Report[]): Omit<StoredSide, 'reported'>[] {
  return reports.map(([, placement, score = null], n) => ({
    name: null,
    placement,
    score,
    participants: [{ playerId: n + 1, isGuest: false, score: null, minutesPlayed: null, scoresAgainst: [] }],
  }));
}

const rated = (reports: readonly Report[], rules: Partial<StatusRules> = {}) =>
  asRated(
    sidesOf(reports),
    reports.map(([status]) => status),
    { ...DEFAULT_STATUS_RULES, ...rules },
  );

/** The placement by which each side is rated; null for those that are not rated. */
const placesOf = (reports: readonly Report[], rules?: Partial<StatusRules>) => {
  const sides = rated(reports, rules);
  const places = effectivePlacements(sides)!;
  return sides.map(({ participants }, side) => (participants[0]!.isGuest ? null : places[side]));
};

describe('the sides of a match are rated', () => {
  it.each<[string, string, Partial<StatusRules>, (number | null)[]]>([
    ['as reported, if all finished', 'FINISHED 2, FINISHED 1', {}, [2, 1]],
    ['with a forfeit behind the winner', 'FORFEIT 1, FINISHED 2', {}, [2, 1]],
    ['not at all, if nobody finished', 'FORFEIT 1, DID_NOT_FINISH 2', {}, [null, null]],
    [
      'not at all, if nobody finished in a league that chose its rules before there was one for it',
      'FORFEIT, FORFEIT',
      { NOBODY_FINISHED: undefined as never },
      [null, null],
    ],
    [
      'as a tie of those who are rated, if nobody finished and the rule is LAST',
      'FORFEIT 1, DID_NOT_FINISH 2, DID_NOT_START',
      { NOBODY_FINISHED: 'LAST' },
      [1, 1, null],
    ],
    [
      'by their results, if nobody finished and the rule is AS_PLACED',
      'FORFEIT 2, DID_NOT_FINISH 1',
      { NOBODY_FINISHED: 'AS_PLACED' },
      [2, 1],
    ],
    [
      'by the rule of its status, if that is AS_PLACED for one of those who did not finish',
      'FORFEIT, DID_NOT_FINISH 1',
      { DID_NOT_FINISH: 'AS_PLACED' },
      [2, 1],
    ],
    ['with a forfeit that has no placement', 'FINISHED 1, FORFEIT', {}, [1, 2]],
    ['as reported by the rule AS_PLACED', 'FORFEIT 1, FINISHED 2', { FORFEIT: 'AS_PLACED' }, [1, 2]],
    ['last by AS_PLACED without a result', 'FORFEIT, FINISHED 2', { FORFEIT: 'AS_PLACED' }, [2, 1]],
    [
      'with all who did not reach the end in the last place',
      'DID_NOT_FINISH 2, FINISHED 3, FINISHED 1, DISQUALIFIED 4',
      {},
      [3, 2, 1, 3],
    ],
    ['without those who did not start', 'DID_NOT_START 1, FINISHED 3, FINISHED 2', {}, [null, 2, 1]],
    ['by points, where nobody is placed', 'FINISHED with 3, FORFEIT with 9, FINISHED with 5', {}, [2, 3, 1]],
    [
      'by points without those who are left out',
      'FINISHED with 3, DISQUALIFIED with 9, FINISHED with 5',
      { DISQUALIFIED: 'UNRATED' },
      [2, null, 1],
    ],
  ])('%s', (_, reports, rules, places) => {
    expect(placesOf(reportsOf(reports), rules)).toEqual(places);
  });

  it('by placements alone, if one is last: points would contradict', () => {
    expect(
      rated([
        ['FORFEIT', null, 9],
        ['FINISHED', null, 1],
      ]).map(({ score }) => score),
    ).toEqual([null, null]);
    const unrated = rated([
      ['DID_NOT_START', null, 9],
      ['FINISHED', null, 1],
      ['FINISHED', null, 2],
    ]);
    expect(unrated.map(({ score }) => score)).toEqual([9, 1, 2]);
  });

  it('and shown as they were reported', () => {
    const reports: readonly Report[] = [
      ['FORFEIT', 1, 9],
      ['FINISHED', 2, 1],
      ['DID_NOT_START', 3],
    ];
    const shown = asReported(rated(reports));
    expect(shown.map(statusOf)).toEqual(['FORFEIT', 'FINISHED', 'DID_NOT_START']);
    expect(shown.map(({ reported: _, ...side }) => side)).toEqual(sidesOf(reports));
  });

  it('with opponents who were merged since under their new ids', () => {
    const sides = sidesOf([
      ['FORFEIT', 1],
      ['FINISHED', 2],
    ]);
    const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
    const against = [{ opponentId: 2, score: 7 }];
    const stored = asRated(
      [{ ...one, participants: [{ ...one.participants[0]!, scoresAgainst: against }] }, other],
      ['FORFEIT', 'FINISHED'],
      DEFAULT_STATUS_RULES,
    );
    const merged = stored.map((side) => ({
      ...side,
      participants: side.participants.map((part) => ({ ...part, playerId: part.playerId === 2 ? 42 : part.playerId })),
    }));
    expect(asReported(merged)[0]!.participants[0]!.scoresAgainst).toEqual([{ opponentId: 42, score: 7 }]);
  });
});

describe('contributions', () => {
  it.each([
    ['a duel', [1, 1], 2],
    ['five against five', [5, 5], 50],
    ['a free-for-all of ten', Array(10).fill(1), 90],
    ['one against nine', [1, 9], 18],
  ])('of %s are one for each opponent of each participant', (_, sizes, count) => {
    const sides = sizes.map((size: number) => ({ participants: Array(size).fill(null) }));
    expect(contributionsOf({ sides })).toBe(count);
  });

  it('are split into parts as large as allowed, and a single element may be larger', () => {
    const half = MAX_HELD_CONTRIBUTIONS / 2;
    expect(
      splitByContributions([half, half, 1, MAX_HELD_CONTRIBUTIONS + 1, 1, MAX_HELD_CONTRIBUTIONS], (count) => count),
    ).toEqual([[half, half], [1], [MAX_HELD_CONTRIBUTIONS + 1], [1], [MAX_HELD_CONTRIBUTIONS]]);
    expect(splitByContributions([], () => 1)).toEqual([]);
  });
});
