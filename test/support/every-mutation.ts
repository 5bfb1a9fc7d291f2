import type { AddressInfo } from 'node:net';
import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { nodeId } from '../../services/api/dist/graphql/scalars.js';
import { createSchema } from '../../services/api/dist/graphql/schema.js';
import { createServer } from '../../services/api/dist/http/server.js';
import { runImports } from '../../services/api/dist/import/run-imports.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { ensureAdminToken } from '../../services/api/dist/token/token.service.js';
import { CSV, handIn, MAPPING, NEVER } from '../import/handed-in-file.js';
import { recomputeLeague } from './changes.js';
import { client, type Row } from './graphql.js';
import { failingLog } from './log.js';
import type { Platform } from './platform.js';
import { ADMIN_TOKEN } from './service.js';
import { HOUR, OPENING } from './story.js';
import { type SideInput, sidesOf } from './story-match.js';

/** What the mutations so far have answered, and what happens between them. */
interface World {
  readonly platform: Platform;
  /** The newest payload of a mutation. */
  answered(mutation: string): Row;
}

type Input = object | ((world: World) => object | Promise<object>);

const reason = 'so that it happens';
const arena = { league: 'arena', reason };
const corrected = (mutation: string) => (world: World) => {
  const { id, version } = world.answered(mutation).match;
  return { match: id, expectedVersion: version, reason };
};
const played = (hour: number, sentence: string) => ({
  externalId: `m${hour}`,
  playedAt: new Date(OPENING + hour * HOUR).toISOString(),
  sides: sidesOf(sentence),
});
/** The second side is one guest, so that the match is rated for nobody. */
const withGuest = ([first, second]: SideInput[]) => [
  first,
  { ...second, participants: second!.participants.map((participant) => ({ ...participant, isGuest: true })) },
];
/** The first match, and another one, in the versions that they have after `restoreMatch`. */
const both = async ({ answered, platform: { app, sql } }: World) => {
  const { id, version } = answered('restoreMatch').match;
  const [other] = await sql(`SELECT league_id, sequence, version FROM match WHERE external_id = 'm2'`);
  const key = [other!.league_id, other!.sequence].map(Number);
  return [
    { match: id, expectedVersion: version },
    { match: nodeId(app, 'Match', ...key), expectedVersion: other!.version },
  ];
};
const webhook = ({ answered }: World) => ({ webhook: answered('createWebhook').webhook.id });
/** So few matches that a correction of all is made within its request. */
const FILE = CSV.split('\n').slice(0, 50).join('\n');
const uploaded = async ({ platform }: World) => {
  const { leagueId, id } = await handIn(platform, 'files', [FILE]);
  return { import: nodeId(platform.app, 'MatchImport', leagueId, id), mapping: MAPPING };
};
const checked = ({ answered }: World) => ({ import: answered('checkImport').import.id });
const imported = async ({ answered, platform }: World) => {
  await runImports(platform.app, failingLog, NEVER);
  return { import: answered('startImport').import.id, reason };
};

/** Every mutation at least once, in an order in which each has what it needs. */
const STEPS: readonly (readonly [mutation: string, input: Input])[] = [
  ['createLeague', { slug: 'arena', name: 'Arena', ratingSystem: 'zonestats' }],
  ['createLeague', { slug: 'files', name: 'Files', ratingSystem: 'elo', visibility: 'PRIVATE' }],
  ['createLeague', { slug: 'gone', name: 'Gone', ratingSystem: 'zonestats' }],
  ['createToken', { name: 'bot', scopes: ['matches:submit'], leagues: ['arena', 'gone'] }],
  ['rotateToken', ({ answered }) => ({ token: answered('createToken').token.id, graceSeconds: 600, reason })],
  ['createWebhook', { league: 'arena', url: 'https://example.com/a', events: ['MATCHES_RATED', 'TICKET_MATCHED'] }],
  ['testWebhook', webhook],
  ['replayWebhookDelivery', ({ answered }) => ({ delivery: answered('testWebhook').delivery.id })],
  ['updateWebhook', (world) => ({ ...webhook(world), events: ['MATCHES_RATED'] })],
  ['rotateWebhookSecret', webhook],
  ['enableWebhook', webhook],
  ['createWebhook', { league: 'arena', url: 'https://example.com/b', events: ['MATCHES_RATED'] }],
  ['deleteWebhook', webhook],
  [
    'registerPlayers',
    {
      league: 'arena',
      players: ['ann', 'ben', 'zoe'],
      displayNames: [{ player: 'zoe', displayName: 'Zoë' }],
    },
  ],
  [
    'submitMatches',
    {
      league: 'arena',
      matches: [
        { ...played(1, 'ann beats ben'), details: { map: 'dust' } },
        played(2, 'ben beats cid'),
        played(3, 'ann+cid draws ben+dan'),
        played(4, 'gus beats ann'),
        played(5, 'cid beats eve'),
        { ...played(6, 'ann beats ivy'), sides: withGuest(sidesOf('ann beats ivy')) },
      ],
    },
  ],
  ['submitMatches', { league: 'arena', matches: [played(0, 'dan beats cid')] }],
  ['submitMatches', { league: 'gone', matches: [played(1, 'ann beats hal')] }],
  ['joinQueue', { league: 'arena', player: 'ann' }],
  ['leaveQueue', ({ answered }) => ({ ticket: answered('joinQueue').ticket.id })],
  ['joinQueue', { league: 'arena', player: 'cid' }],
  [
    'amendMatch',
    async ({ platform: { app, sql } }) => {
      const [row] = await sql(
        `SELECT league_id, sequence, version FROM match WHERE external_id = 'm1' ORDER BY league_id LIMIT 1`,
      );
      const match = nodeId(app, 'Match', Number(row!.league_id), Number(row!.sequence));
      return { match, expectedVersion: row!.version, sides: sidesOf('ben beats ann'), reason };
    },
  ],
  ['voidMatch', corrected('amendMatch')],
  ['restoreMatch', corrected('voidMatch')],
  ['voidMatches', async (world) => ({ ...arena, matches: await both(world) })],
  [
    'restoreMatches',
    ({ answered }) => ({
      ...arena,
      matches: answered('voidMatches').matches.map(({ id, version }: { id: string; version: number }) => ({
        match: id,
        expectedVersion: version,
      })),
    }),
  ],
  ['mergePlayers', { ...arena, player: 'eve', into: 'ben' }],
  ['unmergePlayers', { ...arena, player: 'eve' }],
  ['mergePlayers', { ...arena, player: 'eve', into: 'ben' }],
  ['configureRatingSystem', { ...arena, ratingSystem: 'zonestats', settings: { initialRating: 600 } }],
  ['configureChances', arena],
  ['recomputeLeague', arena],
  [
    'cancelRecompute',
    async ({ platform: { app } }) => {
      const { recompute } = await recomputeLeague({ ...app, inlineTail: 0 }, COMMAND_LINE, arena);
      return { recompute: nodeId(app, 'Recompute', recompute!.id) };
    },
  ],
  [
    'compareRatingSystems',
    { league: 'arena', systems: [{ ratingSystem: 'elo' }, { ratingSystem: 'zonestats' }], inBackground: true },
  ],
  ['cancelComparison', ({ answered }) => ({ comparison: answered('compareRatingSystems').comparison.id })],
  ['checkIntegrity', { league: 'arena' }],
  ['cancelIntegrityCheck', ({ answered }) => ({ check: answered('checkIntegrity').check.id })],
  ['tuneRatingSystem', { league: 'arena' }],
  ['checkImport', uploaded],
  ['cancelImport', checked],
  ['checkImport', uploaded],
  [
    'startImport',
    async (world) => {
      await runImports(world.platform.app, failingLog, NEVER);
      return checked(world);
    },
  ],
  ['withdrawImport', imported],
  ['restoreImport', imported],
  ['checkImport', uploaded],
  ['linkAccount', { player: 'ann', account: 'discord:1', reason }],
  ['linkAccount', { player: 'ann', account: 'steam:2', reason }],
  ['unlinkAccount', { account: 'steam:2', reason }],
  ['updatePlayers', { players: [{ player: 'ben', displayName: 'Ben' }], reason }],
  ['updatePlayer', { player: 'cid', handle: 'sid', displayName: 'Sid', reason }],
  ['hidePlayer', { ...arena, player: 'ann' }],
  ['showPlayer', { ...arena, player: 'ann' }],
  ['hidePlayer', { ...arena, player: 'ben' }],
  ['erasePlayer', { player: 'gus', confirm: 'gus', inMatches: true, reason }],
  ['updateLeague', { ...arena, slug: 'ring', minMatches: 2, timeZone: 'Europe/Berlin' }],
  ['archiveLeague', { league: 'files', reason }],
  ['restoreLeague', { league: 'files', reason }],
  ['archiveLeague', { league: 'gone', reason }],
  ['deleteLeague', { league: 'gone', confirm: 'gone', reason }],
  ['revokeToken', ({ answered }) => ({ token: answered('createToken').token.id, reason })],
];

/** The names of all mutations that there are. */
export async function listMutations(): Promise<string[]> {
  return Object.keys((await createSchema()).getMutationType()!.getFields());
}

/** The mutations that `makeEveryMutation` makes. */
export const MADE: ReadonlySet<string> = new Set(STEPS.map(([mutation]) => mutation));

/**
 * Makes every mutation of the API by HTTP. Nothing happens in the background, so that what waits for a job waits on.
 * @throws if one is refused
 */
export async function makeEveryMutation(platform: Platform): Promise<void> {
  await ensureAdminToken(platform.app, ADMIN_TOKEN);
  const config = readConfig({ OPENLADDER_DATABASE_URL: platform.url, OPENLADDER_RATE_LIMIT: 'off' });
  const server = await createServer(platform.app, config);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const admin = client(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`, ADMIN_TOKEN);
  const schema = await createSchema();
  const payloads = new Map<string, unknown>();
  const world: World = { platform, answered: (mutation) => payloads.get(mutation) };
  for (const [mutation, given] of STEPS) {
    const input = typeof given === 'function' ? await given(world) : given;
    const { [mutation]: payload } = await admin.get(documentOf(schema, mutation), { input });
    expect(payload, mutation).toMatchObject({ errors: [] });
    for (const result of payload.results ?? []) expect(result).toEqual({});
    payloads.set(mutation, payload);
  }
  await server.close();
}

/** Asks for the ids of what a mutation changed, and for versions. */
function documentOf(schema: GraphQLSchema, mutation: string): string {
  const field = schema.getMutationType()!.getFields()[mutation]!;
  const payload = getNamedType(field.type);
  const selections = Object.values(isObjectType(payload) ? payload.getFields() : {}).flatMap(({ name, type }) => {
    const changed = getNamedType(type);
    const fields = isObjectType(changed) ? changed.getFields() : {};
    const wanted = ['id', 'version'].filter((each) => each in fields);
    return wanted.length > 0 ? [`${name} { ${wanted.join(' ')} }`] : [];
  });
  const results = mutation === 'submitMatches' ? 'results { ... on MatchRejected { error { message } } }' : '';
  return `mutation ($input: ${field.args[0]!.type}) {
    ${mutation}(input: $input) { ${selections.join(' ')} ${results} errors { code message path } }
  }`;
}
