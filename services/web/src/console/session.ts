import { createHash, timingSafeEqual } from 'node:crypto';
import { headerOf, type SiteRequest } from '../http.js';

/** Why nobody is signed in: the secret is not valid, its token administers nothing, or nothing can be written. */
export type SignInRefusal = 'WRONG_SECRET' | 'NOT_AN_ADMIN' | 'TOO_MANY' | 'READ_ONLY';

/** Sessions of administrators, stored by the service. */
export interface Sessions {
  /**
   * Opens a session.
   * @param secret a token, or a code that is valid for one session
   */
  open(secret: string, reader: { readonly ip: string }): Promise<OpenSession | RefusedSignIn>;
  /** Whether a session is open; checked before reading anything from its browser. */
  isOpen(id: string): Promise<boolean>;
  end(id: string): Promise<void>;
  /** Stores a form that a session has sent, for the pages that show it. @returns the id of the form; null if nothing can be written */
  keep(form: string, session: string): Promise<string | null>;
  /** A form stored for a session; null if it is no longer stored. */
  kept(id: string, session: string): Promise<string | null>;
}

export interface RefusedSignIn {
  readonly refusal: SignInRefusal;
  /** Seconds to wait before trying again; null if there is no need to wait. */
  readonly retryAfter: string | null;
}

export interface OpenSession {
  /** A secret of the browser. */
  readonly id: string;
  readonly expiresAt: Date;
}

const COOKIE = 'openladder_session';
const SENT = new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w-]{20,100})(?=\\s*(?:;|$))`);
/** Pages of the site never get it. */
const SCOPE = 'Path=/console; HttpOnly; SameSite=Lax';

/** The id of the session that a browser names; null if it names none. */
export function sessionOf(request: Pick<SiteRequest, 'headers'>): string | null {
  return SENT.exec(headerOf(request, 'cookie') ?? '')?.[1] ?? null;
}

/** The header that gives a browser its session. */
export function sessionCookie({ id, expiresAt }: OpenSession, request: SiteRequest): string {
  const secure = isSecure(request) ? '; Secure' : '';
  return `${COOKIE}=${id}; Expires=${expiresAt.toUTCString()}; ${SCOPE}${secure}`;
}

/** The header that removes a browser's session. */
export const NO_SESSION = `${COOKIE}=; Max-Age=0; ${SCOPE}`;

/** Behind an unconfigured proxy, only the browser knows that the connection uses TLS. */
function isSecure(request: SiteRequest): boolean {
  return request.origin.startsWith('https:') || (headerOf(request, 'origin') ?? '').startsWith('https:');
}

/** The key in the forms of a session: no other site can know it, and it does not reveal the session. */
export function formKeyOf(session: string): string {
  return createHash('sha256').update(`form ${session}`).digest('base64url');
}

/** Whether a form has the key of its session. */
export function isFormKey(given: string, session: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(formKeyOf(session))];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Whether a form was sent by a page of this service. Browsers report the origin of a request; those from before 2020 send
 * Origin alone, whose host is compared: a proxy may use TLS where we do not.
 */
export function isFromHere(request: SiteRequest): boolean {
  const site = headerOf(request, 'sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = headerOf(request, 'origin');
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(request.origin).host;
}

/** Where to go after signing in: a page of the console, and nothing else. */
export function placeAfter(wanted: string | undefined, origin: string): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return '/console';
  const { origin: at, pathname, search } = new URL(wanted, origin);
  const isConsole = pathname === '/console' || pathname.startsWith('/console/');
  return at === origin && isConsole ? pathname + search : '/console';
}
