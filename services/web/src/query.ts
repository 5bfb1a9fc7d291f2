import { BadQuery, type PageRequest } from './page.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_LENGTH = 86_400_000;

/** A part of the query; undefined where it is missing or empty, as an untouched field of a form is. */
export function given({ query }: PageRequest, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

/** A day of the query, as YYYY-MM-DD. @throws BadQuery */
export function givenDay(request: PageRequest, name: string): string | undefined {
  const text = given(request, name);
  if (text === undefined) return undefined;
  if (!DAY.test(text) || !isDay(text)) {
    throw new BadQuery(`${name} must be a day such as 2026-11-22, but is ${JSON.stringify(text.slice(0, 50))}`);
  }
  return text;
}

/** One of some words of the query. @throws BadQuery */
export function givenOneOf<Word extends string>(request: PageRequest, name: string, words: readonly Word[]) {
  const text = given(request, name);
  const word = words.find((one) => one === text);
  if (text !== undefined && word === undefined) {
    throw new BadQuery(`${name} must be one of ${words.join(', ')}, but is ${JSON.stringify(text.slice(0, 50))}`);
  }
  return word;
}

/** The last moment of a day of UTC. */
export function endOf(day: string): string {
  return `${day}T23:59:59.999Z`;
}

/** The day so many days later, or earlier where they are negative. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_LENGTH).toISOString().slice(0, 10);
}

/** The day of UTC of a time. */
export function dayOf(time: Date | string): string {
  return new Date(time).toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

/** The address of a page with some parts of its query changed; undefined removes one. */
export function withQuery(path: string, query: URLSearchParams, changes: Readonly<Record<string, string | undefined>>) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text ? `${path}?${text}` : path;
}
