import { ANONYMOUS } from '../access/access.js';
import { parseSubject } from '../audit/audit.repository.js';
import type { NeedsSeal } from '../kit/needs.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { SideStatus } from '../league/status-rules.js';
import { eventCursor } from '../live/event-cursor.js';
import { asReported, effectivePlacements, type MatchDetails, type StoredMatch, statusOf } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { listDisplayNames, listKnownPlayers, visibleLeagueIds } from '../player/known-players.js';
import { listChangesOfMatches } from '../rating/journal.repository.js';
import type { JournalChange } from '../rating/rating.js';
import type { MatchedPair } from './deliverable-event.repository.js';
import type { Item } from './event-range.js';
import type { MessageEvent } from './webhook.js';

/** Makes global ids for the API; passed in, because the API is in a room above. */
export interface NeedsIds extends NeedsSeal {
  readonly idOf: (kind: 'Match' | 'QueueTicket' | 'WebhookDelivery', ...key: readonly number[]) => string;
}

export interface PlayerContent {
  /** Handle. */
  readonly player: string;
  readonly displayName: string | null;
}

export interface ParticipantContent extends PlayerContent {
  readonly isGuest: boolean;
  readonly score: number | null;
  /** After the match; null for guests, void matches and matches that are no longer rated. */
  readonly rating: {
    readonly value: number | null;
    readonly deviation: number | null;
    readonly delta: number | null;
  } | null;
}

export interface SideContent {
  readonly name: string | null;
  /** Such as `home`; null if not given. */
  readonly role: string | null;
  /** How the side ended the match. */
  readonly status: SideStatus;
  /** As submitted, as are scores and guests. */
  readonly placement: number | null;
  /** The side's place as the match is rated: by placements, or else by scores; null if the match has no outcome. */
  readonly effectivePlacement: number | null;
  readonly score: number | null;
  readonly participants: readonly ParticipantContent[];
}

export interface MatchContent {
  readonly id: string;
  readonly externalId: string;
  readonly playedAt: Date;
  readonly status: string;
  readonly version: number;
  /** Weight of the match. */
  readonly weight: number;
  /** Null if there are none, and if `sides` is null. */
  readonly details: MatchDetails | null;
  /** Null if the message would be too large: read the match by its id. */
  readonly sides: readonly SideContent[] | null;
}

/** The content of a message. */
export interface Content {
  readonly type: MessageEvent;
  /** When it happened. */
  readonly timestamp: Date;
  readonly data: {
    /** Slug. */
    readonly league: string;
    /** Cursor at which a subscription continues after this message; omitted if it is not about an event. */
    readonly cursor?: string;
    readonly revision?: number;
    readonly action?: string | null;
    readonly matches?: readonly MatchContent[];
    readonly match?: MatchContent;
    readonly player?: PlayerContent;
    readonly into?: PlayerContent | null;
    readonly tickets?: readonly (PlayerContent & { readonly id: string; readonly winProbability: number })[];
  };
}

/** A league to be reported on, as one transaction sees it. */
interface Source {
  readonly needs: NeedsIds;
  readonly sql: Sql;
  readonly league: League;
}

type NameOf = (playerId: number) => PlayerContent;

/** Players have their names for readers of the league. */
async function playerNames({ sql, league }: Source, ids: Iterable<number>): Promise<NameOf> {
  const access = { ...ANONYMOUS, leagueIds: [league.id] };
  const asked = [...new Set(ids)];
  const players = new Map((await listKnownPlayers(sql, access, asked)).map(({ id, handle }) => [id, handle]));
  const names = await listDisplayNames(sql, visibleLeagueIds(access), asked);
  return (id) => ({ player: players.get(id)!, displayName: names.get(id) ?? null });
}

/** Matches as they are now, in order of sequence. */
async function matchContents(source: Source, sequences: readonly number[]): Promise<MatchContent[]> {
  const { needs, sql, league } = source;
  const matches = new Map((await listMatchesBySequence(sql, league.id, sequences)).map((own) => [own.sequence, own]));
  const changes = new Map<string, JournalChange>();
  for (const change of await listChangesOfMatches(sql, league, sequences, false)) {
    changes.set(`${change.sequence} ${change.playerId}`, change);
  }
  const players = [...matches.values()].flatMap(({ sides }) => sides.flatMap(({ participants }) => participants));
  const nameOf = await playerNames(
    source,
    players.map(({ playerId }) => playerId),
  );
  return sequences.map((sequence) => {
    const match = matches.get(sequence)!;
    const { externalId, playedAt, status, version, weight, details } = match;
    const id = needs.idOf('Match', league.id, sequence);
    return { id, externalId, playedAt, status, version, weight, details, sides: sidesOf(match, changes, nameOf) };
  });
}

function sidesOf(
  { sequence, status, sides }: StoredMatch,
  changes: ReadonlyMap<string, JournalChange>,
  nameOf: NameOf,
): SideContent[] {
  const places = effectivePlacements(sides);
  return asReported(sides).map(({ name, role = null, placement, score, participants, reported }, index) => ({
    name,
    role,
    status: statusOf({ reported }),
    placement,
    effectivePlacement: places?.[index] ?? null,
    score,
    participants: participants.map(({ playerId, isGuest, score: own }) => {
      const change = status === 'VOID' || isGuest ? undefined : changes.get(`${sequence} ${playerId}`);
      const rating = change ? { ...change.after, delta: change.delta } : null;
      return { ...nameOf(playerId), isGuest, score: own, rating };
    }),
  }));
}

/** Bytes of a message, leaving room for what surrounds its matches. */
const MAX_BYTES = 19_000;

/**
 * The message about a stretch of events, from the league as it is now.
 * @param isWhole whether it must contain all items, because the message was recorded before
 * @returns the message, with the number of items in it
 */
export async function contentOf(
  source: Source,
  items: readonly Item[],
  isWhole: boolean,
): Promise<{ readonly content: Content; readonly itemCount: number }> {
  const { needs, league } = source;
  const matches = items[0]!.type === 'matches.rated' ? await fittingMatches(source, items, isWhole) : null;
  const itemCount = matches?.length ?? 1;
  const { type, event, matches: position } = items[itemCount - 1]!;
  const isBoard = matches === null && (type === 'board.recomputed' || type === 'board.refreshed');
  const cursor =
    matches && position < event.sequences!.length
      ? eventCursor(needs.seal, league.id, event.number, position)
      : eventCursor(needs.seal, league.id, event.number);
  const data = {
    league: league.slug,
    cursor,
    revision: event.revision,
    ...(matches ? { matches } : { action: event.action }),
    ...(!matches && !isBoard && (await changedBy(source, event.subject))),
  };
  return { content: { type, timestamp: event.at, data }, itemCount };
}

/** As many matches as a message has room for, at least one. A match that is too large alone comes without its sides. */
async function fittingMatches(source: Source, items: readonly Item[], isWhole: boolean): Promise<MatchContent[]> {
  const sequences = items.map(({ sequence }) => sequence!);
  const fitting: MatchContent[] = [];
  let bytes = 0;
  for (const match of await matchContents(source, sequences)) {
    const own = bytesOf(match) + 1;
    const hasRoom = bytes + own <= MAX_BYTES;
    if (!hasRoom && fitting.length > 0 && !isWhole) break;
    fitting.push(hasRoom ? match : withoutSides(match));
    bytes += hasRoom ? own : 0;
  }
  return fitting;
}

const bytesOf = (match: MatchContent) => Buffer.byteLength(JSON.stringify(match));
const withoutSides = (match: MatchContent): MatchContent => ({ ...match, sides: null, details: null });

/** The match or the players that a correction changed. */
async function changedBy(
  source: Source,
  subject: string | null,
): Promise<Pick<Content['data'], 'match' | 'player' | 'into'>> {
  const { kind, key } = parseSubject(subject)!;
  if (kind === 'Match') {
    const [match] = await matchContents(source, [key[1]!]);
    return { match: bytesOf(match!) > MAX_BYTES ? withoutSides(match!) : match! };
  }
  const [merge]: { into: number }[] = await source.sql.query(
    'SELECT into_id AS into FROM player_merge WHERE league_id = $1 AND player_id = $2',
    [source.league.id, key[0]],
  );
  const nameOf = await playerNames(source, merge ? [key[0]!, merge.into] : [key[0]!]);
  return { player: nameOf(key[0]!), into: merge ? nameOf(merge.into) : null };
}

/** The message about two players whom the queue has paired. */
export async function ticketContent(source: Source, pair: MatchedPair): Promise<Content> {
  const { needs, league } = source;
  const nameOf = await playerNames(
    source,
    pair.tickets.map(({ playerId }) => playerId),
  );
  const tickets = pair.tickets.map(({ id, playerId, winProbability }) => ({
    id: needs.idOf('QueueTicket', league.id, id),
    ...nameOf(playerId),
    winProbability,
  }));
  return { type: 'ticket.matched', timestamp: pair.matchedAt, data: { league: league.slug, tickets } };
}
