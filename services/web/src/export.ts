import { Readable } from 'node:stream';
import type { TypedDocument } from '@openladder/client';
import { withoutFormula } from '@openladder/columns';
import { type Ask, failureOf } from './api-client.js';
import { sessionOf } from './console/session.js';
import { headerOf, queryOf, type SiteRequest, type SiteResponse, type SiteRoute } from './http.js';
import {
  SiteExportBoardDocument,
  type SiteExportBoardQuery,
  SiteExportMatchesDocument,
  type SiteExportMatchesQuery,
  SiteExportPlayerDocument,
  type SiteExportPlayerQuery,
  SiteExportPlayersDocument,
  type SiteExportPlayersQuery,
  SiteExportSettingsDocument,
  type SiteExportSettingsQuery,
} from './operations.js';
import { problemText } from './parts/problem.js';
import { refusalText } from './texts/refusal.js';
import { formatOf, localeOf, textsOf } from './ui.js';

interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A list of a league that can be saved as a file. */
interface Export<Data, Item> {
  /** Below the address of the league, without the ending. */
  readonly path: string;
  readonly document: TypedDocument<Data, { readonly league: string; readonly after?: string | null | undefined }>;
  readonly pageOf: (data: Data) => Page<Item> | null;
  /** Arguments of the list that the address may contain, by their names in the API. */
  readonly chosen?: Readonly<Record<string, 'text' | 'number'>>;
  /** The names of the columns, and the rows of an item. */
  readonly columns: readonly string[];
  readonly rows: (item: Item) => readonly (readonly unknown[])[];
  /** An item in JSON Lines. */
  readonly line: (item: Item) => object;
}

type Board = NonNullable<SiteExportBoardQuery['league']>['page'];
type Matches = NonNullable<SiteExportMatchesQuery['league']>['page'];
type History = NonNullable<NonNullable<SiteExportPlayerQuery['league']>['rating']>['page'];

const board: Export<SiteExportBoardQuery, Board['nodes'][number]> = {
  path: 'board',
  document: SiteExportBoardDocument,
  pageOf: ({ league }) => league?.page ?? null,
  chosen: {
    ...{ asOf: 'text', asKnownAt: 'text', activeSince: 'text', name: 'text', country: 'text', orderBy: 'text' },
    ...{ minMatches: 'number', fromRank: 'number' },
  },
  columns: [
    ...['rank', 'player', 'name', 'rating', 'deviation', 'provisional'],
    ...['matches', 'wins', 'draws', 'losses', 'peak', 'last_played_at', 'country'],
  ],
  rows: ({ rank, player, rating }) => {
    const { value, deviation, isProvisional, matchesPlayed, wins, draws, losses, peak, lastPlayedAt } = rating;
    const counts = [matchesPlayed, wins, draws, losses, peak, lastPlayedAt, player.country];
    return [[rank, player.handle, player.displayName, value, deviation, isProvisional, ...counts]];
  },
  line: (item) => item,
};

/** With one row per participant, which is a form for imports; the lines are those of `openladder export`. */
const matches: Export<SiteExportMatchesQuery, Matches['nodes'][number]> = {
  path: 'matches',
  document: SiteExportMatchesDocument,
  pageOf: ({ league }) => league?.page ?? null,
  columns: [
    ...['match', 'played_at', 'weight', 'side', 'team', 'role', 'place', 'status', 'side_points'],
    ...['player', 'guest', 'points', 'minutes'],
  ],
  rows: ({ externalId, playedAt, weight, sides }) =>
    sides.flatMap(({ name, role, placement, status, score, participants }, index) =>
      participants.map((own) => [
        ...[externalId, playedAt, weight, index + 1, name, role, placement, status, score],
        ...[own.player.handle, own.isGuest, own.score, own.minutesPlayed],
      ]),
    ),
  line: ({ externalId, playedAt, weight, details, sides }) => ({
    ...{ externalId, playedAt },
    sides: sides.map(({ status, name, role, placement, score, participants }) => ({
      ...given({ status: status === 'FINISHED' ? null : status, name, role, placement, score }),
      participants: participants.map(({ player, isGuest, score, minutesPlayed, scoresAgainst }) => ({
        player: player.handle,
        ...given({ isGuest: isGuest || null, score, minutesPlayed }),
        ...(scoresAgainst.length > 0 && {
          scoresAgainst: scoresAgainst.map(({ opponent, score }) => ({ opponent: opponent.handle, score })),
        }),
      })),
    })),
    ...given({ weight: weight === 1 ? null : weight, details }),
  }),
};

const history: Export<SiteExportPlayerQuery, History['nodes'][number]> = {
  path: 'p/:player/history',
  // Its address names the player.
  document: SiteExportPlayerDocument as unknown as Export<SiteExportPlayerQuery, never>['document'],
  pageOf: ({ league }) => league?.rating?.page ?? null,
  columns: ['match', 'played_at', 'outcome', 'before', 'after', 'change', 'deviation'],
  rows: ({ match, result, before, after, delta }) => [
    [match.externalId, match.playedAt, result, before.value, after.value, delta, after.deviation],
  ],
  line: (item) => item,
};

type Players = NonNullable<SiteExportPlayersQuery['league']>['page'];

/** The input of `updatePlayers`, so that names, countries and links can be imported with the matches. */
const players: Export<SiteExportPlayersQuery, Players['nodes'][number]> = {
  path: 'players',
  document: SiteExportPlayersDocument,
  pageOf: ({ league }) => league?.page ?? null,
  columns: ['player', 'name', 'country', 'links'],
  rows: ({ handle, displayName, country, links }) => [
    [handle, displayName, country, links.map(({ url }) => url).join(' ')],
  ],
  line: ({ handle, displayName, country, links }) => ({
    player: handle,
    ...given({ displayName, country, links: links.length > 0 ? links.map(({ url }) => url) : null }),
  }),
};

type Settings = NonNullable<SiteExportSettingsQuery['league']>;

/** The input of `createLeague`, so that the league can be recreated: one line, or one row per setting. */
const settings: Export<SiteExportSettingsQuery, Settings> = {
  path: 'settings',
  document: SiteExportSettingsDocument,
  pageOf: ({ league }) => league && { nodes: [league], pageInfo: { hasNextPage: false, endCursor: null } },
  columns: ['setting', 'value'],
  rows: (league) =>
    Object.entries(createInputOf(league)).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  line: createInputOf,
};

function createInputOf({ ratingSystem, queue, ...rest }: Settings): object {
  const { system, settings } = ratingSystem;
  return given({ ...rest, ratingSystem: system.key, settings, queueWait: queue.wait, queueBand: queue.band });
}

function given(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

// biome-ignore lint/suspicious/noExplicitAny: exports of any items stand in one list.
const EXPORTS: readonly Export<any, any>[] = [board, matches, history, players, settings];

/** Begins a CSV file: otherwise Excel reads its letters as Windows-1252. */
export const UTF_8_MARK = '\uFEFF';

const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;
type Ending = keyof typeof TYPES;

/**
 * Addresses of whole lists as files: for everybody below a league's page, and for signed-in administrators below its page in the
 * console, where private leagues can be read. Each page of a list is requested when the previous one has been sent, and is paid for.
 */
export function exportRoutes(ask: Ask, hasSite: boolean): SiteRoute[] {
  const places = [...(hasSite ? ['/l'] : []), '/console/l'];
  return places.flatMap((place) =>
    EXPORTS.flatMap((each) =>
      (['csv', 'jsonl'] as const).map((ending) => ({
        path: `${place}/:league/${each.path}.${ending}`,
        answer: (request: SiteRequest) => answer(ask, each, ending, request, place !== '/l'),
      })),
    ),
  );
}

async function answer<Data, Item>(
  ask: Ask,
  own: Export<Data, Item>,
  ending: Ending,
  request: SiteRequest,
  isConsole: boolean,
): Promise<SiteResponse> {
  const session = isConsole ? sessionOf(request) : null;
  const read = async (after: string | null): Promise<Page<Item> | SiteResponse> => {
    const variables = { ...request.params, ...chosenInAddress(own.chosen ?? {}, request), after };
    const query = { document: own.document.toString(), variables };
    const answered = await ask(query, { ip: request.ip, ...(session !== null && { session }) });
    const { data, errors } = JSON.parse(answered.readBody());
    const failure = errors ? failureOf(answered, errors) : null;
    const page = failure ? null : own.pageOf(data);
    if (page) return page;
    const { status = 404, refusal, retryAfter = null } = failure ?? {};
    const { language, tag } = localeOf(headerOf(request, 'accept-language'));
    const ui = { t: textsOf(language), format: formatOf(tag) };
    return noFile(status, refusal ? refusalText(ui, refusal) : problemText(ui.t, status).text, retryAfter);
  };
  const first = await read(null);
  if ('status' in first) return first;
  const name = [request.params.league, request.params.player, own.path.split('/').at(-1)].filter(Boolean).join('-');
  return fileOf(name, ending, exportText(own, ending, first, read));
}

/** The arguments of a list in an address. The API refuses invalid numbers. */
function chosenInAddress(kinds: NonNullable<Export<never, never>['chosen']>, request: SiteRequest): object {
  const query = queryOf(request);
  const values = Object.entries(kinds).map(([name, kind]) => {
    const text = query.get(name);
    return [name, kind === 'number' && text && Number.isFinite(Number(text)) ? Number(text) : text];
  });
  return given(Object.fromEntries(values));
}

/** A file that a browser saves. */
export function fileOf(
  name: string,
  ending: Ending,
  text: AsyncIterable<string>,
): SiteResponse & { readonly body: Readable } {
  return {
    status: 200,
    headers: {
      'content-type': `${TYPES[ending]}; charset=utf-8`,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}.${ending}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: Readable.from(text),
  };
}

/** Why there is no file. */
export function noFile(status: number, body: string, retryAfter: string | null): SiteResponse {
  const headers = {
    ...{ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
  };
  return { status, headers, body };
}

async function* exportText<Data, Item>(
  own: Export<Data, Item>,
  ending: Ending,
  first: Page<Item>,
  read: (after: string | null) => Promise<Page<Item> | SiteResponse>,
): AsyncGenerator<string> {
  const row = (cells: readonly unknown[]) => `${cells.map(cellOf).join(',')}\r\n`;
  if (ending === 'csv') yield UTF_8_MARK + row(own.columns);
  for (let page = first; ; ) {
    const items = page.nodes.map((item) =>
      ending === 'csv' ? own.rows(item).map(row).join('') : `${JSON.stringify(own.line(item))}\n`,
    );
    if (items.length > 0) yield items.join('');
    if (!page.pageInfo.hasNextPage) return;
    const next = await read(page.pageInfo.endCursor);
    // The download is aborted: half a list must not look like a whole one.
    if ('status' in next) throw new Error(`the rest of the list cannot be read: ${next.status}`);
    page = next;
  }
}

function cellOf(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return quoted(typeof value === 'string' ? withoutFormula(text) : text);
}

/** A cell of a CSV file, in quotation marks if needed. */
export function quoted(text: string, delimiter = ','): string {
  return /["\r\n]|^\s|\s$/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}
