import type { TypedDocument } from '@openladder/client';
import type { VNode } from 'preact';
import type { Ui } from './ui.js';

/** What a reader asks of a page. */
export interface PageRequest {
  /** Parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly now: Date;
  /** Where the reader finds the service, without a slash at the end. */
  readonly origin: string;
}

/** What previews and search engines say of a page. */
export interface Head {
  /** Without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** Path of a feed of the page. */
  readonly feed?: string;
  /** Whether pages of others can embed a card of it: see oembed.ts. */
  readonly isCard?: boolean;
  /** Whether search engines should leave it out: it shows what another page shows, or what is no more. */
  readonly isUnlisted?: boolean;
  /** Names of the scripts that the page has beside those of all pages. */
  readonly scripts?: readonly string[];
}

export interface ViewProps<Model> {
  readonly model: Model;
  readonly request: PageRequest;
}

/** Something at an address that comes from one answer of the API. */
export interface Resource<Data, Variables, Model> {
  /** In the form of `/l/:league`. */
  readonly path: string;
  readonly document: TypedDocument<Data, Variables>;
  /** The variables of the document. @throws BadQuery */
  readonly variables: (request: PageRequest) => Variables;
  /** What of the answer is shown; null where there is nothing at the address. */
  readonly find: (data: Data) => Model | null;
}

/** A page: where it is, what it asks the API, and what it shows of the answer. */
export interface Page<Data, Variables, Model> extends Resource<Data, Variables, Model> {
  /** Whether pages of others may frame it; then it has neither header nor footer. */
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

/** The address asks for something in a form that the page does not take. */
export class BadQuery extends Error {
  override readonly name = 'BadQuery';
}
