import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { matchSubject } from '../../services/api/dist/audit/audit.repository.js';
import { CHANGES, CORRECTIONS } from '../../services/api/dist/changes/changes.js';
import {
  type ChangeRequest,
  catalogueOf,
  defineChange,
  type FoundLeague,
  findLeagueOf,
  showLeague,
} from '../../services/api/dist/league-log/change.js';
import { makeChange } from '../../services/api/dist/league-log/engine.js';
import { findRecompute } from '../../services/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { findMatchByExternalId, listMatchesBySequence } from '../../services/api/dist/match-log/match.repository.js';
import { updateMatchContent } from '../../services/api/dist/match-log/match-write.repository.js';
import { installedSystemOf } from '../../services/api/dist/raters/rating-system.js';
import type { App } from '../../services/api/dist/start/app.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { listDeliverableEvents } from '../../services/api/dist/webhook/deliverable-event.repository.js';
import { textsOf } from '../../services/web/dist/ui.js';
import { failingLog } from '../support/log.js';
import { leagueNow, leagueWith, match, usePlatform } from '../support/platform.js';

/** A change that the service does not have, written as "A change" in CONTRIBUTING.md says: a final counts twice. */
interface NameFinal extends ChangeRequest {
  readonly league: string;
  readonly externalId: string;
}

const nameFinal = defineChange<NameFinal, FoundLeague, { readonly sequence: number }, FoundLeague>({
  kind: 'nameFinal',
  reports: 'match.corrected',
  find: findLeagueOf,
  async check({ database }, _, { league }, { externalId }) {
    const found = await findMatchByExternalId(database.manager, league.id, externalId);
    return found && { sequence: found.sequence };
  },
  async apply({ raters }, tx, league, { sequence }) {
    const [before] = await listMatchesBySequence(tx, league.id, [sequence]);
    await updateMatchContent(tx, before!, { ...before!, sides: null, weight: 2 });
    return {
      system: installedSystemOf(raters, league),
      from: before!,
      seeds: before!.sides.flatMap(({ participants }) => participants.map(({ playerId }) => playerId)),
      subject: matchSubject(before!),
      before: { externalId: before!.externalId, version: before!.version },
      after: { externalId: before!.externalId, version: before!.version, weight: 2 },
    };
  },
  show: showLeague,
});

let app: App;
const platform = usePlatform();
beforeAll(async () => {
  app = { ...platform.app, changes: catalogueOf([...platform.app.changes.values(), nameFinal]) };
});

const SEASON = [1, 2, 3].map((day) => match(day, day === 2 ? 'ben beats ann' : 'ann beats ben'));
const problemsOf = async (slug: string) => (await verifyDatabase(app, [slug])).leagues[0]!.problems;
const valuesOf = (slug: string) =>
  platform.sql(
    `SELECT value FROM rating JOIN league ON league.id = league_id WHERE slug = '${slug}' ORDER BY player_id`,
  );

/** The change in a league whose matches already counted so when they were submitted gives what it must give elsewhere. */
async function expectedValues(slug: string): Promise<unknown> {
  await leagueWith(
    app,
    slug,
    'elo',
    SEASON.map((each, index) => (index === 1 ? { ...each, weight: 2 } : each)),
  );
  return valuesOf(slug);
}

test('an added kind of change is applied, tried, audited, reported and verified like the others', async () => {
  const expected = await expectedValues('expected');
  await leagueWith(app, 'own', 'elo', SEASON);
  const before = await valuesOf('own');
  const request = { league: 'own', externalId: 'day-2', reason: 'it was the final' };

  const { effect: tried } = await makeChange(app, COMMAND_LINE, nameFinal, { ...request, dryRun: true });
  expect(await valuesOf('own')).toEqual(before);
  const { effect, league } = await makeChange(app, COMMAND_LINE, nameFinal, request);
  expect(effect!.changes).toEqual(tried!.changes);
  expect(league.revision).toBe(2);
  expect(await valuesOf('own')).toEqual(expected);

  expect(await platform.sql('SELECT action, reason FROM audit_entry ORDER BY id DESC LIMIT 1')).toEqual([
    { action: 'nameFinal', reason: 'it was the final' },
  ]);
  const [event] = (await listDeliverableEvents(app, app.database, league.id, 0)).slice(-1);
  expect(event).toMatchObject({ kind: 'RECOMPUTED', action: 'nameFinal', reports: 'match.corrected' });
  expect(await problemsOf('own')).toEqual([]);
});

test('a job carries it out if the tail is long, in a process that has it', async () => {
  const expected = await expectedValues('expected-later');
  await leagueWith(app, 'later', 'elo', SEASON);
  const request = { league: 'later', externalId: 'day-2', reason: 'it was the final' };
  const { recompute } = await makeChange({ ...app, inlineTail: 0 }, COMMAND_LINE, nameFinal, request);
  const run = (process: App) => runRecompute(process, recompute!.id, failingLog, new AbortController().signal);
  const status = async () => (await findRecompute(app.database, recompute!.id))!.status;
  await run(platform.app);
  expect(await status()).toBe('QUEUED');
  await run(app);
  expect(await status()).toBe('DONE');
  expect(await valuesOf('later')).toEqual(expected);
  expect(await problemsOf('later')).toEqual([]);
  expect((await leagueNow(app, 'later')).revision).toBe(2);
});

test('each correction of the service is in the index of corrections, and each change has words on the site', async () => {
  const [index] = await platform.sql("SELECT indexdef FROM pg_indexes WHERE indexname = 'audit_entry_correction'");
  const indexed = [...String(index?.indexdef).matchAll(/'(\w+)'::/g)].map(([, name]) => name!);
  expect(new Set(indexed), 'a migration makes the index anew').toEqual(new Set(CORRECTIONS));
  const words = textsOf('en').console.audit.actions;
  const actions = new Set([...CHANGES.values()].map(({ action }) => action));
  expect(
    [...actions].filter((action) => !words[action]),
    'in audit.ts of each language in services/web',
  ).toEqual([]);
});

test('two changes with one name are refused at the start', () => {
  expect(() => catalogueOf([nameFinal, nameFinal])).toThrow('two changes have the same kind');
});

test('a change that is undone by none of the list is refused at the start', () => {
  expect(() => catalogueOf([{ ...nameFinal, undoneBy: 'unnameFinal' }])).toThrow('nameFinal is undone by no listed');
});
