import { readdir } from 'node:fs/promises';
import { type OperationDefinitionNode, parse } from 'graphql';
import { expect } from 'vitest';
import { deleteLeagues } from '../../services/api/dist/ending/delete-league.js';
import { verifyLeagues } from '../../services/api/dist/jobs/verify-leagues.js';
import { runNightly } from '../../services/api/dist/nightly/pass-midnight.js';
import { OPERATIONS_FOLDER, readOperation } from '../schema/files.js';
import { failingLog } from './log.js';
import { openPlatform, type Platform } from './platform.js';
import { startService } from './service.js';
import { buildLeagues } from './small-leagues.js';
import { type Sent, sentStatements } from './statements.js';

/** Mutations that `buildLeagues` does not make. */
const MORE: readonly (readonly [mutation: string, input: object])[] = [
  ['JoinQueue', { league: 'arena', player: 'ann' }],
  ['JoinQueue', { league: 'arena', player: 'ben' }],
  [
    'UpdateLeague',
    {
      league: 'ladder',
      timeZone: 'Europe/Berlin',
      minMatches: 2,
      placePoints: [3, 1],
      slug: 'steps',
      reason: 'it moved',
    },
  ],
  ['UpdateLeague', { league: 'kept', visibility: 'PRIVATE', reason: 'for members' }],
  ['HidePlayer', { league: 'arena', player: 'eve', reason: 'they asked for it' }],
  ['CreateWebhook', { league: 'arena', url: 'https://example.com/hook', events: ['MATCHES_RATED'] }],
  ['ErasePlayer', { player: 'gus', confirm: 'gus', reason: 'they asked for it' }],
  ['ArchiveLeague', { league: 'empty', reason: 'nobody plays' }],
  ['DeleteLeague', { league: 'empty', confirm: 'empty', reason: 'nobody plays' }],
];

/**
 * Lets everything happen that the service knows: what `buildLeagues` does, more mutations, every query of schema/operations, a
 * night, a verification, and the deletion of a league.
 * @param onNew called before anything happens
 * @param onOld called at the end
 * @param open as for `buildLeagues`
 * @returns the statements like this that were sent, each once, with single spaces
 */
export async function everyStatement(
  like: RegExp,
  onNew?: (platform: Platform) => Promise<unknown>,
  onOld?: (platform: Platform) => Promise<unknown>,
  open?: () => Promise<Platform>,
): Promise<Sent[]> {
  const sent = await sentStatements(async () => {
    const { url, drop } = await buildLeagues(onNew, open);
    await askEverything(url);
    const platform = await openPlatform(url);
    const tomorrow = { ...platform.app, clock: () => new Date(Date.now() + 86_400_000) };
    await runNightly(tomorrow, failingLog);
    await verifyLeagues(tomorrow, failingLog, new AbortController().signal);
    await deleteLeagues(tomorrow, failingLog);
    await onOld?.(platform);
    await platform.close();
    await drop();
  }, like);
  const byText = new Map(sent.map(({ text, values }) => [text.replace(/\s+/g, ' ').trim(), values]));
  return [...byText].map(([text, values]) => ({ text, values }));
}

/** Makes more mutations, and asks every query of schema/operations about what these leagues have. */
async function askEverything(databaseUrl: string): Promise<void> {
  const service = await startService({ databaseUrl });
  for (const [name, input] of MORE) {
    const field = `${name[0]!.toLowerCase()}${name.slice(1)}`;
    const answer = await service.admin.get(
      `mutation ($input: ${name}Input!) { ${field}(input: $input) { errors { message } } }`,
      { input },
    );
    expect(answer[field].errors, name).toEqual([]);
  }
  const values: Readonly<Record<string, unknown>> = {
    ...{ league: 'duels', player: 'ann', opponent: 'ben', around: 'ann', externalId: 'day-1', first: 5, search: 'a' },
    ...{ since: '2020-01-01T00:00:00Z', day: '2020-01-05', asOf: '2020-01-10T00:00:00Z', locale: 'en', places: 3 },
    ...{ ratingSystem: 'zonestats', matches: 5, orderBy: 'SLUG', includeProvisional: true, includeArchived: true },
    ...{ hasPlayer: true, duplicates: true, text: 'ann' },
  };
  for (const file of await readdir(OPERATIONS_FOLDER)) {
    const query = await readOperation(file);
    const operation = parse(query).definitions.find(({ kind }) => kind === 'OperationDefinition');
    const { operation: kind, variableDefinitions = [] } = operation as OperationDefinitionNode;
    const names = variableDefinitions.map(({ variable }) => variable.name.value).filter((name) => name in values);
    if (kind !== 'query') continue;
    const { errors = [] } = await service.admin.ask(
      query,
      Object.fromEntries(names.map((name) => [name, values[name]])),
    );
    const internal = errors.filter(({ extensions }) => extensions?.code === 'INTERNAL_SERVER_ERROR');
    expect(internal, file).toEqual([]);
  }
  await service.admin.get('{ auditLog(first: 5) { nodes { id } } }');
  await service.stop();
}
