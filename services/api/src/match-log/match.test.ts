import { describe, expect, it } from 'vitest';
import { DEFAULT_STATUS_RULES, type SideStatus, type StatusRule } from '../league/status-rules.js';
import { effectivePlacements, headToHead, type StoredMatch, type StoredSide } from './match.js';
import { asRated } from './side-status.js';

const alone = { playerId: 1, isGuest: false, score: null, minutesPlayed: null, scoresAgainst: [] };
const side = (more: Partial<StoredSide>): StoredSide => ({
  ...{ name: null, placement: null, score: null, participants: [alone], reported: null },
  ...more,
});
const scoring = (...scores: readonly number[]) => ({ participants: scores.map((score) => ({ ...alone, score })) });

describe('the placements that a match is rated by', () => {
  it('are those that were submitted, counted from 1', () => {
    const placed = (placements: readonly number[]) =>
      effectivePlacements(placements.map((placement) => side({ placement })));
    expect(placed([2, 1, 3])).toEqual([2, 1, 3]);
    expect(placed([1, 2, 2, 4])).toEqual([1, 2, 2, 4]);
    expect(placed([9, 3, 3])).toEqual([3, 1, 1]);
  });

  it('go by the scores of the sides, also below zero', () => {
    const scored = (scores: readonly number[]) => effectivePlacements(scores.map((score) => side({ score })));
    expect(scored([3, 21, 3, 17])).toEqual([3, 1, 3, 2]);
    expect(scored([-2, 0, -0])).toEqual([3, 1, 1]);
  });

  it('go by what the participants of a side scored together', () => {
    expect(effectivePlacements([side(scoring(3, 4)), side(scoring(10)), side(scoring(5, 2))])).toEqual([2, 1, 2]);
  });

  it('go by placements where sides have scores as well', () => {
    expect(effectivePlacements([side({ placement: 1, score: 2 }), side({ placement: 2, score: 5 })])).toEqual([1, 2]);
  });

  it('are none where a side has neither', () => {
    expect(effectivePlacements([side({ placement: 1 }), side({ score: 3 })])).toBeNull();
  });
});

describe('the record of two players', () => {
  const met = (NOBODY_FINISHED: StatusRule, ...statuses: readonly SideStatus[]) => {
    const sides = statuses.map((_, n) => side({ participants: [{ ...alone, playerId: n + 1 }] }));
    const rated = asRated(sides, statuses, { ...DEFAULT_STATUS_RULES, NOBODY_FINISHED });
    const match = { sides: rated, playedAt: new Date(0), weight: 1 } as unknown as StoredMatch;
    const { matches, wins, draws, losses } = headToHead(1, 2, [match]);
    return [matches, wins, draws, losses];
  };

  it('has a match that neither finished as a draw only if it is rated as one', () => {
    expect(met('UNRATED', 'FORFEIT', 'FORFEIT')).toEqual([1, 0, 0, 0]);
    expect(met('LAST', 'FORFEIT', 'DISQUALIFIED')).toEqual([1, 0, 1, 0]);
    expect(met('LAST', 'DID_NOT_START', 'DID_NOT_START')).toEqual([1, 0, 0, 0]);
  });
});
