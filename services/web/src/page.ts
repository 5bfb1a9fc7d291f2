import type { TypedDocument } from '@openladder/client';
import { LRUCache } from 'lru-cache';
import type { VNode } from 'preact';
import { queryOf, type SiteRequest } from './http.js';
import { type ApiRefusal, refused } from './texts/refusal.js';
import { isDay, type Locale, type Ui } from './ui.js';

const part = encodeURIComponent;

/** The addresses of all pages, in one place. */
export const urls = {
  front: '/',
  search: '/search',
  league: (slug: string) => `/l/${part(slug)}`,
  player: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}`,
  match: (slug: string, externalId: string) => `/l/${part(slug)}/m/${part(externalId)}`,
  leaguePicture: (slug: string) => `/l/${part(slug)}/card.png`,
  emblem: (slug: string, name: string) => `/l/${part(slug)}/picture/${part(name)}`,
  playerPicture: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}/card.png`,
  matchPicture: (slug: string, externalId: string) => `/l/${part(slug)}/m/${part(externalId)}/card.png`,
  matches: (slug: string) => `/l/${part(slug)}/matches`,
  feed: (slug: string) => `/l/${part(slug)}/matches.atom`,
  badge: (slug: string, handle: string) => `/l/${part(slug)}/p/${part(handle)}/badge.svg`,
  duel: (slug: string, player: string, opponent: string) => `/l/${part(slug)}/vs/${part(player)}/${part(opponent)}`,
  compare: (slug: string, handles: readonly string[]) =>
    `/l/${part(slug)}/compare?${new URLSearchParams(handles.map((handle) => ['p', handle]))}`,
  live: (slug: string) => `/l/${part(slug)}/live`,
  overlay: (slug: string) => `/embed/l/${part(slug)}/live`,
  queue: (slug: string) => `/l/${part(slug)}/queue`,
  stats: (slug: string) => `/l/${part(slug)}/stats`,
  team: (slug: string, name: string) => `/l/${part(slug)}/team/${part(name)}`,
  year: (slug: string, year: number) => `/l/${part(slug)}/year/${year}`,
  embed: (slug: string) => `/embed/l/${part(slug)}`,
  embeddedPlayer: (slug: string, handle: string) => `/embed/l/${part(slug)}/p/${part(handle)}`,
  about: (slug: string) => `/l/${part(slug)}/about`,
  docs: (page?: string) => (page === undefined ? '/docs' : `/docs/${page}`),
  person: (handle: string) => `/p/${part(handle)}`,
};

/** The address of a page with some parameters changed; undefined removes one. */
export function withQuery(path: string, query: URLSearchParams, changes: Readonly<Record<string, string | undefined>>) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text ? `${path}?${text}` : path;
}

/** Facts about the league of a page. */
interface LeagueFacts {
  /** Its time zone, in which days begin and end; UTC if the page has no league. */
  readonly zone: string;
  /** When its newest match was played, if nobody has a rank any more although somebody had one then. */
  readonly restingSince: string | null;
  /** Whether it mostly has matches of more than two sides. */
  readonly isRacing: boolean;
  /** Whether its races give points by place. */
  readonly givesPoints: boolean;
  /** Whether it has so few matches that whole careers can be read for a page of its board. */
  readonly isShort: boolean;
}

/** A reader's request for a page. */
export interface PageRequest extends LeagueFacts {
  /** Parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly now: Date;
  /** The language of the words: `en`, `de`. */
  readonly language: string;
  /** The address of the service for the reader, without a slash at the end. */
  readonly origin: string;
}

/** Matches of a season of races. Only leagues with points by place are asked whether they have more. */
const SHORT = 250;

/** Most leagues whose facts are cached. */
const MAX_LEAGUES = 2_000;

const UNKNOWN: LeagueFacts = { zone: 'UTC', restingSince: null, isRacing: false, givesPoints: false, isShort: false };

interface FactsOfResponse {
  readonly timeZone?: string;
  readonly usualSides?: number | null;
  readonly placePoints?: readonly number[] | null;
  readonly matchCount?: number;
  readonly nobodyRanked?: { readonly restingSince?: string | null } | null;
}

/**
 * Facts on which the variables of a page depend, although only its response contains them: the time zone of the league, in which days
 * begin and end, since when the league rests, and whether it has races. A page therefore assumes the facts of the last response, or UTC
 * and an active league of duels before the first one, and sends a second query if the assumption was wrong.
 */
export function createLeagueZones() {
  const known = new LRUCache<string, LeagueFacts>({ max: MAX_LEAGUES });
  return {
    /** The assumed facts for a request. */
    factsOf: ({ league }: PageRequest['params']): LeagueFacts => (league !== undefined && known.get(league)) || UNKNOWN,
    /** Stores the facts in a response. @returns whether the request had assumed others */
    learn: (asked: PageRequest, data: unknown): boolean => {
      const { params, zone, restingSince, isRacing, givesPoints, isShort } = asked;
      const response = (data as { league?: FactsOfResponse | null }).league;
      if (params.league === undefined || !response) return false;
      const { timeZone = zone, nobodyRanked, usualSides, placePoints, matchCount } = response;
      const { restingSince: rest = restingSince } =
        nobodyRanked === null ? { restingSince: null } : (nobodyRanked ?? {});
      const isRaced = usualSides === undefined ? isRacing : isRacingLeague({ usualSides });
      const gives = placePoints === undefined ? givesPoints : placePoints !== null;
      const short = matchCount === undefined ? isShort : gives && matchCount <= SHORT;
      const facts: LeagueFacts = {
        zone: timeZone,
        restingSince: rest,
        isRacing: isRaced,
        givesPoints: gives,
        isShort: short,
      };
      const assumed: LeagueFacts = { zone, restingSince, isRacing, givesPoints, isShort };
      if (Object.entries(facts).every(([name, fact]) => assumed[name as keyof LeagueFacts] === fact)) return false;
      known.set(params.league, facts);
      return true;
    },
  };
}

export type LeagueZones = ReturnType<typeof createLeagueZones>;

/** Whether a league mostly has races: matches of more than two sides, in which a place is more informative than a win or a loss. */
export function isRacingLeague({ usualSides }: { readonly usualSides: number | null }): boolean {
  return usualSides !== null && usualSides > 2;
}

/** The parameters of a request for a page. @param facts to assume about its league */
export function pageRequestOf(
  request: SiteRequest,
  { language }: Locale,
  facts: LeagueFacts,
  now = new Date(),
): PageRequest {
  const { params, origin } = request;
  return { params, query: queryOf(request), now, origin, language, ...facts };
}

/** The preview of a page for link previews and search engines. */
export interface Head {
  /** Without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** Path of a feed of the page. */
  readonly feed?: string;
  /** Path of a picture for previews, as large as PICTURE. */
  readonly picture?: string | undefined;
  /** Whether other sites' pages can embed a card of it: see oembed.ts. */
  readonly isCard?: boolean;
  /** Whether search engines should omit it, because another page shows the same or because it is outdated. */
  readonly isUnlisted?: boolean;
  /** Names of scripts that the page needs in addition to those of all pages. */
  readonly scripts?: readonly string[];
}

export interface ViewProps<Model> {
  readonly model: Model;
  readonly request: PageRequest;
}

/** A page or file that is made from one response of the API. */
export interface Resource<Data, Variables, Model> {
  /** In the form of `/l/:league`. */
  readonly path: string;
  readonly document: TypedDocument<Data, Variables>;
  /** The variables of the document. @throws BadQuery */
  readonly variables: (request: PageRequest) => NoInfer<Variables>;
  /** Variables for a second query, for data that the page can only request after this response; null if it is complete. */
  readonly again?: (data: Data, request: PageRequest) => Partial<NoInfer<Variables>> | null;
  /** Variables for further queries, one after the other, as long as the document costs more than one response may; without them, such a page fails. */
  readonly lighter?: readonly Partial<NoInfer<Variables>>[];
  /** Takes the shown data from the response; null if there is nothing at the address. */
  readonly find: (data: Data, request: Pick<PageRequest, 'params'>) => Model | null;
  /** Fields that the page can do without if the response has an error for them, such as `league.prediction`. */
  readonly optional?: readonly string[];
}

/** A page: its address, its GraphQL document, and its view of the response. */
export interface Page<Data, Variables, Model> extends Resource<Data, Variables, Model> {
  /** Whether other sites' pages may frame it; it then has neither header nor footer. */
  readonly isEmbed?: boolean;
  readonly head: (model: Model, ui: Ui, request: PageRequest) => Head;
  readonly View: (props: ViewProps<Model>) => VNode;
}

// biome-ignore lint/suspicious/noExplicitAny: pages of any data stand in one list, and each was checked where it was made.
export type AnyPage = Page<any, any, any>;

/** Checks a page against the types of its document. */
export function definePage<Data, Variables, Model>(page: Page<Data, Variables, Model>): Page<Data, Variables, Model> {
  return page;
}

/** The query of the address has a value that the page cannot read. */
export class BadQuery extends Error {
  override readonly name = 'BadQuery';
  readonly refusal: ApiRefusal;

  constructor(
    refusal: ApiRefusal,
    readonly status: 400 | 404 | 501 = 400,
  ) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** A parameter of the query; undefined if it is missing or empty, like an untouched field of a form. */
export function given({ query }: PageRequest, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

/** A parameter that is a day, as YYYY-MM-DD. @throws BadQuery */
export function givenDay(request: PageRequest, name: string): string | undefined {
  const text = given(request, name);
  if (text === undefined) return undefined;
  if (!isDay(text)) {
    throw new BadQuery(refused('DAY', { field: name, value: shown(text) }));
  }
  return text;
}

/** A parameter that is a whole number. @throws BadQuery */
export function integerParam(request: PageRequest, name: string, least: number, most: number): number | undefined {
  const text = given(request, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new BadQuery(refused('RANGE', { field: name, min: least, max: most, value: shown(text) }));
}

/** A parameter that is one of some words. @throws BadQuery */
export function enumParam<Word extends string>(request: PageRequest, name: string, words: readonly Word[]) {
  const text = given(request, name);
  const word = words.find((one) => one === text);
  if (text !== undefined && word === undefined) {
    throw new BadQuery(refused('ONE_OF', { field: name, values: words, value: shown(text) }));
  }
  return word;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 50));
}
