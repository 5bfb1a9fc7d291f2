import { expect, test } from 'vitest';
import { Findings } from './findings.js';
import { checkRules, type Rule } from './rules.js';

const league = { id: 7, revision: 3 };
const ODD: Rule<typeof league> = {
  invariant: 'counters',
  mend: 'counters',
  statement: 'SELECT id FROM match WHERE league_id = $id AND revision > $revision AND id <> $id ORDER BY id',
  says: ({ id }, { revision }) => [`match ${id}`, revision, 'more'],
};

/** Checks one rule with a statement that finds these rows. @returns the sent statement and the findings */
async function checked(rule: Rule<typeof league>, ids: readonly number[]) {
  const sent: (readonly [text: string, values: unknown])[] = [];
  const rest = ids.map((id) => ({ id }));
  const query = async (text: string, values: unknown) => {
    sent.push([text, values]);
    return text.startsWith('DECLARE') || text.startsWith('CLOSE') ? [] : rest.splice(0, 3);
  };
  const findings = new Findings();
  const holds = await checkRules({ query } as never, [rule], league, findings);
  return { holds, sent, findings: findings.problems().flatMap((problem) => problem.findings) };
}

test('a statement gets the fields that it names, each once, and finds the first rows', async () => {
  const { holds, sent, findings } = await checked(ODD, [1]);
  const text = 'SELECT id FROM match WHERE league_id = $1 AND revision > $2 AND id <> $1 ORDER BY id LIMIT 10';
  expect(sent).toEqual([[text, [7, 3]]]);
  expect(findings).toEqual([{ invariant: 'counters', at: 'match 1', expected: 3, found: 'more', mend: 'counters' }]);
  expect(holds).toBe(false);
});

test('of suspicious rows, read page by page, only the wrong ones are found', async () => {
  const odd: Rule<typeof league> = {
    ...ODD,
    isSuspicion: true,
    says: ({ id }: { id: number }) => [
      id % 2 === 1 && [`match ${id}`, 'even', id],
      id > 4 && [`match ${id}`, 'few', id],
    ],
  };
  const { sent, findings } = await checked(odd, [1, 2, 3, 4, 5, 6]);
  expect(sent.filter(([text]) => text.startsWith('FETCH'))).toHaveLength(3);
  expect(findings.map(({ at, expected }) => `${at} ${expected}`)).toEqual([
    'match 1 even',
    'match 3 even',
    'match 5 even',
    'match 5 few',
    'match 6 few',
  ]);
});

test('a statement with an unknown parameter fails instead of passing', async () => {
  await expect(checked({ ...ODD, statement: 'SELECT $generation' }, [])).rejects.toThrow(
    'The statement of a rule has the unknown parameter $generation',
  );
});
