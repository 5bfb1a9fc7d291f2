import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { describeHistory, printHistory, updateHistory } from './contract-history.js';
import { checkBreaksNobody } from './schema.js';

const BEFORE = `
  type Query { order(by: Order, first: Int = 10, change: Change): Int }
  enum Order { MOST_PLAYED RIVAL }
  input Change { note: String, limit: Int = 5 }`;
const GROWN = BEFORE.replace('RIVAL', 'RIVAL NEMESIS').replace('by: Order', 'by: Order, last: Int');

test('a schema may grow', async () => {
  await expect(checkBreaksNobody(BEFORE, GROWN)).resolves.toBeUndefined();
});

test.each([
  ['a renamed value', BEFORE.replace('MOST_PLAYED', 'MAX_PLAYED'), 'MOST_PLAYED was removed from enum type Order'],
  ['a required argument', BEFORE.replace('by: Order', 'by: Order!'), 'Query.order arg by has changed type'],
  [
    'a new argument that is required',
    BEFORE.replace('by:', 'of: Int!, by:'),
    'A required arg of on Query.order was added',
  ],
  ['a required field of an input', BEFORE.replace('note: String', 'note: String!'), 'Change.note changed type'],
  ['a new field of an input that is required', BEFORE.replace('note:', 'of: Int!, note:'), 'A required field of'],
  ['a field that may be null now', BEFORE.replace('): Int', '): [Int]'), 'Query.order changed type'],
  ['another default of an argument', BEFORE.replace('10', '20'), 'Query.order argument first was 10 and is 20'],
  ['another default of an input', BEFORE.replace(' = 5', ''), 'The default of Change.limit was 5 and is none'],
])('%s is refused by name', async (_, after, said) => {
  await expect(checkBreaksNobody(BEFORE, after)).rejects.toThrow(said);
});

const first = updateHistory([], buildSchema(BEFORE), '0.1.0');

test('a version has in its history the names that no earlier one had, however often it is written', () => {
  const second = updateHistory(first, buildSchema(GROWN), '0.2.0');
  expect(second.map(({ version }) => version)).toEqual(['0.1.0', '0.2.0']);
  expect(second[1]!.added).toEqual({ Order: ['NEMESIS'], Query: ['order(last)'] });
  expect(updateHistory(second, buildSchema(GROWN), '0.2.0')).toEqual(second);
  expect(JSON.parse(printHistory(second))).toEqual(second);
  expect(describeHistory(second)).toContain('## 0.2.0\n\n- `Order`, `NEMESIS`\n- `Query`, `order(last)`\n\n## 0.1.0');
});

test("a version's names cannot be removed, even if clients of the previous version may break", () => {
  const without = buildSchema(BEFORE.replace(', first: Int = 10', ''));
  expect(() => updateHistory(first, without, '0.2.0')).toThrow('lacks what versions had: Query.order(first) (0.1.0)');
});

test('a deprecation names its date', () => {
  const deprecated = (reason: string) =>
    buildSchema(BEFORE.replace('): Int', `): Int @deprecated(reason: "${reason}")`));
  expect(() => updateHistory(first, deprecated('Use rank.'), '0.2.0')).toThrow('Query.order must say since when');
  const [, second] = updateHistory(first, deprecated('Use rank, since 2027-01-31.'), '0.2.0');
  expect(second!.deprecated).toEqual({ 'Query.order': 'Use rank, since 2027-01-31.' });
});
