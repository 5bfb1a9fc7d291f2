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

/** The minimum data of a page. */
export interface ConsoleData {
  readonly viewer: Viewer | null;
}

/** The result of a form that was not completed: it is shown with the page, and the form keeps its values. */
export interface Tried<Data = unknown> {
  /** Name of the action. */
  readonly action: string;
  /** Which of several forms of the action was sent; empty if there is only one. */
  readonly of: string;
  readonly form: Form;
  readonly errors: readonly FieldError[];
  /** The API's response, if the action shows it; null if it was refused. */
  readonly data: Data | null;
  /** Whether it was not carried out, because its session had ended. */
  readonly isUnsent?: boolean;
}

export interface ConsoleViewProps<Model> {
  readonly model: Model;
  readonly request: PageRequest;
  readonly viewer: Viewer;
}

/** An expected failure, in the form of the API. */
interface Refusal extends ApiRefusal {
  readonly path: readonly string[];
}

/** Queries the API before a form is sent, on behalf of its sender. Returns data, or the reason why there is none. */
export type AskFor = <Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
) => Promise<{ readonly data: Data } | { readonly errors: readonly FieldError[] }>;

/** The parts of addresses of the console. A page has those of its path. */
export type Params = Readonly<Record<'league' | 'match' | 'player' | 'import' | 'webhook', string>>;

export interface ActionOptions<Data> {
  /** Looks up the form's names before it is read. @returns errors in the reader's language */
  readonly prepare?: (form: Form, params: Params, ask: AskFor, t: Texts) => Promise<readonly FieldError[]>;
  /** Why it was refused; empty if it was not. If omitted, the errors in the mutation's payload. */
  readonly errors?: (data: Data) => readonly Refusal[];
  /** The form's field for a path of the API, if the form has omitted empty values from its input. */
  readonly fieldOf?: (path: string, form: Form) => string;
  /** Whether its response has a secret, which is shown once and not stored. */
  readonly hasSecret?: boolean;
}

/** The effect of a form. */
export interface Action<Data, Variables> extends ActionOptions<Data> {
  readonly document: TypedDocument<Data, Variables>;
  /** Variables of the document. Records unreadable fields in the form; then no request is sent. */
  readonly variables: (form: Form, params: Params, request: PageRequest) => Variables;
  /**
   * Where to go when it is done; null: the response is shown on the page, such as a preview or a secret. A text: to the page itself,
   * which shows these words first; see `withWord`.
   */
  readonly done: string | ((params: Params, data: Data, form: Form) => string | null);
}

/** The response of a mutation. */
export type Payloads = Readonly<Record<string, { readonly errors: readonly Refusal[] }>>;

/** Why a mutation was refused. */
export function errorsOf(data: Payloads): readonly Refusal[] {
  return Object.values(data).flatMap(({ errors }) => errors);
}

// biome-ignore lint/suspicious/noExplicitAny: actions of any mutation stand in one record, and each was checked where it was made.
export type AnyAction = Action<any, any>;

/** One mutation, as in most forms. @param inputOf its input, as `Action.variables` */
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

/** The input of mutations of a league that require only a reason. */
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
  /** The shown part of the response; null if there is nothing at the address. */
  readonly find: (data: Data) => Model | null;
  /** Whether only administrators of the platform may open it. */
  readonly isForPlatform?: boolean;
  readonly head: (model: Model, ui: Ui, request: PageRequest) => Pick<Head, 'title' | 'scripts'>;
  readonly View: (props: ConsoleViewProps<Model>) => VNode;
  /** The actions of its forms, by the names in the forms. */
  readonly actions?: Readonly<Record<string, AnyAction>>;
  /** The most bytes of its largest form, if more than usual. */
  readonly formLimit?: number;
  /** The most bytes of a file in its forms, which is then in `Form.file`. If omitted, they have none. */
  readonly fileLimit?: number;
  /** Where to go after a file was uploaded here; if omitted, the page takes none. */
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

/** Whether a viewer has the rights of a platform administrator. */
export function runsPlatform({ scopes }: Viewer): boolean {
  return scopes.includes('platform:admin');
}

/** Whether a viewer runs a league. */
export function runsLeague(viewer: Viewer, slug: string): boolean {
  if (runsPlatform(viewer)) return true;
  return viewer.scopes.includes('league:admin') && viewer.leagues.some((league) => league.slug === slug);
}

/**
 * The address of a page that first shows the finished action.
 * @param what a key of the texts under `console.done`
 * @param numbers in these words
 */
export function withWord(path: string, what: string, ...numbers: readonly number[]): string {
  const search = new URLSearchParams([['done', what], ...numbers.map((number) => ['of', String(number)])]);
  return `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

/** Context of every part of a console page. */
export interface ConsoleContext {
  /** A key in forms that no other site can know. */
  readonly formKey: string;
  /** Path and query of the page, to which its forms are sent. */
  readonly url: string;
  readonly tried: Tried | null;
  /** The action before the page was opened; null: none. */
  readonly said: Said | null;
  readonly service: RunningService;
}

/** Facts about the running service. */
export interface RunningService {
  readonly version: string;
  /** The version of the files on the disk, which the next start would run. */
  readonly installedVersion: () => string;
  /** How to call its commands. */
  readonly command: string;
}

/** A form's completed action. */
export interface Said {
  readonly text: string;
  /** Id of the form; empty if the address does not contain it. */
  readonly at: string;
}

export const ConsoleUi = createContext<ConsoleContext | null>(null);

/** The context of the console page that is being rendered. */
export function useConsole(): ConsoleContext {
  return useContext(ConsoleUi)!;
}
