import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ConsoleVisitor, newConsoleVisitor, signedIn, useConsole } from '../support/console.js';
import { postGraphql } from '../support/graphql.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { newToken, useLeague, useStory } from '../support/story.js';

let now = new Date();

const story = useStory({ clock: () => now });
useLeague(story, 'europe');
useLeague(story, 'asia');
const admin = useConsole(story);

const token = (input: object) => newToken(story.admin, { scopes: ['league:admin'], leagues: ['europe'], ...input });

describe('signing in', () => {
  test('gives a cookie that is hidden from scripts and other sites, and leads to the requested page', async () => {
    const visitor = newConsoleVisitor(story.url);
    const answer = await visitor.fill('/console/sign-in?next=/console/l/europe/settings', 'sign-in', {
      secret: ADMIN_TOKEN,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/l/europe/settings']);
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^openladder_session=[\w-]{43}; Expires=[^;]+ GMT; Path=\/console; HttpOnly; SameSite=Lax$/);
    expect(await visitor.read('/console')).toContain('Signed in as</span> <bdi>OPENLADDER_<wbr/>ADMIN_<wbr/>TOKEN<');
    const id = /=([\w-]+)/.exec(cookie)![1]!;
    const hash = createHash('sha256').update(id).digest('hex');
    const stored = await story.sql(
      `SELECT strpos(session::text, '${id}') AS plain FROM session WHERE id_hash = '\\x${hash}'`,
    );
    expect(stored).toEqual([{ plain: 0 }]);
  });

  test("shows how to replace a lost token on the service's machine", async () => {
    const html = await newConsoleVisitor(story.url).read('/console/sign-in');
    expect(html).toContain('<code>openladder token --name &quot;new admin&quot; --scope platform:admin</code>');
  });

  test('behind TLS, gives a cookie that is sent only over TLS', async () => {
    const { host } = new URL(story.url);
    const answer = await newConsoleVisitor(story.url).post(
      '/console/sign-in',
      { secret: ADMIN_TOKEN },
      { origin: `https://${host}` },
    );
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  test('leads to no place but the console', async () => {
    const visitor = newConsoleVisitor(story.url);
    const answer = await visitor.fill('/console/sign-in?next=//elsewhere.example', 'sign-in', { secret: ADMIN_TOKEN });
    expect(answer.headers.get('location')).toBe('/console');
  });

  test('with a wrong secret shows an error, and sets no cookie', async () => {
    const visitor = newConsoleVisitor(story.url);
    for (const secret of ['nonsense', 'ol_123', 'once_nonsense', ADMIN_TOKEN.slice(1), '']) {
      const answer = await visitor.fill('/console/sign-in', 'sign-in', { secret });
      expect([secret, answer.status, answer.headers.get('set-cookie')]).toEqual([secret, 422, null]);
      expect(await answer.text()).toMatch(/role="alert".*The token is not valid/s);
    }
  });

  test('requires the right to manage leagues', async () => {
    const { secret } = await token({ scopes: ['matches:submit'] });
    const answer = await newConsoleVisitor(story.url).fill('/console/sign-in', 'sign-in', { secret });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([422, null]);
    expect(await answer.text()).toContain('This token cannot manage leagues');
  });

  test('from another site is refused', async () => {
    const visitor = newConsoleVisitor(story.url);
    for (const headers of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { origin: story.url, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await visitor.post('/console/sign-in', { secret: ADMIN_TOKEN }, headers);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    }
  });
});

describe('a session', () => {
  const isIn = async (visitor: ConsoleVisitor) => (await visitor.get('/console')).status === 200;

  test('ends when its browser signs out, and other sessions continue', async () => {
    const [one, other] = [await signedIn(story.url, ADMIN_TOKEN), await signedIn(story.url, ADMIN_TOKEN)];
    const before = one.cookie();
    const answer = await one.fill('/console', 'sign-out');
    expect(answer.headers.get('location')).toBe('/console/sign-in?done=signedOut');
    now = new Date(now.getTime() + 1_000);
    const copied = await fetch(`${story.url}/console`, { headers: { cookie: before }, redirect: 'manual' });
    expect(copied.status).toBe(303);
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
  });

  test('ends with its token', async () => {
    const { secret, id } = await token({});
    const visitor = await signedIn(story.url, secret);
    expect(await isIn(visitor)).toBe(true);
    const input = { token: id, reason: 'test' };
    await story.admin.mutate('revokeToken', input);
    now = new Date(now.getTime() + 1_000);
    const answer = await visitor.get('/console');
    expect(answer.headers.get('location')).toBe('/console/sign-in?next=%2Fconsole&ended=yes');
    expect(answer.headers.get('set-cookie')).toMatch(/^openladder_session=; Max-Age=0/);
  });

  test('ends with the secret that opened it, when the token gets another', async () => {
    const { secret, id } = await token({});
    const visitor = await signedIn(story.url, secret);
    const input = { token: id, graceSeconds: 60, reason: 'test' };
    await story.admin.mutate('rotateToken', input);
    expect(await isIn(visitor)).toBe(true);
    now = new Date(now.getTime() + 61_000);
    expect(await isIn(visitor)).toBe(false);
  });

  test('ends after half a day', async () => {
    const visitor = await signedIn(story.url, ADMIN_TOKEN);
    now = new Date(now.getTime() + 12 * 3_600_000 - 1_000);
    expect(await isIn(visitor)).toBe(true);
    now = new Date(now.getTime() + 2_000);
    expect(await isIn(visitor)).toBe(false);
    Object.assign(admin, await signedIn(story.url, ADMIN_TOKEN));
    const expired = `SELECT count(*)::int AS count FROM session WHERE expires_at <= '${now.toISOString()}'`;
    expect(await story.sql(expired)).toEqual([{ count: 0 }]);
  });

  test('ends when its token has opened a hundred newer ones, together with its stored forms', async () => {
    const { secret } = await token({ name: 'of many sessions' });
    const wanted = { secret, next: '/console/l/europe', written: '_action=update&name=Europe' };
    const begin = async () => {
      now = new Date(now.getTime() + 1);
      const visitor = newConsoleVisitor(story.url);
      await visitor.post('/console/sign-in', wanted, { origin: story.url });
      return visitor;
    };
    const first = await begin();
    const second = await begin();
    for (let n = 0; n < 98; n++) await begin();
    expect([await isIn(first), await isIn(second)]).toEqual([true, true]);
    await begin();
    now = new Date(now.getTime() + 1_000);
    expect([await isIn(first), await isIn(second), await isIn(admin)]).toEqual([false, true, true]);
    const [stored] = await story.sql(
      `SELECT count(*)::int AS sessions, count(kept_form)::int AS forms
       FROM session JOIN token ON token.id = token_id LEFT JOIN kept_form ON session_id_hash = session.id_hash
       WHERE name = 'of many sessions'`,
    );
    expect(stored).toEqual({ sessions: 100, forms: 100 });
  });

  test('opens only the leagues of its token', async () => {
    const { secret } = await token({});
    const visitor = await signedIn(story.url, secret);
    const html = await visitor.read('/console');
    expect(html).toContain('/console/l/europe');
    expect(html).not.toContain('/console/l/asia');
    expect((await visitor.get('/console/l/europe/settings')).status).toBe(200);
    expect((await visitor.get('/console/l/asia/settings')).status).toBe(403);
    expect((await visitor.get('/console/l/nowhere/settings')).status).toBe(403);
    expect((await admin.get('/console/l/nowhere/settings')).status).toBe(404);
  });

  test('does not open the API to callers with only its cookie', async () => {
    const answer = await postGraphql(story.url, { query: '{ viewer { name } }' }, { cookie: admin.cookie() });
    expect(await answer.json()).toEqual({ data: { viewer: null } });
  });

  test('is no token: the internal scheme of the site is refused from outside, with any key', async () => {
    const [, id] = admin.cookie().split('=');
    for (const authorization of [
      `Session ${id}`,
      `Session ${'k'.repeat(43)} ${id}`,
      `Session  ${id}`,
      `session ${id}`,
    ]) {
      const answer = await postGraphql(story.url, { query: '{ viewer { name } }' }, { authorization });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
    }
    expect(await isIn(admin)).toBe(true);
  });
});
