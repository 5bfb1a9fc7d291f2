import { ID } from 'type-graphql';
import { type AuditEntry, type AuditSubject, parseSubject, subjectText } from '../../audit/audit.repository.js';
import { type Names, namedView, readAuditLog } from '../../audit/read-audit-log.js';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { changeOfAction } from '../../league-log/change.js';
import { handleKey } from '../../player/handle.js';
import type { Context } from '../context.js';
import {
  computeFields,
  connectionType,
  field,
  type Of,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
  queries,
  type ValuesOf,
} from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import { ifStored, type Loaders } from '../loaders.js';
import { auditEntryId, DateTimeScalar, enumOf, JsonScalar, nodeId, parseNodeId } from '../scalars.js';

const AuditSubjectKind = enumOf('AuditSubjectKind', 'Kinds of things that can have audit log entries.', {
  LEAGUE: 'A league, its settings or its players.',
  MATCH: 'A match that was corrected.',
  PLAYER: 'A player who was renamed or merged.',
  TOKEN: 'A token that was created, rotated or revoked.',
  WEBHOOK: 'A webhook that was created, changed, disabled, enabled, used by hand or deleted.',
});

const AuditSubjectType = objectType('AuditSubject', 'What an entry of the audit log is about.', {
  kind: field(AuditSubjectKind, 'Kind of thing.'),
  id: field(String, 'Its global id, for `node`.'),
  name: optional(
    String,
    'Its current name: slug of a league, external id of a match, handle of a player, name of a token or host of a webhook; null if it no longer exists.',
  ),
});

const AuditEntryType = objectType('AuditEntry', 'Who did what, when and why. Entries never change.', {
  at: field(DateTimeScalar, 'When it happened.'),
  actor: field(String, 'Who did it: the name of the token, or `command line`.'),
  action: field(String, 'What was done: the name of the mutation.'),
  reason: field(String, 'Reason given by the actor.'),
  league: optional(
    LeagueType,
    'The league of the entry; null if it concerns the platform or the league is being deleted.',
    async ({ leagueId }: AuditEntry, { loaders }) => {
      const league = leagueId === null ? null : await loaders.league.load(leagueId);
      return league?.deletedAt ? null : league;
    },
  ),
  subject: optional(
    AuditSubjectType,
    'What was changed.',
    async (entry: AuditEntry, { app, loaders }): Promise<Of<typeof AuditSubjectType> | null> => {
      const subject = parseSubject(entry.subject);
      if (!subject) return null;
      const { kind, key } = subject;
      return {
        kind: kind.toUpperCase() as Uppercase<typeof kind>,
        id: nodeId(app, kind, ...key),
        name: await subjectName(subject, loaders),
      };
    },
  ),
  actorId: optional(
    ID,
    'Global id of the token that did it, which no other token has, whatever its name is; null for the command line and the service itself.',
    ({ actorId }: AuditEntry, { app }) => (actorId === null ? null : nodeId(app, 'Token', actorId)),
  ),
  id: field(ID, 'Opaque id of the entry.', (entry: AuditEntry, { app }) => auditEntryId(app, entry.id)),
  before: optional(
    JsonScalar,
    'The state before; null if there was none. Players appear by their current handles.',
    ({ subject, before }: AuditEntry, context) => namedView(subject, before, namesBy(context)),
  ),
  after: optional(
    JsonScalar,
    'The state after; null if nothing was left. Players appear by their current handles.',
    ({ subject, after }: AuditEntry, context) => namedView(subject, after, namesBy(context)),
  ),
  undoneBy: optional(
    String,
    'Name of the mutation that undoes a change of how a league is rated or of its history, perhaps the same mutation with the state before; null if none does, or for other entries.',
    ({ action }: AuditEntry, { app }) => changeOfAction(app.changes, action)?.undoneBy ?? null,
  ),
});

const AuditEntryConnection = connectionType('AuditEntry', AuditEntryType, 'audit log entries');

const auditLogArgs = {
  ...PAGE_ARGS,
  actor: optional(String, 'Only entries by this actor: the name of a token, or `command line`.'),
  action: optional(String, 'Only entries for the mutation with this name.'),
  subject: optional(
    String,
    "Only entries about this: a global id, a league's slug, a player's current or former handle or an account such as `discord:1234`, a token's name, or, in a league's log, a match's external id.",
  ),
};

const auditPages = pagesBy('audit', ['long'], ({ id }: AuditEntry) => [id]);

computeFields<League>(LeagueType, {
  auditLog: field(
    AuditEntryConnection,
    'Changes to the league, newest first. Requires the scope league:admin for the league.',
    { args: auditLogArgs },
    (league, context, args) => auditPage(context, league, args),
  ),
});

queries({
  auditLog: field(
    AuditEntryConnection,
    'Changes to leagues, players and tokens on the platform, newest first. Requires the scope platform:admin.',
    { args: auditLogArgs },
    (_root, context, args) => auditPage(context, null, args),
  ),
});

function auditPage(
  { app, access }: Context,
  league: League | null,
  { actor = null, action = null, subject = null, ...page }: ValuesOf<typeof auditLogArgs>,
): Promise<Connection<AuditEntry>> {
  const id = subject === null ? null : parseNodeId(app, subject);
  const about = subject === null ? null : id ? { text: subjectText(id) } : { name: subject, key: handleKey(subject) };
  return auditPages(app, page, (limit, beforeId) =>
    readAuditLog(app, access, league, { actor, action, subject: about, limit, beforeId }),
  );
}

async function subjectName({ kind, key }: AuditSubject, loaders: Loaders): Promise<string | null> {
  const [first, second] = key as [number, number];
  switch (kind) {
    case 'League':
      return subjectSlug(first, loaders);
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

/** @returns null if the league is deleted */
async function subjectSlug(id: number, { league }: Loaders): Promise<string | null> {
  const found = await ifStored(league.load(id));
  return found && !found.deletedAt ? found.slug : null;
}

async function handleOf(id: number, { player }: Loaders): Promise<string | null> {
  return (await ifStored(player.load(id)))?.handle ?? null;
}

function namesBy({ app, loaders }: Context): Names {
  return { player: (id) => handleOf(id, loaders), token: (id) => nodeId(app, 'Token', id) };
}
