import { ID } from 'type-graphql';
import { canAdminister, canManage, canRead } from '../access/access.js';
import { COMPARISONS } from '../analysis/analysis.js';
import { findAnalysisOf } from '../analysis/request-analysis.js';
import { findImportOf } from '../import/request-import.js';
import { beginWork } from '../kit/paging/response-size.js';
import type { Recompute } from '../league-log/recompute.js';
import { findRecompute } from '../league-log/recompute.repository.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { findTicket } from '../matchmaking/queue.repository.js';
import { findPlayerById } from '../player/known-players.js';
import { findRating } from '../rating/rating.repository.js';
import { readChange } from '../reading/changes.js';
import { readPastRating } from '../reading/past.js';
import { findDelivery } from '../webhook/delivery.repository.js';
import { findWebhook } from '../webhook/webhook.repository.js';
import type { Context } from './context.js';
import { field, Node, optional, queries } from './declare.js';
import { ifStored } from './loaders.js';
import { PAST_RATING, pastQueryOf } from './rating/league-ratings.resolver.js';
import { type NodeKey, parseNodeId, parsePastRatingId } from './scalars.js';
import { type Selection, selectionOf, selectsContributions } from './selection.js';

queries({
  node: optional(
    Node,
    'The league, player, match, rating, rating change, recompute, comparison, integrity check, import, queue ticket, token, webhook or message of a webhook with this id; null if there is none that the caller may read.',
    { args: { id: field(ID, 'Global id.') } },
    async (_root, context, { id }, info) => {
      const selection = selectionOf(info);
      const key = parseNodeId(context.app, id);
      const found = key
        ? await findNode(key, context, selectsContributions(selection, ''))
        : await findPastRating(id, context, selection);
      return found ? { ...found, __typename: key?.kind ?? 'Rating' } : null;
    },
  ),
});

async function findNode(
  { kind, key }: NodeKey,
  context: Context,
  selectsContributions: boolean,
): Promise<object | null> {
  const { app, access, loaders, size } = context;
  const { manager } = app.database;
  const [first, second, third, fourth] = key as [number, number, number, number];
  if (kind === 'AuditEntry') return null;
  if (kind === 'Token') {
    const token = await loaders.token.load(first);
    return token && canManage(access, token) ? token : null;
  }
  if (kind === 'Player') return findPlayerById(manager, access, first);

  if (kind === 'Comparison') return findAnalysisOf(app, access, first, COMPARISONS);
  if (kind === 'IntegrityCheck') return findAnalysisOf(app, access, first, ['INTEGRITY']);
  if (kind === 'MatchImport') return findImportOf(app, access, { leagueId: first, id: second });
  if (kind === 'Recompute') return findReadableRecompute(first, context);

  const league = await ifStored(loaders.league.load(first));
  if (!league || !canRead(access, league)) return null;
  if ((kind === 'Webhook' || kind === 'WebhookDelivery') && !canAdminister(access, league)) return null;
  switch (kind) {
    case 'League':
      return league;
    case 'Match':
      return (await listMatchesBySequence(manager, first, [second]))[0] ?? null;
    case 'QueueTicket':
      return findTicket(app.database, { leagueId: first, id: second });
    case 'Webhook':
      return findWebhook(manager, { leagueId: first, id: second });
    case 'WebhookDelivery':
      return findDelivery(manager, { leagueId: first, webhookId: second, number: third });
    case 'Rating':
      return findRating(manager, first, second);
    case 'RatingChange': {
      const place = { playerId: second, sequence: third, revision: fourth };
      return readChange(app, league, place, selectsContributions, size);
    }
  }
}

async function findPastRating(id: string, { app, access, loaders, size }: Context, selection: Selection) {
  const named = parsePastRatingId(app, id);
  const league = named && (await ifStored(loaders.league.load(named.leagueId)));
  if (!league || !canRead(access, league)) return null;
  await beginWork(size, PAST_RATING);
  return readPastRating(app, league, named.moment, named.playerId, pastQueryOf(selection), size);
}

async function findReadableRecompute(id: number, { app, access, loaders }: Context): Promise<Recompute | null> {
  const recompute = await findRecompute(app.database, id);
  return recompute && canRead(access, await loaders.league.load(recompute.leagueId)) ? recompute : null;
}
