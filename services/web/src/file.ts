import type { PageRequest, Resource } from './page.js';
import type { Ui } from './ui.js';

/** Something for programs: a feed, an image, a card. */
export interface SiteFile<Data, Variables, Model> extends Resource<Data, Variables, Model> {
  /** Its content type. */
  readonly type: string;
  readonly make: (model: Model, ui: Ui, request: PageRequest) => string;
}

// biome-ignore lint/suspicious/noExplicitAny: files of any data stand in one list, and each was checked where it was made.
export type AnyFile = SiteFile<any, any, any>;

/** Checks a file against the types of its document. */
export function defineFile<Data, Variables, Model>(file: SiteFile<Data, Variables, Model>) {
  return file;
}
