import { expect, it } from 'vitest';
import { ResidentStates, States } from './resident-states.js';

/** A player with an expired wait. */
function strong(player: number): States {
  const states = new States([[player, 'strong']]);
  states.waits.set(player, [{ at: new Date(0), sequence: 3 }]);
  return states;
}

it('whose state was looked for is missing no more, even if they have none', () => {
  const residents = new ResidentStates();
  expect(residents.missing([1, 2, 2])).toEqual([1, 2]);
  residents.keep([1, 2], strong(1));
  expect(residents.missing([1, 2, 3])).toEqual([3]);
  expect([1, 2, 3].map((player) => residents.has(player))).toEqual([true, false, false]);
  expect(residents.size).toBe(2);
});

it('what states take is counted as they are replaced', () => {
  const residents = new ResidentStates();
  const numbers = (length: number) => new States([[1, new Float64Array(length)]]);
  residents.keep([1, 2], numbers(1000));
  const before = residents.bytes;
  expect(before).toBeGreaterThanOrEqual(8000);
  residents.keep([1], numbers(2000));
  expect(residents.bytes).toBe(before + 8000);
  residents.keep([1], new States());
  expect(residents.bytes).toBe(0);
});

it('states that are picked can be moved without being moved here', () => {
  const residents = new ResidentStates();
  residents.keep([1], strong(1));
  residents.pick([1, 2]).set(1, 'half-done');
  expect(residents.pick([1, 2])).toEqual(strong(1));
});

it('what was foreseen stays where it came true', () => {
  const residents = new ResidentStates();
  residents.keep([1], strong(1));
  const first = residents.foresee(new States([[1, 'a']]));
  const second = residents.foresee(new States([[1, 'b']]));
  first.confirm();
  second.confirm();
  expect(residents.pick([1])).toEqual(new States([[1, 'b']]));
});

it('where it did not, all is as it was before, whatever was foreseen since', () => {
  const residents = new ResidentStates();
  residents.keep([1], strong(1));
  const first = residents.foresee(new States([[1, 'a']]));
  const second = residents.foresee(
    new States([
      [1, 'b'],
      [2, 'b'],
    ]),
  );
  first.undo();
  expect(residents.pick([1, 2])).toEqual(strong(1));
  residents.keep([1], new States([[1, 'c']]));
  second.undo();
  expect(residents.pick([1, 2])).toEqual(new States([[1, 'c']]));
});

it('what came true stays where the next did not', () => {
  const residents = new ResidentStates();
  const first = residents.foresee(new States([[1, 'a']]));
  const second = residents.foresee(new States([[1, 'b']]));
  first.confirm();
  second.undo();
  expect(residents.pick([1])).toEqual(new States([[1, 'a']]));
});
