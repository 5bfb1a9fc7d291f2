import type { Json } from '@openladder/rating';
import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import type { AuditEntry } from '../../audit/audit.repository.js';
import { type AuditSubject, parseSubject, subjectText } from '../../audit/audit-subject.js';
import { type Names, namedView } from '../../audit/audit-view.js';
import { readAuditLog } from '../../audit/read-audit-log.js';
import { type Connection, checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { handleKey } from '../../player/handle.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { ifStored } from '../if-stored.js';
import { LeagueType } from '../league/league.type.js';
import type { Loaders } from '../loaders.js';
import { auditEntryId, nodeId, parseNodeId } from '../node-id.js';
import { JsonScalar } from '../scalars.js';
import { AFTER_CHANGE, AuditEntryConnection, AuditEntryType, AuditSubjectType, BEFORE } from './audit.type.js';

const ACTOR = 'Only entries by this actor: the name of a token, or `command line`.';
const ACTION = 'Only entries for the mutation with this name.';
const SUBJECT =
  "Only entries about this: a global id, a league's slug, a player's current or former handle or an account such as `discord:1234`, a token's name, or, in a league's log, a match's external id.";

@Resolver(() => LeagueType)
export class LeagueAuditResolver {
  @FieldResolver(() => AuditEntryConnection, {
    description: 'Changes to the league, newest first. Requires the scope league:admin for the league.',
  })
  auditLog(
    @Root() league: League,
    @Ctx() context: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
    @Arg('actor', () => String, { nullable: true, description: ACTOR }) actor?: string,
    @Arg('action', () => String, { nullable: true, description: ACTION }) action?: string,
    @Arg('subject', () => String, { nullable: true, description: SUBJECT }) subject?: string,
  ): Promise<Connection<AuditEntry>> {
    return auditPage(context, league, { first, after, actor, action, subject });
  }
}

@Resolver(() => AuditEntryType)
export class AuditEntryResolver {
  @Query(() => AuditEntryConnection, {
    description:
      'Changes to leagues, players and tokens on the platform, newest first. Requires the scope platform:admin.',
  })
  auditLog(
    @Ctx() context: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
    @Arg('actor', () => String, { nullable: true, description: ACTOR }) actor?: string,
    @Arg('action', () => String, { nullable: true, description: ACTION }) action?: string,
    @Arg('subject', () => String, { nullable: true, description: SUBJECT }) subject?: string,
  ): Promise<Connection<AuditEntry>> {
    return auditPage(context, null, { first, after, actor, action, subject });
  }

  @FieldResolver(() => ID, { description: 'Opaque id of the entry.' })
  id(@Root() entry: AuditEntry, @Ctx() { app }: Context): string {
    return auditEntryId(app, entry.id);
  }

  @FieldResolver(() => LeagueType, {
    nullable: true,
    description: 'The league of the entry; null if it concerns the platform or the league is being deleted.',
  })
  async league(@Root() { leagueId }: AuditEntry, @Ctx() { loaders }: Context): Promise<League | null> {
    const league = leagueId === null ? null : await loaders.league.load(leagueId);
    return league?.deletedAt ? null : league;
  }

  @FieldResolver(() => AuditSubjectType, { nullable: true, description: 'What was changed.' })
  async subject(@Root() entry: AuditEntry, @Ctx() { app, loaders }: Context): Promise<AuditSubjectType | null> {
    const subject = parseSubject(entry.subject);
    if (!subject) return null;
    const { kind, key } = subject;
    return { kind: kind.toUpperCase(), id: nodeId(app, kind, ...key), name: await nameOf(subject, loaders) };
  }

  @FieldResolver(() => JsonScalar, { nullable: true, description: BEFORE })
  before(@Root() { subject, before }: AuditEntry, @Ctx() context: Context): Promise<Json> {
    return namedView(subject, before, namesBy(context));
  }

  @FieldResolver(() => JsonScalar, { nullable: true, description: AFTER_CHANGE })
  after(@Root() { subject, after }: AuditEntry, @Ctx() context: Context): Promise<Json> {
    return namedView(subject, after, namesBy(context));
  }
}

interface PageArguments {
  readonly first: number;
  readonly after: string | undefined;
  readonly actor: string | undefined;
  readonly action: string | undefined;
  readonly subject: string | undefined;
}

async function auditPage(
  { app, access }: Context,
  league: League | null,
  { first, after, actor, action, subject }: PageArguments,
): Promise<Connection<AuditEntry>> {
  const [beforeId] = decodeCursor(app.seal, 'audit', ['long'], after) ?? [null];
  const id = subject == null ? null : parseNodeId(app, subject);
  const wanted = {
    actor: actor ?? null,
    action: action ?? null,
    subject: subject == null ? null : id ? { text: subjectText(id) } : { name: subject, key: handleKey(subject) },
  };
  const entries = await readAuditLog(app, access, league, { ...wanted, limit: checkFirst(first) + 1, beforeId });
  return toConnection(entries, first, (entry) => encodeCursor(app.seal, 'audit', entry.id), after != null);
}

async function nameOf({ kind, key }: AuditSubject, loaders: Loaders): Promise<string | null> {
  const [first, second] = key as [number, number];
  switch (kind) {
    case 'League':
      return slugOf(first, loaders);
    case 'Match':
      return (await loaders.match.load({ leagueId: first, sequence: second })).externalId;
    case 'Player':
      return handleOf(first, loaders);
    case 'Token':
      return (await loaders.token.load(first))?.name ?? null;
    case 'Webhook': {
      const webhook = await loaders.webhook.load(second);
      return webhook && new URL(webhook.url).host;
    }
  }
}

/** @returns null where the league is deleted */
async function slugOf(id: number, { league }: Loaders): Promise<string | null> {
  const found = await ifStored(league.load(id));
  return found && !found.deletedAt ? found.slug : null;
}

async function handleOf(id: number, { player }: Loaders): Promise<string | null> {
  return (await ifStored(player.load(id)))?.handle ?? null;
}

function namesBy({ app, loaders }: Context): Names {
  return { player: (id) => handleOf(id, loaders), token: (id) => nodeId(app, 'Token', id) };
}
