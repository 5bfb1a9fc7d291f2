import type { SiteResponse, SiteRoute } from '../http.js';
import { useWords } from '../ui.js';
import type { Form } from './form-data.js';
import { Answer } from './frame.js';
import { textOf, unsent, withKept } from './kept-forms.js';
import { NO_SESSION, placeAfter, type RefusedSignIn, type SignInRefusal, sessionCookie } from './session.js';
import { places } from './urls.js';
import { answering, type ConsoleNeeds, leadTo, readFormOf, type Visit } from './visit.js';

/** Statuses of a sign-in that was refused. */
const STATUS: Readonly<Record<SignInRefusal, number>> = {
  WRONG_SECRET: 422,
  NOT_AN_ADMIN: 422,
  TOO_MANY: 429,
  READ_ONLY: 503,
};

/** A token, the next address, and a form of usual size that is carried along, in bytes: its sender is unknown yet. */
const SIGN_IN_LIMIT = 320_000;

/** A page of the console that somebody wants to see, and the form that they sent to it. */
interface Wanted {
  readonly next: string;
  /** All values of the form, as browsers send it; empty: there is none. */
  readonly written: string;
  /** Whether somebody is signed in already, who would be replaced. */
  readonly isSignedIn?: boolean;
}

/** How administrators sign in, and out. */
export function signInRoutes(needs: ConsoleNeeds): SiteRoute[] {
  const first = async (visit: Visit): Promise<SiteResponse> => {
    const isSignedIn = visit.session !== null && (await needs.sessions.isOpen(visit.session));
    return showSignIn(needs, visit, null, { next: visit.asked.query.get('next') ?? '', written: '', isSignedIn });
  };

  const open = async (visit: Visit): Promise<SiteResponse> => {
    const { request } = visit;
    const form = await readFormOf(visit, null, SIGN_IN_LIMIT);
    const opened = await needs.sessions.open(secretIn(form), request);
    const wanted = { next: placeAfter(form.given('next'), request.origin), written: form.text('written') };
    if ('refusal' in opened) return showSignIn(needs, visit, opened, wanted);
    const tried = wanted.written && unsent(new URLSearchParams(wanted.written));
    const kept = tried && (await needs.sessions.keep(textOf(tried), opened.id));
    const place = kept ? withKept({ url: wanted.next }, kept) : wanted.next;
    return leadTo(place, { 'set-cookie': sessionCookie(opened, request) });
  };

  const end = async (visit: Visit): Promise<SiteResponse> => {
    if (visit.session === null) return leadTo(places.signIn);
    await readFormOf(visit, visit.session);
    await needs.sessions.end(visit.session);
    return leadTo(`${places.signIn}?done=signedOut`, { 'set-cookie': NO_SESSION });
  };

  return [
    { path: places.signIn, answer: answering(needs, first), isNeverRefused: true },
    { path: places.signIn, answer: answering(needs, open), method: 'POST', isNeverRefused: true },
    { path: places.signOut, answer: answering(needs, end), method: 'POST' },
  ];
}

function showSignIn(
  { command }: ConsoleNeeds,
  visit: Visit,
  refused: RefusedSignIn | null,
  wanted: Wanted,
  more: Readonly<Record<string, string>> = {},
): SiteResponse {
  const refusal = refused?.refusal ?? null;
  const { asked, ui } = visit;
  const view = <SignIn {...{ ...wanted, refusal, command, hasEnded: asked.query.has('ended') }} />;
  const status = refusal === null ? 200 : STATUS[refusal];
  const headers = { ...more, ...(refused?.retryAfter && { 'retry-after': refused.retryAfter }) };
  return visit.show(status, { title: ui.t.console.signIn.title, scripts: ['sign-in'] }, view, { headers });
}

/** Requests another sign-in if the session had ended when a form was sent, and carries the form along. */
export function signInWith(needs: ConsoleNeeds, visit: Visit, form: Form): SiteResponse {
  const wanted = { next: visit.request.url, written: form.values.toString() };
  return showSignIn(needs, visit, null, wanted, { 'set-cookie': NO_SESSION });
}

/** The pasted secret: a token, a code, or the whole link with it. */
function secretIn(form: Form): string {
  const text = form.text('secret');
  return /#code=([\w-]+)/.exec(text)?.[1] ?? text;
}

interface SignInProps extends Wanted {
  readonly refusal: SignInRefusal | null;
  readonly command: string;
  /** Whether somebody was signed in until now. */
  readonly hasEnded: boolean;
}

function SignIn({ next, written, isSignedIn, refusal, command, hasEnded }: SignInProps) {
  const { words } = useWords('signIn');
  return (
    <>
      <h1>{words.title}</h1>
      {(hasEnded || written) && refusal === null && (
        <Answer class="notice">{written ? words.written : words.ended}</Answer>
      )}
      {isSignedIn && <p class="notice">{words.signedIn}</p>}
      <p class="lead">{words.lead}</p>
      <form id="sign-in" class="sheet" method="post" action={places.signIn} data-signed-in={isSignedIn || undefined}>
        {refusal !== null && (
          <Answer class="refused" role="alert">
            <p>{words.refusal[refusal]}</p>
          </Answer>
        )}
        <input type="hidden" name="next" value={next} />
        {written && <input type="hidden" name="written" value={written} />}
        <div class="field">
          <label for="secret">{words.secret}</label>
          <input
            id="secret"
            name="secret"
            type="password"
            required
            autocomplete="current-password"
            aria-describedby="secret-hint"
            aria-invalid={refusal === 'WRONG_SECRET' ? 'true' : undefined}
          />
          <p class="hint" id="secret-hint">
            {words.secretWhy}
          </p>
        </div>
        <button type="submit">{words.send}</button>
      </form>
      <p class="lead quiet">{words.lost}</p>
      <pre>
        <code>{command} token --name "new admin" --scope platform:admin</code>
      </pre>
    </>
  );
}
