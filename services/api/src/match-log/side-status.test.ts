import { describe, expect, it } from 'vitest';
import { DEFAULT_STATUS_RULES, type SideStatus, type StatusRules } from '../league/status-rules.js';
import { effectivePlacements, type StoredSide } from './match.js';
import { asRated, asReported, statusOf } from './side-status.js';

type Told = readonly [status: SideStatus, placement: number | null, score?: number | null];

/** Sides from a sentence: "FORFEIT, FINISHED 2" with placements, "FINISHED with 3" with points. */
function toldBy(sentence: string): Told[] {
  return sentence.split(', ').map((side) => {
    const [, status, placement, score] = /^(\w+?)(?: (\d+))?(?: with (\d+))?$/.exec(side)!;
    return [status as SideStatus, placement ? Number(placement) : null, score ? Number(score) : null];
  });
}

/** A match of one player a side, who are numbered from 1. */
function sidesOf(told: readonly Told[]): Omit<StoredSide, 'reported'>[] {
  return told.map(([, placement, score = null], n) => ({
    name: null,
    placement,
    score,
    participants: [{ playerId: n + 1, isGuest: false, score: null, minutesPlayed: null, scoresAgainst: [] }],
  }));
}

const rated = (told: readonly Told[], rules: Partial<StatusRules> = {}) =>
  asRated(
    sidesOf(told),
    told.map(([status]) => status),
    { ...DEFAULT_STATUS_RULES, ...rules },
  );

/** The placement by which each side is rated; null for those that are not rated. */
const placesOf = (told: readonly Told[], rules?: Partial<StatusRules>) => {
  const sides = rated(told, rules);
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
  ])('%s', (_, told, rules, places) => {
    expect(placesOf(toldBy(told), rules)).toEqual(places);
  });

  it('by placements alone, where one is last: points would say otherwise', () => {
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
    const told: readonly Told[] = [
      ['FORFEIT', 1, 9],
      ['FINISHED', 2, 1],
      ['DID_NOT_START', 3],
    ];
    const shown = asReported(rated(told));
    expect(shown.map(statusOf)).toEqual(['FORFEIT', 'FINISHED', 'DID_NOT_START']);
    expect(shown.map(({ reported: _, ...side }) => side)).toEqual(sidesOf(told));
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
