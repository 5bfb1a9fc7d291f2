import { readFile } from 'node:fs/promises';
import MiniSearch, { type SearchResult } from 'minisearch';

/** The build's output for the documentation: services/web/docs/generate.mjs. */
const FOLDER = new URL('../docs-pages/', import.meta.url);
/** The options with which the index was made. */
const INDEXED = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'address', 'excerpt'] };

export interface DocsPage {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Headings of the second level. */
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

/** The contents of the documentation. */
export type Contents = readonly { readonly title: string; readonly pages: readonly DocsPage[] }[];

/** A section of a page in search results. */
export interface Found {
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}

const read = (name: string) => readFile(new URL(name, FOLDER), 'utf8');

/** Loads at the first request, so that a start need not wait; and again if that failed. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

export const readContents = once<Contents>(async () => JSON.parse(await read('contents.json')));
const readIndex = once(async () => MiniSearch.loadJSON(await read('search.json'), INDEXED));

/** @param slug of a page of the contents */
export function readPage(slug: string, form: 'html' | 'md'): Promise<string> {
  return read(`${slug}.${form}`);
}

/** @param name without a slash; null if there is no such image */
export function readImage(name: string): Promise<Buffer | null> {
  if (!/^[\w-]+\.webp$/.test(name)) return Promise.resolve(null);
  return readFile(new URL(`images/${name}`, FOLDER)).catch(() => null);
}

/** More words would only cost time. */
const MAX_WORDS = 8;
/** Words that may be the beginning of longer ones, or misspelt: shorter ones would be near to everything. */
const LOOSELY = {
  prefix: (word: string) => word.length > 2,
  fuzzy: (word: string) => (word.length > 4 ? 0.15 : false),
  boost: { title: 4, heading: 3 },
};

/** The best sections for some words. */
export async function searchDocs(text: string, most: number): Promise<Found[]> {
  const index = await readIndex();
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu))].slice(0, MAX_WORDS).join(' ');
  const all = index.search(words, { ...LOOSELY, combineWith: 'AND' });
  const found = all.length > 0 ? all : index.search(words, LOOSELY);
  return found
    .slice(0, most)
    .map(({ address, title, heading, excerpt }: SearchResult) => ({ address, title, heading, excerpt }));
}
