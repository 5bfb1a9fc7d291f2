import type { SiteRequest, SiteResponse, SiteRoute } from '../http.js';
import { useUi } from '../ui.js';
import type { Form } from './form-data.js';
import { NO_SESSION, placeAfter, type RefusedSignIn, type SignInRefusal, sessionCookie } from './session.js';
import { places } from './urls.js';
import { type ConsoleNeeds, isForm, leadTo, readFormOf, type Visit, visitOf } from './visit.js';

/** Statuses of a sign-in that was refused. */
const STATUS: Readonly<Record<SignInRefusal, number>> = {
  WRONG_SECRET: 422,
  NOT_AN_ADMIN: 422,
  TOO_MANY: 429,
  READ_ONLY: 503,
};

/** A token and where to go then, in bytes: nobody is known yet who sends it. */
const SIGN_IN_LIMIT = 10_000;

/** How administrators sign in, and out. */
export function signInRoutes(needs: ConsoleNeeds): SiteRoute[] {
  const show = (visit: Visit, refused: RefusedSignIn | null): SiteResponse => {
    const refusal = refused?.refusal ?? null;
    const { asked, ui } = visit;
    const { command } = needs;
    const next = asked.query.get('next') ?? '';
    const view = <SignIn {...{ next, refusal, command, hasEnded: asked.query.has('ended') }} />;
    const status = refusal === null ? 200 : STATUS[refusal];
    const headers: Record<string, string> = refused?.retryAfter ? { 'retry-after': refused.retryAfter } : {};
    return visit.show(status, { title: ui.t.console.signIn.title, scripts: ['sign-in'] }, view, { headers });
  };

  const open = async (request: SiteRequest): Promise<SiteResponse> => {
    const visit = visitOf(needs, request);
    const form = await readFormOf(visit, null, SIGN_IN_LIMIT);
    if (!isForm(form)) return form;
    const opened = await needs.sessions.open(secretIn(form), request);
    if ('refusal' in opened) return show(visit, opened);
    const next = placeAfter(form.given('next'), request.origin);
    return leadTo(next, { 'set-cookie': sessionCookie(opened, request) });
  };

  const end = async (request: SiteRequest): Promise<SiteResponse> => {
    const visit = visitOf(needs, request);
    if (visit.session === null) return leadTo(places.signIn);
    const form = await readFormOf(visit, visit.session);
    if (!isForm(form)) return form;
    await needs.sessions.end(visit.session);
    return leadTo(`${places.signIn}?done=signedOut`, { 'set-cookie': NO_SESSION });
  };

  return [
    { path: places.signIn, answer: async (request) => show(visitOf(needs, request), null), isNeverRefused: true },
    { path: places.signIn, answer: open, method: 'POST', isNeverRefused: true },
    { path: places.signOut, answer: end, method: 'POST' },
  ];
}

/** What was pasted: a token, a code, or the whole link with it. */
function secretIn(form: Form): string {
  const text = form.text('secret');
  return /#code=([\w-]+)/.exec(text)?.[1] ?? text;
}

interface SignInProps {
  readonly next: string;
  readonly refusal: SignInRefusal | null;
  readonly command: string;
  /** Whether somebody was signed in until now. */
  readonly hasEnded: boolean;
}

function SignIn({ next, refusal, command, hasEnded }: SignInProps) {
  const { t } = useUi();
  const words = t.console.signIn;
  return (
    <>
      <h1>{words.title}</h1>
      {hasEnded && refusal === null && <p class="notice">{words.ended}</p>}
      <p class="lead">{words.lead}</p>
      <form id="sign-in" class="sheet" method="post" action={places.signIn}>
        {refusal !== null && (
          <div class="refused" role="alert">
            <p>{words.refusal[refusal]}</p>
          </div>
        )}
        <input type="hidden" name="next" value={next} />
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
