import type { TypedDocument } from '@openladder/client';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { CallerFragment } from '../operations.js';
import type { Head, PageRequest } from '../page.js';
import type { Texts } from '../texts/en/site.js';
import type { ApiRefusal } from '../texts/refusal.js';
import type { Ui } from '../ui.js';
import type { FieldError, Form } from './form-data.js';

/** The person of a session: the document of every console page queries them. */
export type Viewer = CallerFragment;

/** What the data of a page must have. */
export interface ConsoleData {
  readonly viewer: Viewer | null;
}

/** What came of a form that is not done: it is shown with the page, and the form keeps what was written. */
export interface Tried<Data = unknown> {
  /** Name of the action. */
  readonly action: string;
  /** Which of several forms of the action was sent; empty where there is one. */
  readonly of: string;
  readonly form: Form;
  readonly errors: readonly FieldError[];
  /** What the API answered, where the action shows that; null where it was refused. */
  readonly data: Data | null;
  /** Whether it was not carried out, because its session had ended. */
  readonly isUnsent?: boolean;
}

export interface ConsoleViewProps<Model> {
  readonly model: Model;
  readonly request: PageRequest;
  readonly viewer: Viewer;
}

/** An expected failure, as the API tells it. */
interface Refusal extends ApiRefusal {
  readonly path: readonly string[];
}

/** Asks the API for something before a form is sent, for the one who sent it. It has data, or says why it has none. */
export type AskFor = <Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
) => Promise<{ readonly data: Data } | { readonly errors: readonly FieldError[] }>;

/** The parts of addresses of the console. A page has those of its path. */
export type Params = Readonly<Record<'league' | 'match' | 'player' | 'import' | 'webhook', string>>;

export interface ActionOptions<Data> {
  /** Looks up what the form means before it is read. @returns what does not work, in the words of the reader */
  readonly prepare?: (form: Form, params: Params, ask: AskFor, t: Texts) => Promise<readonly FieldError[]>;
  /** Why it was refused; empty where it was not. Left out: what the payload of the mutation says. */
  readonly errors?: (data: Data) => readonly Refusal[];
  /** The field of the form that a path of the API means, where the form has left something out of what it sent. */
  readonly fieldOf?: (path: string, form: Form) => string;
  /** Whether its answer has a secret, which is shown once and kept nowhere. */
  readonly hasSecret?: boolean;
}

/** What a form does. */
export interface Action<Data, Variables> extends ActionOptions<Data> {
  readonly document: TypedDocument<Data, Variables>;
  /** Variables of the document. Records unreadable fields in the form; then no request is sent. */
  readonly variables: (form: Form, params: Params, request: PageRequest) => Variables;
  /**
   * Where to go when it is done; null: the answer is shown on the page, as a plan is, or a secret. A text: to the page itself, which says
   * these words first; see `withWord`.
   */
  readonly done: string | ((params: Params, data: Data, form: Form) => string | null);
}

/** What a mutation answers. */
export type Payloads = Readonly<Record<string, { readonly errors: readonly Refusal[] }>>;

/** Why a mutation was refused. */
export function errorsOf(data: Payloads): readonly Refusal[] {
  return Object.values(data).flatMap(({ errors }) => errors);
}

// biome-ignore lint/suspicious/noExplicitAny: actions of any mutation stand in one record, and each was checked where it was made.
export type AnyAction = Action<any, any>;

/** One mutation, as most forms are. @param inputOf its input, as `Action.variables` */
export function mutation<Data, Input>(
  document: TypedDocument<Data, { readonly input: Input }>,
  inputOf: (form: Form, params: Params, request: PageRequest) => NoInfer<Input>,
  done: Action<Data, unknown>['done'],
  options: ActionOptions<Data> = {},
): AnyAction {
  return {
    document,
    variables: (...asked: Parameters<typeof inputOf>) => ({ input: inputOf(...asked) }),
    done,
    ...options,
  };
}

/** The input of mutations of a league that need nothing but a reason. */
export function withReason(form: Form, { league }: Pick<Params, 'league'>): { league: string; reason: string } {
  return { league, reason: form.text('reason') };
}

/** A page of the console: its query, its view and the actions of its forms. */
export interface ConsolePage<Data extends ConsoleData, Variables, Model> {
  /** In the form of `/console/l/:league`; only admins of that league can open it. */
  readonly path: string;
  readonly document: TypedDocument<Data, Variables>;
  /** The variables of the document. @throws BadQuery */
  readonly variables: (request: PageRequest) => Variables;
  /** What of the answer is shown; null where there is nothing at the address. */
  readonly find: (data: Data) => Model | null;
  /** Whether only administrators of the platform may open it. */
  readonly isForPlatform?: boolean;
  readonly head: (model: Model, ui: Ui, request: PageRequest) => Pick<Head, 'title' | 'scripts'>;
  readonly View: (props: ConsoleViewProps<Model>) => VNode;
  /** What its forms do, by the names that they carry. */
  readonly actions?: Readonly<Record<string, AnyAction>>;
  /** What its largest form may weigh, in bytes, where that is more than usual. */
  readonly formLimit?: number;
  /** The most bytes of a file in its forms; `Form.file` has it. Left out: they have none. */
  readonly fileLimit?: number;
  /** Where to go when a file was handed in here; left out: the page takes none. */
  readonly uploaded?: (id: string, request: PageRequest) => string;
}

// biome-ignore lint/suspicious/noExplicitAny: pages of any data stand in one list, and each was checked where it was made.
export type AnyConsolePage = ConsolePage<any, any, any>;

/** Checks a page against the types of its document. */
export function defineConsolePage<Data extends ConsoleData, Variables, Model>(
  page: ConsolePage<Data, Variables, Model>,
): ConsolePage<Data, Variables, Model> {
  return page;
}

/** Whether a viewer may do what the platform's administrators may. */
export function runsPlatform({ scopes }: Viewer): boolean {
  return scopes.includes('platform:admin');
}

/** Whether a viewer runs a league. */
export function runsLeague(viewer: Viewer, slug: string): boolean {
  if (runsPlatform(viewer)) return true;
  return viewer.scopes.includes('league:admin') && viewer.leagues.some((league) => league.slug === slug);
}

/**
 * The address of a page that says first what was done.
 * @param what a key of the texts under `console.done`
 * @param numbers that these words take
 */
export function withWord(path: string, what: string, ...numbers: readonly number[]): string {
  const search = new URLSearchParams([['done', what], ...numbers.map((number) => ['of', String(number)])]);
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

/** What every part of a page of the console knows. */
export interface ConsoleContext {
  /** What forms carry, so that no other site can send one. */
  readonly formKey: string;
  /** Path and query of the page, to which its forms are sent. */
  readonly url: string;
  readonly tried: Tried | null;
  /** What was done before the page was opened; null: nothing. */
  readonly said: Said | null;
  readonly service: RunningService;
}

/** What the service says of itself. */
export interface RunningService {
  readonly version: string;
  /** Of the files on the disk, which the next start would run. */
  readonly installedVersion: () => string;
  /** How its commands are called. */
  readonly command: string;
}

/** What was done by a form. */
export interface Said {
  readonly text: string;
  /** Id of the form; empty if the address does not say it. */
  readonly at: string;
}

export const ConsoleUi = createContext<ConsoleContext | null>(null);

/** What is known of the page of the console that is being rendered. */
export function useConsole(): ConsoleContext {
  return useContext(ConsoleUi)!;
}
