import { isDay } from './format.js';
import { BadQuery, type PageRequest } from './page.js';
import { refused } from './texts/refusal.js';

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
