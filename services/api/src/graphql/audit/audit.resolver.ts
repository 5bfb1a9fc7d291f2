import { Arg, Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import { type AuditEntry, listAuditEntries } from '../../audit/audit.repository.js';
import { decodeCursor, encodeCursor } from '../../kit/paging/cursor.js';
import { type Connection, checkFirst, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId } from '../node-id.js';
import { AuditEntryConnection, AuditEntryType } from './audit.type.js';

@Resolver(() => LeagueType)
export class LeagueAuditResolver {
  @FieldResolver(() => AuditEntryConnection, {
    description: 'Who changed the league, newest first. Needs the scope league:admin for it.',
  })
  async auditLog(
    @Root() league: League,
    @Ctx() { app, access }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<AuditEntry>> {
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the audit log of ${league.slug}`);
    const [beforeId] = decodeCursor('audit', ['long'], after) ?? [null];
    const page = { limit: checkFirst(first) + 1, beforeId };
    const entries = await listAuditEntries(app.database.manager, league.id, page);
    return toConnection(entries, first, ({ id }) => encodeCursor('audit', id), after != null);
  }
}

@Resolver(() => AuditEntryType)
export class AuditEntryResolver {
  @FieldResolver(() => ID, { description: 'Opaque id of the entry.' })
  id(@Root() entry: AuditEntry): string {
    return nodeId('AuditEntry', entry.id);
  }
}
