import type { ComponentChildren } from 'preact';
import { render as renderToString } from 'preact-render-to-string';
import type { Ask, Failure, Reader } from '../api-client.js';
import type { Assets } from '../assets.js';
import { headerOf, policyOf, type SiteRequest, type SiteResponse, type SiteRoute } from '../http.js';
import { Document } from '../layout.js';
import { BadQuery, type Head, type LeagueZones, type PageRequest, pageRequestOf } from '../page.js';
import { Problem, problemText } from '../parts/problem.js';
import { refusalText } from '../texts/refusal.js';
import type { Theme } from '../theme.js';
import { formatOf, localeOf, textsOf, type Ui, withUi } from '../ui.js';
import { BadForm, type Form, readForm } from './form-data.js';
import { Answer, ConsoleHeader, saidIn } from './frame.js';
import { ANSWER } from './kept-forms.js';
import { type FileLimit, readUpload, type UploadForm } from './multipart.js';
import { ConsoleUi, type RunningService, type Said, type Tried, type Viewer } from './page.js';
import { formKeyOf, isFormKey, isFromHere, type Sessions, sessionOf } from './session.js';
import type { UploadedFile, Uploads } from './uploads.js';
import { places } from './urls.js';

export interface ConsoleNeeds extends RunningService {
  readonly ask: Ask;
  readonly sessions: Sessions;
  readonly uploads: Uploads;
  readonly theme: Theme;
  readonly assets: Assets;
  readonly zones: LeagueZones;
}

/** One request for a page of the console, with the common parts of all responses to it. */
export interface Visit {
  readonly request: SiteRequest;
  readonly asked: PageRequest;
  readonly ui: Ui;
  /** Id of the session; null if nobody is signed in. */
  readonly session: string | null;
  /** The reader on whose behalf the API is queried. */
  readonly reader: Reader;
  /** Makes a page. */
  show(status: number, head: Pick<Head, 'title' | 'scripts'>, children: ComponentChildren, more?: Shown): SiteResponse;
  /** Explains why there is no page. */
  fail(failure: Failure, viewer?: Viewer): SiteResponse;
}

interface Shown {
  readonly viewer?: Viewer;
  readonly tried?: Tried | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Redirects a browser to another page, which it requests with GET. */
export function leadTo(location: string, headers: Readonly<Record<string, string>> = {}): SiteResponse {
  return { status: 303, headers: { location, 'cache-control': 'no-store', ...headers }, body: '' };
}

/**
 * Reads a form that a page of this service sent for a session.
 * @param session null: there is none yet, so that only the origin can be checked
 * @param limit in bytes; the usual one if omitted
 * @throws BadForm
 */
export async function readFormOf({ request, ui }: Visit, session: string | null, limit?: number): Promise<Form> {
  checkOrigin(request, ui);
  return ownForm(await readForm(request, limit), session, ui);
}

/**
 * Reads a form with a file that a page of this service sent for a session.
 * @param limit of the file
 * @returns the form with the result for the file
 * @throws BadForm
 */
export async function readUploadOf<Result>(
  { request, ui, session }: Visit,
  limit: FileLimit,
  receive: (file: UploadedFile) => Promise<Result>,
): Promise<UploadForm<Result>> {
  checkOrigin(request, ui);
  const upload = await readUpload(request, limit, (form) => isOwn(form, session!), receive);
  ownForm(upload.form, session, ui);
  return upload;
}

/** Reads a form with a small file, which it then contains. @throws BadForm */
export async function readFormWithFile(visit: Visit, bytes: number): Promise<Form> {
  const { form, result } = await readUploadOf(visit, { bytes, rule: 'FILE_SIZE' }, async ({ content }) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    return Buffer.concat(pieces).toString('base64');
  });
  return Object.assign(form, { file: result });
}

function checkOrigin(request: SiteRequest, { t }: Ui): void {
  if (!isFromHere(request)) throw new BadForm(403, { message: t.console.foreignForm });
}

function ownForm(form: Form, session: string | null, { t }: Ui): Form {
  if (session === null || isOwn(form, session)) return form;
  throw new BadForm(403, { message: t.console.oldForm });
}

function isOwn(form: Form, session: string): boolean {
  return isFormKey(form.text('_key'), session);
}

/** Answers requests for a page of the console, and reports errors in unreadable forms and addresses. */
export function answering(needs: ConsoleNeeds, answer: (visit: Visit) => Promise<SiteResponse>): SiteRoute['answer'] {
  return async (request) => {
    const visit = visitOf(needs, request);
    try {
      return await answer(visit);
    } catch (error) {
      if (error instanceof BadQuery) return visit.fail({ status: 400, refusal: error.refusal, retryAfter: null });
      if (!(error instanceof BadForm)) throw error;
      const title = visit.ui.t.console.formRefused;
      const view = <Problem title={title} text={refusalText(visit.ui, error.refusal)} refusal={null} />;
      return unread(visit.show(error.status, { title }, view));
    }
  };
}

/** A response to a request whose body is unread, which would be in the way of the next request. */
export function unread(response: SiteResponse): SiteResponse {
  return { ...response, headers: { ...response.headers, connection: 'close' } };
}

/** The facts about a request before any query. */
export function visitOf(needs: ConsoleNeeds, request: SiteRequest): Visit {
  const { theme, assets, zones, version } = needs;
  const locale = localeOf(headerOf(request, 'accept-language'));
  const asked = pageRequestOf(request, locale, zones.factsOf(request.params));
  const ui: Ui = { theme, locale, t: textsOf(locale.language), format: formatOf(locale.tag, asked.zone) };
  const session = sessionOf(request);
  const common = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(theme),
    'content-language': locale.language,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  /** Somebody went back to a form that is no longer stored. */
  const lost = (query: URLSearchParams, tried: Tried | null): Said | null =>
    query.has('kept') && tried === null ? { text: ui.t.console.notKept, at: '' } : null;
  const show: Visit['show'] = (status, { title, scripts }, children, { viewer, tried = null, headers } = {}) => {
    const head: Head = { title, description: ui.t.console.description, isUnlisted: true, ...(scripts && { scripts }) };
    const said = saidIn(asked.query, ui) ?? lost(asked.query, tried);
    const formKey = session === null ? '' : formKeyOf(session);
    const page = (isAbove: boolean) => (
      <ConsoleUi.Provider value={{ formKey, url: request.url, tried, said, service: needs }}>
        <Document
          {...{ head, assets, origin: request.origin, url: request.url, isEmbed: false }}
          top={<ConsoleHeader viewer={viewer ?? null} version={version} />}
          hasTimes={viewer != null}
        >
          {isAbove && <Answer>{said!.text}</Answer>}
          {children}
        </Document>
      </ConsoleUi.Provider>
    );
    const html = withUi(ui, () => {
      const html = renderToString(page(false));
      // The form may not be on the page any more.
      return said === null || html.includes(` id="${ANSWER}"`) ? html : renderToString(page(true));
    });
    return { status, headers: { ...common, ...headers }, body: `<!doctype html>\n${html}` };
  };
  const fail: Visit['fail'] = ({ status, refusal, retryAfter }, viewer) => {
    const { title, text } = problemText(ui.t, status);
    const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
    const problem = <Problem title={title} text={text} refusal={refusal} home={places.leagues} />;
    return show(status, { title }, problem, viewer ? { viewer, headers } : { headers });
  };
  const reader = { ip: request.ip, ...(session !== null && { session }) };
  return { request, asked, ui, session, reader, show, fail };
}
