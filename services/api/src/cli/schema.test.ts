import { expect, test } from 'vitest';
import { checkBreaksNobody } from './schema.js';

const BEFORE = 'type Query { order(by: Order): Int } enum Order { MOST_PLAYED RIVAL }';

test('a schema may grow', async () => {
  const after = BEFORE.replace('RIVAL', 'RIVAL NEMESIS').replace('by: Order', 'by: Order, first: Int');
  await expect(checkBreaksNobody(BEFORE, after)).resolves.toBeUndefined();
});

test.each([
  ['a renamed value', BEFORE.replace('MOST_PLAYED', 'MAX_PLAYED'), 'MOST_PLAYED was removed from enum type Order'],
  ['a required argument', BEFORE.replace('by: Order', 'by: Order!'), 'Query.order arg by has changed type'],
])('%s is refused by name', async (_, after, said) => {
  await expect(checkBreaksNobody(BEFORE, after)).rejects.toThrow(said);
});
