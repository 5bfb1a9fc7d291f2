import { expect, test } from 'vitest';
import { differences, withoutRepeats } from './differences.js';

test.each([
  [{ name: 'a', same: 1 }, { name: 'b', same: 1 }, [{ field: 'name', before: 'a', after: 'b' }]],
  [null, { name: 'a' }, [{ field: 'name', before: null, after: 'a' }]],
  [{ name: 'a' }, null, [{ field: 'name', before: 'a', after: null }]],
  [{ at: { k: 1, l: 2 } }, { at: { k: 1, l: 3 } }, [{ field: 'at.l', before: 2, after: 3 }]],
  [{ list: [1, 2] }, { list: [1, 3] }, [{ field: 'list', before: '[1,2]', after: '[1,3]' }]],
  [
    { sides: [{ score: 2 }, { score: 1, name: 'x'.repeat(400) }] },
    { sides: [{ score: 2 }, { score: 3, name: 'x'.repeat(400) }] },
    [{ field: 'sides.1.score', before: 1, after: 3 }],
  ],
  [{ sides: [{ a: 1 }, { a: 2 }] }, { sides: [{ a: 1 }] }, [{ field: 'sides.1.a', before: 2, after: null }]],
  [null, { sides: [{ a: 1 }] }, [{ field: 'sides.0.a', before: null, after: 1 }]],
  [{ sides: [{ a: 1 }] }, { sides: [] }, [{ field: 'sides.0.a', before: 1, after: null }]],
  [{ list: [] }, { list: [3] }, [{ field: 'list', before: '[]', after: '[3]' }]],
  [null, { list: [] }, [{ field: 'list', before: null, after: '[]' }]],
  [null, { ids: ['m-1', 'm-2'] }, [{ field: 'ids', before: null, after: 'm-1, m-2' }]],
  ['x', 'y', [{ field: '', before: 'x', after: 'y' }]],
  [{ on: false }, { on: true }, [{ field: 'on', before: 'false', after: 'true' }]],
  [{ a: 1 }, { a: 1 }, []],
  [null, null, []],
  [null, { none: null, some: 1 }, [{ field: 'some', before: null, after: 1 }]],
])('between %j and %j is %j', (before, after, expected) => {
  expect(differences(before, after)).toEqual(expected);
});

test('a removed side is shown once, without empty values', () => {
  const players = [{ player: 'ann', isGuest: false, scoresAgainst: [], note: '' }];
  const side = {
    reported: { status: 'FINISHED', placement: 2, participants: players },
    placement: 3,
    participants: players,
  };
  expect(withoutRepeats(differences({ sides: [side] }, { sides: [] }))).toEqual([
    { field: 'sides.0.reported.status', before: 'FINISHED', after: null },
    { field: 'sides.0.reported.placement', before: 2, after: null },
    { field: 'sides.0.placement', before: 3, after: null },
    { field: 'sides.0.participants.0.player', before: 'ann', after: null },
  ]);
  const guest = (isGuest: boolean) => ({ sides: [{ participants: [{ isGuest }] }] });
  expect(withoutRepeats(differences(guest(true), guest(false)))).toHaveLength(1);
});

test('long values are cut', () => {
  expect(differences(null, 'x'.repeat(1_000))[0]!.after).toHaveLength(301);
});
