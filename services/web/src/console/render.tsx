import { type Ask, failureOf, refusalFrom, type TopLevelError } from '../api-client.js';
import { headerOf, queryOf, type SiteRequest, type SiteResponse, type SiteRoute } from '../http.js';
import { type ApiRefusal, refusalText } from '../texts/refusal.js';
import { withFieldName } from './field-labels.js';
import { BadForm, type FieldError, type Form } from './form-data.js';
import { textOf, triedIn, withKept } from './kept-forms.js';
import {
  type AnyAction,
  type AnyConsolePage,
  type AskFor,
  errorsOf,
  type Params,
  type Payloads,
  runsLeague,
  runsPlatform,
  type Tried,
  type Viewer,
  withWord,
} from './page.js';
import { NO_SESSION } from './session.js';
import { signInWith } from './sign-in.js';
import type { UploadedFile, UploadRefusal } from './uploads.js';
import { places } from './urls.js';
import {
  answering,
  type ConsoleNeeds,
  leadTo,
  readFormOf,
  readFormWithFile,
  readUploadOf,
  unread,
  type Visit,
  visitOf,
} from './visit.js';

/** Renders the pages of the console, and runs the actions of their forms. Nothing is cached: each page is for one reader, at one moment. */
export function consolePages(needs: ConsoleNeeds) {
  const { ask } = needs;

  return (definition: AnyConsolePage): SiteRoute[] => {
    /** @throws BadQuery */
    const show = async (visit: Visit, tried: Tried | null): Promise<SiteResponse> => {
      const { request, asked, ui, reader } = visit;
      const variables: Readonly<Record<string, unknown>> = definition.variables(asked);
      const given = await ask({ document: definition.document.toString(), variables }, reader);
      const { data, errors } = JSON.parse(given.readBody());
      if (given.status === 401) return signInAgain(request);
      if (errors) return visit.fail(failureOf(given, errors));
      if (needs.zones.learn(asked, data)) return show(visitOf(needs, request), tried);
      const viewer: Viewer | null = data.viewer;
      if (!viewer) return signInAgain(request);
      const slug: string | undefined = data.league?.slug ?? asked.params.league;
      const mayOpen = definition.isForPlatform ? runsPlatform(viewer) : !slug || runsLeague(viewer, slug);
      if (!mayOpen) return visit.fail({ status: 403, refusal: null, retryAfter: null }, viewer);
      const model = definition.find(data);
      if (model === null) return visit.fail({ status: 404, refusal: null, retryAfter: null }, viewer);
      const { View } = definition;
      const status = tried && tried.errors.length > 0 ? 422 : 200;
      const children = <View model={model} request={asked} viewer={viewer} />;
      return visit.show(status, definition.head(model, ui, asked), children, { viewer, tried });
    };

    /** Redirects to a page that shows the result of a form, so that it can be reloaded and returned to. */
    const keep = async (visit: Visit, tried: Tried): Promise<SiteResponse> => {
      const id = await needs.sessions.keep(textOf(tried), visit.session!);
      return id === null ? show(visit, tried) : leadTo(withKept(visit.request, id));
    };

    const get = async (visit: Visit): Promise<SiteResponse> => {
      const { request, session } = visit;
      if (session === null) return signInFirst(request);
      const id = queryOf(request).get('kept');
      const kept = id && (await needs.sessions.kept(id, session));
      return show(visit, kept ? triedIn(kept) : null);
    };

    const post = async (visit: Visit): Promise<SiteResponse> => {
      const { request, session } = visit;
      if (session === null || !(await needs.sessions.isOpen(session))) {
        const form = hasFile(request) ? null : await readFormOf(visit, null).catch(ifBad);
        if (form) return signInWith(needs, visit, form);
        return unread(session === null ? signInFirst(request) : signInAgain(request));
      }
      if (definition.uploaded && hasFile(request)) return take(visit, definition.uploaded);
      const { fileLimit, formLimit } = definition;
      const form =
        fileLimit !== undefined && hasFile(request)
          ? await readFormWithFile(visit, fileLimit)
          : await readFormOf(visit, session, formLimit);
      const name = form.action;
      const actions = definition.actions ?? {};
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) {
        return visit.fail({ status: 400, refusal: { message: `There is no action ${name}.` }, retryAfter: null });
      }
      const outcome = await carryOut(ask, action, form, visit);
      if (outcome === 'ENDED') return signInWith(needs, visit, form);
      if (!('errors' in outcome)) return outcome;
      const tried: Tried = { action: name, of: form.text('_of'), form, ...outcome };
      return action.hasSecret && tried.data !== null ? show(visit, tried) : keep(visit, tried);
    };

    /** Takes a file. */
    const take = async (visit: Visit, placeOf: NonNullable<AnyConsolePage['uploaded']>): Promise<SiteResponse> => {
      const { asked, ui, session } = visit;
      const league = asked.params.league!;
      const refusal = await needs.uploads.refusal(league, session!);
      if (refusal) return unread(refuse(visit, refusal));
      const receive = (file: UploadedFile) => needs.uploads.receive(file, league, session!);
      const limit = { bytes: needs.uploads.mostBytes, rule: 'IMPORT_SIZE' } as const;
      const { form, result } = await readUploadOf(visit, limit, receive);
      if (result && 'id' in result) return leadTo(placeOf(result.id, asked));
      if (result && result.status !== 422) return refuse(visit, result);
      const message = result ? refusalText(ui, result.refusal) : ui.t.console.imports.noFile;
      return keep(visit, { action: 'upload', of: '', form, errors: [{ field: 'file', message }], data: null });
    };
    const { path, actions, uploaded } = definition;
    const routes: SiteRoute[] = [{ path, answer: answering(needs, get) }];
    if (actions || uploaded) routes.push({ path, answer: answering(needs, post), method: 'POST' });
    return routes;
  };
}

function ifBad(error: unknown): null {
  if (error instanceof BadForm) return null;
  throw error;
}

function refuse(visit: Visit, { refusal, status, retryAfter }: UploadRefusal): SiteResponse {
  // A refusal of the file is a refusal of its league.
  return visit.fail({ status: status === 422 ? 403 : status, refusal, retryAfter });
}

/** Runs the action of a form. @returns the next address, or the content of its page; or that the session has ended */
async function carryOut(
  ask: Ask,
  action: AnyAction,
  form: Form,
  { request, asked, ui, reader }: Visit,
): Promise<SiteResponse | Pick<Tried, 'errors' | 'data'> | 'ENDED'> {
  const fieldError = (field: string, refusal: ApiRefusal): FieldError =>
    // The form knows the version by itself, so the message is not for a field.
    refusal.rule === 'STALE_VERSION'
      ? { field: '', message: ui.t.console.stale }
      : { field, message: withFieldName(field, refusalText(ui, refusal), ui.t) };
  const topLevelError = (error: TopLevelError) => fieldError('', refusalFrom(error));
  const askFor: AskFor = async (document, variables) => {
    const query = { document: document.toString(), variables: variables as Readonly<Record<string, unknown>> };
    const { data, errors } = JSON.parse((await ask(query, reader)).readBody());
    return errors ? { errors: errors.map(topLevelError) } : { data };
  };
  const params = asked.params as Params;
  const unclear = (await action.prepare?.(form, params, askFor, ui.t)) ?? [];
  const variables = action.variables(form, params, asked);
  if (unclear.length + form.errors.length > 0) {
    const unread = form.errors.map(({ field, refusal }) => fieldError(field, refusal));
    return { errors: [...unclear, ...unread], data: null };
  }
  const key = /^[\w-]{1,100}$/.exec(form.text('_once'))?.[0];
  const given = await ask({ document: action.document.toString(), variables, ...(key && { key }) }, reader);
  if (given.status === 401) return 'ENDED';
  const { data, errors } = JSON.parse(given.readBody()) as { data: Payloads; errors?: TopLevelError[] };
  if (errors) return { errors: errors.map(topLevelError), data: null };
  const refusals = (action.errors ?? errorsOf)(data);
  if (refusals.length > 0) {
    const place = (path: readonly string[]) => action.fieldOf?.(fieldOf(path), form) ?? fieldOf(path);
    return { errors: refusals.map((refusal) => fieldError(place(refusal.path), refusal)), data: null };
  }
  const { done } = action;
  const next = typeof done === 'string' ? withWord(request.url.split('?', 1)[0]!, done) : done(params, data, form);
  return next === null ? { errors: [], data } : leadTo(saidAt(next, form, request));
}

/** An address that names the completed action; on the same page, also its form, so that it is shown there if the form still exists. */
function saidAt(next: string, form: Form, { url }: SiteRequest): string {
  const isHere = next.includes('done=') && next.split('?', 1)[0] === url.split('?', 1)[0];
  return isHere ? `${next}&${new URLSearchParams({ at: form.id })}` : next;
}

/** The name of a field from its path in the arguments of a mutation. */
function fieldOf([argument, ...path]: readonly string[]): string {
  return (argument === 'input' ? path : [argument, ...path]).join('.');
}

function hasFile(request: SiteRequest): boolean {
  return (headerOf(request, 'content-type') ?? '').startsWith('multipart/form-data');
}

function signInFirst({ url }: SiteRequest): SiteResponse {
  return leadTo(`${places.signIn}?${new URLSearchParams({ next: url })}`);
}

/** The session is over: its cookie is useless. */
function signInAgain({ url }: SiteRequest): SiteResponse {
  const search = new URLSearchParams({ next: url, ended: 'yes' });
  return leadTo(`${places.signIn}?${search}`, { 'set-cookie': NO_SESSION });
}
