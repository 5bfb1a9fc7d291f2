import { expect, test } from 'vitest';
import { mergeJoin } from './snapshot.js';

const place = (text: string) => {
  const [day, sequence] = text.split('.').map(Number);
  return { playedAt: new Date(day!), sequence: sequence!, text };
};

async function* pagesOf(...pages: readonly string[][]) {
  for (const page of pages) yield page.map(place);
}

/** The pairs as text: "left|right". */
async function laid(left: string[][], right: string[][]): Promise<string[]> {
  const lines: string[] = [];
  for await (const pairs of mergeJoin(pagesOf(...left), pagesOf(...right))) {
    for (const pair of pairs) lines.push(`${pair.left?.text ?? ''}|${pair.right?.text ?? ''}`);
  }
  return lines;
}

test.each<[string, string[][], string[][], string[]]>([
  ['equal streams pair off', [['1.1', '2.2']], [['1.1', '2.2']], ['1.1|1.1', '2.2|2.2']],
  ['pages need not match', [['1.1'], ['2.2', '3.3']], [['1.1', '2.2'], ['3.3']], ['1.1|1.1', '2.2|2.2', '3.3|3.3']],
  ['what one lacks stands alone', [['1.1', '3.3']], [['2.2', '3.3']], ['1.1|', '|2.2', '3.3|3.3']],
  ['time comes before sequence', [['1.9', '2.1']], [['1.8']], ['|1.8', '1.9|', '2.1|']],
  ['one may be empty', [], [['1.1'], ['2.2']], ['|1.1', '|2.2']],
  ['so may the other', [['1.1'], ['2.2']], [], ['1.1|', '2.2|']],
  ['and both', [], [], []],
  ['one may end first', [['1.1']], [['1.1'], ['2.2'], ['3.3']], ['1.1|1.1', '|2.2', '|3.3']],
])('%s', async (_, left, right, expected) => {
  expect(await laid(left, right)).toEqual(expected);
});
