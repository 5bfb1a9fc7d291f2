import { expect, it } from 'vitest';
import { arrayLiteral } from './array-literal.js';
import { type Columns, columnNames, columnParameters, columnRows, columnValues } from './columns.js';

it.each([
  [[], '{}'],
  [[1, -0.5, 1e300, Number.NaN, Number.NEGATIVE_INFINITY], '{1,-0.5,1e+300,NaN,-Infinity}'],
  [[true, null, false], '{true,NULL,false}'],
  [
    ['', 'NULL', 'a,b', '{c}', 'say "hi"', 'back\\slash', 'Ørsted ♔'],
    '{"","NULL","a,b","{c}","say \\"hi\\"","back\\\\slash","Ørsted ♔"}',
  ],
])('the array of %j is written as %s', (values, literal) => {
  expect(arrayLiteral(values)).toBe(literal);
});

it('columns make the parts of an INSERT, arrays of arrays as text', () => {
  const columns = { sequence: 'integer', names: 'text[]' } as const satisfies Columns;
  expect(columnNames(columns)).toBe('sequence, names');
  expect(columnValues(columns)).toBe('sequence, names::text[]');
  expect(columnRows(columns, 3)).toBe('unnest($3::integer[], $4::text[]) AS new (sequence, names)');
  const rows = [
    { sequence: 1, names: null },
    { sequence: 2, names: arrayLiteral(['a', 'b']) },
  ];
  expect(columnParameters(columns, rows)).toEqual(['{1,2}', '{NULL,"{\\"a\\",\\"b\\"}"}']);
});
