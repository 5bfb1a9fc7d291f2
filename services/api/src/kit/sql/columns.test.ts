import { expect, it } from 'vitest';
import {
  arrayLiteral,
  binaryArray,
  type Columns,
  columnCount,
  columnNames,
  columnParameters,
  columnRows,
  columnValues,
} from './columns.js';

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

it('columns make the parts of an INSERT, arrays of arrays as text or packed', () => {
  const columns = {
    sequence: 'integer',
    parts: 'packed double precision[]',
    guests: 'packed boolean[]',
    state: 'jsonb',
    names: 'text[]',
    scores: 'double precision[]',
  } as const satisfies Columns;
  expect(columnNames(columns)).toBe('sequence, parts, guests, state, names, scores');
  expect(columnCount(columns)).toBe(10);
  expect(columnValues(columns, 3)).toBe(
    'sequence, ($4::double precision[])[parts_begin:parts_end], ($7::boolean[])[guests_begin:guests_end], ' +
      'state::jsonb, names::text[], scores::double precision[]',
  );
  expect(columnRows(columns, 3)).toBe(
    '(SELECT unnest($3::integer[]) AS sequence, unnest($5::integer[]) AS parts_begin, unnest($6::integer[]) AS parts_end, ' +
      'unnest($8::integer[]) AS guests_begin, unnest($9::integer[]) AS guests_end, unnest($10::text[]) AS state, ' +
      'unnest($11::text[]) AS names, unnest($12::text[]) AS scores) AS new',
  );
  const rows = [
    { sequence: 1, parts: [0.5, -0], guests: null, state: null, names: null, scores: null },
    { sequence: 2, parts: [], guests: [true, null], state: '{}', names: null, scores: null },
    { sequence: 3, parts: [Number.NaN], guests: null, state: null, names: arrayLiteral(['a', 'b']), scores: null },
  ];
  expect(columnParameters(columns, rows)).toEqual([
    binaryArray('integer', [1, 2, 3]),
    binaryArray('double precision', [0.5, -0, Number.NaN]),
    binaryArray('integer', [1, 3, 3]),
    binaryArray('integer', [2, 2, 3]),
    binaryArray('boolean', [true, null]),
    binaryArray('integer', [null, 1, null]),
    binaryArray('integer', [null, 2, null]),
    binaryArray('text', [null, '{}', null]),
    binaryArray('text', [null, null, '{"a","b"}']),
    binaryArray('text', []),
  ]);
});
