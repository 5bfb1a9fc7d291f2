import { readFile } from 'node:fs/promises';
import MiniSearch, { type SearchResult } from 'minisearch';

/** What the build made of the documentation: services/web/docs/generate.mjs. */
const FOLDER = new URL('../docs-pages/', import.meta.url);
/** As the index was made. */
const INDEXED = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'address', 'excerpt'] };

export interface DocsPage {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Those of the second level. */
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

/** The contents of the documentation. */
export type Contents = readonly { readonly title: string; readonly pages: readonly DocsPage[] }[];

/** A section of a page that was found. */
export interface Found {
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}

const read = (name: string) => readFile(new URL(name, FOLDER), 'utf8');

let contents: Promise<Contents> | undefined;
let index: Promise<MiniSearch> | undefined;

/** Read for the first reader: a start need not wait for it. */
export function readContents(): Promise<Contents> {
  contents ??= read('contents.json').then((text) => JSON.parse(text));
  return contents;
}

/** @param slug of a page of the contents */
export function readPage(slug: string, form: 'html' | 'md'): Promise<string> {
  return read(`${slug}.${form}`);
}

/** @param name without a slash; null if there is no such image */
export function readImage(name: string): Promise<Buffer | null> {
  if (!/^[\w-]+\.webp$/.test(name)) return Promise.resolve(null);
  return readFile(new URL(`images/${name}`, FOLDER)).catch(() => null);
}

/** The best sections for some words, of which the last may be the beginning of one. */
export async function searchDocs(text: string, most: number): Promise<Found[]> {
  index ??= read('search.json').then((json) => MiniSearch.loadJSON(json, INDEXED));
  const options = { prefix: true, fuzzy: 0.15, boost: { title: 4, heading: 3 } };
  const all = (await index).search(text, { ...options, combineWith: 'AND' });
  const found = all.length > 0 ? all : (await index).search(text, options);
  return found
    .slice(0, most)
    .map(({ address, title, heading, excerpt }: SearchResult) => ({ address, title, heading, excerpt }));
}
