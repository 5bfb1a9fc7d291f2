import type { Command } from 'commander';
import { COMMAND_LINE, SCOPES } from '../access/access.js';
import { nodeId, parseNodeId } from '../graphql/scalars.js';
import { commandName } from '../kit/version.js';
import { listLeaguesById } from '../league/league.repository.js';
import type { App } from '../start/app.js';
import { revokeToken } from '../token/revoke-token.js';
import { rotateToken } from '../token/rotate-token.js';
import type { Token } from '../token/token.repository.js';
import { createToken, listManagedTokens } from '../token/token.service.js';
import { timeOption } from './options.js';
import { failure, usageError } from './report.js';
import { withApp } from './with-app.js';

interface Options {
  readonly name?: string;
  readonly scope?: string[];
  readonly league?: string[];
  readonly expires?: Date;
  readonly list?: true;
  readonly rotate?: string;
  readonly grace?: number;
  readonly revoke?: string;
  readonly createdBy?: string;
  readonly withCreated?: boolean;
  readonly reason?: string;
}

/** Tokens read at a time. */
const PAGE = 1000;

const collect = (value: string, values: readonly string[] = []) => [...values, value];

export function addToken(program: Command): void {
  program
    .command('token')
    .description('create a token, for example if the administrator lost theirs; list tokens; rotate or revoke a token')
    .option('--name <text>', 'create a token with this name, which appears in the audit log')
    .option('--scope <scope>', `one of ${SCOPES.join(', ')}; may be repeated`, collect)
    .option('--league <slug>', 'a league to which the league scopes apply; may be repeated', collect)
    .option('--expires <time>', 'when it expires, for example 2027-01-01T00:00:00Z', timeOption)
    .option('--list', 'list tokens, newest first; with --league, only those for one league')
    .option('--created-by <id>', 'with --list: only tokens created by this token')
    .option('--rotate <id>', 'rotate the secret of the token with this id')
    .option('--grace <seconds>', 'with --rotate: how long the old secret keeps working', Number)
    .option('--revoke <id>', 'revoke the token with this id')
    .option('--with-created', 'with --revoke: include all tokens created with it, directly or indirectly')
    .option('--reason <text>', 'with --rotate or --revoke: reason for the audit log')
    .action((options: Options) => {
      const work = chosenWork(options);
      return withApp('token', (app) => work(app, options));
    });
}

/** The requested action: exactly one. */
function chosenWork({
  name,
  scope = [],
  list,
  rotate,
  grace,
  revoke,
  league = [],
}: Options): (app: App, options: Options) => Promise<void> {
  const asked = [
    name !== undefined && makeToken,
    list && printTokens,
    rotate !== undefined && rotateOne,
    revoke !== undefined && revokeOne,
  ];
  const [work, ...more] = asked.filter((each) => typeof each === 'function');
  if (!work || more.length > 0)
    throw usageError('Use exactly one of --name, --list, --rotate and --revoke; see "--help".');
  if (work === printTokens && league.length > 1) throw usageError('--list accepts at most one --league.');
  if (work === makeToken && scope.length === 0) {
    throw usageError(`--name needs --scope: one of ${SCOPES.join(', ')}; it may be repeated.`);
  }
  if (work === makeToken && league.length === 0 && scope.some(isForLeagues)) {
    throw usageError(
      '--league must name a league to which the scopes apply; it may be repeated. Only platform:admin needs none.',
    );
  }
  if (work === rotateOne && !Number.isInteger(grace)) {
    throw usageError('--rotate needs --grace: a number of seconds, 0 to end the old secret at once.');
  }
  return work;
}

/** An unknown scope is refused by its name. */
function isForLeagues(scope: string): boolean {
  return scope !== 'platform:admin' && (SCOPES as readonly string[]).includes(scope);
}

async function makeToken(app: App, { name, scope = [], league = [], expires }: Options): Promise<void> {
  const input = { name: name!, scopes: scope, leagues: league, expiresAt: expires ?? null };
  const { token, secret } = await createToken(app, COMMAND_LINE, input);
  console.log(secret);
  const id = nodeId(app, 'Token', token.id);
  console.error(`Its id is ${id}. To revoke it: ${commandName()} token --revoke ${id}`);
}

async function rotateOne(app: App, { rotate, grace, reason = 'not given' }: Options): Promise<void> {
  const input = { id: tokenId(app, rotate!), token: rotate!, graceSeconds: grace!, reason };
  const { secret, formerSecretEndsAt } = await rotateToken(app, COMMAND_LINE, input);
  console.log(secret);
  console.error(`The old secret stops working at ${formerSecretEndsAt.toISOString()}.`);
}

async function revokeOne(app: App, { revoke, withCreated = false, reason = 'not given' }: Options): Promise<void> {
  const done = await revokeToken(app, COMMAND_LINE, { id: tokenId(app, revoke!), reason, withCreated });
  if (!done) throw failure(`There is no token with the id ${revoke}; "openladder token --list" lists all tokens.`);
  if (done.revoked.length === 0) console.log('Nothing to revoke: the token was already revoked.');
  for (const { id, name } of done.revoked)
    console.log(`Revoked ${nodeId(app, 'Token', id)} (${JSON.stringify(name)}).`);
}

async function printTokens(app: App, { league = [], createdBy }: Options): Promise<void> {
  const createdById = createdBy === undefined ? null : tokenId(app, createdBy);
  const rows: string[][] = [COLUMNS];
  let beforeId: number | null = null;
  for (;;) {
    const wanted = { limit: PAGE, beforeId, league: league[0] ?? null, createdById };
    const page: Token[] = await listManagedTokens(app, COMMAND_LINE, wanted);
    const leagueIds = new Set(page.flatMap((token) => token.leagueIds));
    const leagues = await listLeaguesById(app.database.manager, [...leagueIds]);
    const slugs = new Map(leagues.map(({ id, slug }) => [id, slug]));
    rows.push(...page.map((token) => cells(app, token, slugs)));
    if (page.length < PAGE) break;
    beforeId = page.at(-1)!.id;
  }
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    const padded = row.map((cell, column) => cell.padEnd(widths[column]!));
    console.log(padded.join('  ').trimEnd());
  }
}

const COLUMNS = ['ID', 'NAME', 'SCOPES', 'LEAGUES', 'CREATED', 'BY', 'LAST USED', 'EXPIRES', 'REVOKED'];

function cells(app: App, token: Token, slugs: ReadonlyMap<number, string>): string[] {
  return [
    nodeId(app, 'Token', token.id),
    token.name,
    token.scopes.join(','),
    token.leagueIds.map((id) => slugs.get(id)).join(',') || '-',
    timeCell(token.createdAt),
    token.createdBy,
    timeCell(token.lastUsedAt),
    timeCell(token.expiresAt),
    timeCell(token.revokedAt),
  ];
}

function timeCell(time: Date | null): string {
  return time?.toISOString().replace(/:\d\d\.\d{3}Z$/, 'Z') ?? '-';
}

function tokenId(app: App, text: string): number {
  const id = parseNodeId(app, text);
  if (id?.kind === 'Token') return id.key[0]!;
  throw usageError(
    `The id must be that of a token, as shown by "openladder token --list", but is ${JSON.stringify(text)}.`,
  );
}
