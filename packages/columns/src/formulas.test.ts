import { expect, test } from 'vitest';
import { givenText, withoutFormula } from './formulas.js';

test.each(['=1+1', '+49', '-5', '@ann', '\t=1', '＝1', "'=1", "''-x"])(
  '%j is no formula in a spreadsheet, and is restored when it is read',
  (text) => {
    const cell = withoutFormula(text);
    expect(cell).toBe(`'${text}`);
    expect(givenText(cell)).toBe(text);
  },
);

test.each(['ann', '', "'ann", "o'hara", '1-0', "'"])('%j stays unchanged', (text) => {
  expect([withoutFormula(text), givenText(text)]).toEqual([text, text]);
});
