import type { PageRequest, Resource } from './page.js';
import type { Ui } from './ui.js';

/** A file for programs: a feed, an image or a card. */
export interface SiteFile<Data, Variables, Model> extends Resource<Data, Variables, Model> {
  /** Its content type. */
  readonly type: string;
  /** The cost of making it, in points of about 10 microseconds; as much as a page if omitted. */
  readonly points?: number;
  readonly make: (model: Model, ui: Ui, request: PageRequest) => string | Promise<Buffer>;
}

// biome-ignore lint/suspicious/noExplicitAny: files of any data stand in one list, and each was checked where it was made.
export type AnyFile = SiteFile<any, any, any>;

/** Checks a file against the types of its document. */
export function defineFile<Data, Variables, Model>(file: SiteFile<Data, Variables, Model>) {
  return file;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Characters that XML 1.0 forbids, even as references. https://www.w3.org/TR/xml/#charsets */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text escaped for XML, in elements and attributes alike. */
export function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
