import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../access/access.js';
import { findAnalysisOf } from '../analysis/request-analysis.js';
import { findImportOf } from '../import/request-import.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { ifStored, NothingStored } from './loaders.js';

const AWAY = new Error('the database is away');
const rejected = () => Promise.reject(AWAY);

test('missing values are null, and any other failure stays a failure', async () => {
  expect(await ifStored(Promise.resolve('found'))).toBe('found');
  expect(await ifStored(Promise.reject(new NothingStored('nothing is stored under 7')))).toBeNull();
  await expect(ifStored(rejected())).rejects.toBe(AWAY);
});

test('an import or an analysis whose league cannot be read is not taken for a missing one', async () => {
  const query = async (text: string) => (text.includes('FROM league ') ? rejected() : [{ leagueId: 1, kind: 'TUNE' }]);
  const manager = { query };
  const needs = { database: { manager } } as unknown as NeedsDatabase;
  await expect(findImportOf(needs, COMMAND_LINE, { leagueId: 1, id: 1 })).rejects.toBe(AWAY);
  await expect(findAnalysisOf(needs, COMMAND_LINE, 1, ['TUNE'])).rejects.toBe(AWAY);
});
