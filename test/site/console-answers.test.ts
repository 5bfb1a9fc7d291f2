import { describe, expect, test } from 'vitest';
import { formIn, signedIn, useConsole } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { newToken, useLeague, useStory } from '../support/story.js';

const story = useStory({ clock: () => now });
const europe = useLeague(story, 'europe', 'ann beats ben');
let now = new Date();
const admin = useConsole(story);

const MATCH = '/console/l/europe/m/europe-1';
const SETTINGS = '/console/l/europe/settings';

/** Sends a form as a browser does that follows nothing. */
const sent = (path: string, fields: Record<string, string>) =>
  fetch(story.url + path, {
    method: 'POST',
    headers: { origin: story.url, cookie: admin.cookie() },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
const form = (html: string, id: string) => new RegExp(`<form id="${id}".*?</form>`, 's').exec(html)![0];

describe('the result of a form', () => {
  test('is in the form, where browsers begin to read, and the form is empty again', async () => {
    const answer = await admin.fill('/console/tokens', 'create', { name: 'my bot', leagues: 'europe' });
    const html = await answer.text();
    expect(form(html, 'create')).toMatch(
      /action="\/console\/tokens#answer".*<div id="answer"[^>]* role="status" tabindex="-1">.*<code>ol_\w+<.*<button [^>]*data-copied/s,
    );
    expect(formIn(html, 'create').fields.name).toBe('');
  });

  test('is shown at its form, or above if the form is gone', async () => {
    const said = /<div id="answer" class="said" role="status" tabindex="-1">/;
    const path = '/console/l/europe/p/ann';
    const saved = await admin.fill(path, 'rename', { displayName: 'Ann', reason: 'asked for' });
    const html = await admin.read(saved.headers.get('location')!);
    expect(form(html, 'rename')).toMatch(said);
    expect(html.split('id="answer"').length).toBe(2);

    const hidden = await admin.fill(path, 'hide', { reason: 'asked for' });
    const gone = await admin.read(hidden.headers.get('location')!);
    expect(gone).toMatch(/<main id="main"><div id="answer" class="said".*no longer on any board/s);
    const shown = await admin.fill(path, 'show', { reason: 'asked for' });
    expect(await admin.read(shown.headers.get('location')!)).toMatch(said);
  });

  test('opens its folded section', async () => {
    const refused = await admin.answered('/console/l/europe/p/ann', 'unmerge', { player: 'nobody' });
    expect(refused).toMatch(
      /<details open><summary>Undo a merge<\/summary>.*id="answer" class="refused" role="alert"/s,
    );
  });
});

describe('a form that was not carried out', () => {
  const change = { 'sides.0.placement': '2', 'sides.1.placement': '1', reason: 'a secret reason' };

  test('may have hidden fields that no page has', async () => {
    const answer = await admin.fill(MATCH, 'amend', { _sides: '{}', _players: '?', reason: 'x' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/<section id="answer" class="plan"/);
  });

  test('is shown by a page that can be reloaded and revisited', async () => {
    const { action, fields } = formIn(await admin.read(MATCH), 'amend');
    const answer = await sent(action, { ...fields, ...change });
    expect(answer.status).toBe(303);
    const place = answer.headers.get('location')!;
    expect(place).toMatch(/^\/console\/l\/europe\/m\/europe-1\?kept=[\w-]{22}#answer$/);
    const path = place.split('#')[0]!;
    const plan = await admin.read(path);
    expect(plan).toMatch(/<section id="answer" class="plan" [^>]*tabindex="-1">.*2 ratings change/s);
    expect(formIn(plan, 'amend').fields).toMatchObject(change);
    const applied = await admin.send(plan, 'amend', { _apply: 'yes' });
    expect(applied.headers.get('location')).toBe(`${MATCH}?done=amended&of=2&at=amend`);
    expect((await admin.get(path)).status).toBe(200);

    const other = await signedIn(story.url, ADMIN_TOKEN);
    expect(await other.read(path)).toMatch(/<div id="answer".*no longer stored.*/);
    const stored = await story.sql(`SELECT encode(content, 'escape') LIKE '%secret%' AS is_plain FROM kept_form`);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((row) => row.is_plain)).toEqual([]);
  });

  test('is stored among the twenty newest of its session, and no longer than the session', async () => {
    const kept = async () =>
      (await story.sql('SELECT count(*)::int AS count FROM kept_form GROUP BY session_id_hash ORDER BY 1 DESC'))[0]
        ?.count ?? 0;
    const { action, fields } = formIn(await admin.read(SETTINGS), 'update');
    for (let n = 0; n < 22; n++) await sent(action, { ...fields, minMatches: 'x' });
    expect(await kept()).toBe(20);
    await admin.fill('/console', 'sign-out');
    expect(await kept()).toBeLessThan(20);
    Object.assign(admin, await signedIn(story.url, ADMIN_TOKEN));
  });

  test('comes back after the next sign-in if its session had ended', async () => {
    const html = await admin.read(SETTINGS);
    now = new Date(now.getTime() + 13 * 3_600_000);
    const { action, fields } = formIn(html, 'update');
    const ended = await admin.post(action, { ...fields, name: 'Europe & "all"', openEntry: 'yes' });
    const signIn = await ended.text();
    expect(signIn).toMatch(/id="answer".*what you wrote is kept/s);
    expect(ended.headers.get('set-cookie')).toContain('Max-Age=0');
    const wrong = await (await admin.send(signIn, 'sign-in', { secret: 'wrong' })).text();
    const back = await admin.send(wrong, 'sign-in', { secret: ADMIN_TOKEN });
    const page = await back.text();
    expect(form(page, 'update')).toMatch(/<div id="answer" class="notice".*Nothing has been changed yet/s);
    expect(formIn(page, 'update').fields.name).toBe('Europe & "all"');
    const name = async () => (await europe.read('name')).name;
    expect(await name()).not.toBe('Europe & "all"');
    await admin.send(page, 'update');
    expect(await name()).toBe('Europe & "all"');
  });

  test('is not stored if it came from another site, or is too large', async () => {
    const { action, fields } = formIn(await admin.read(SETTINGS), 'update');
    const cookie = `openladder_session=${'x'.repeat(43)}`;
    for (const [headers, more] of [
      [{ origin: 'https://elsewhere.example' }, {}],
      [{}, { description: 'x'.repeat(110_000) }],
    ] as const) {
      const answer = await admin.post(action, { ...fields, ...more }, { cookie, ...headers });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `/console/sign-in?next=${encodeURIComponent(action)}&ended=yes`,
      ]);
      Object.assign(admin, await signedIn(story.url, ADMIN_TOKEN));
    }
  });
});

describe('a form that another admin has overtaken', () => {
  test('shows what changed since, keeps the entered values, and requires a new plan', async () => {
    const asia = await story.league('asia', 'zonestats', { played: ['ann beats ben', 'ben beats cid'] });
    const path = '/console/l/asia/m/asia-1';
    const [mine, others] = [await admin.read(path), await admin.read(path)];
    const plan = await admin.send(others, 'amend', {
      'sides.0.score': '3',
      'sides.1.score': '1',
      reason: 'the points',
    });
    expect((await admin.send(await plan.text(), 'amend', { _apply: 'yes' })).status).toBe(303);

    const stale = await admin.send(mine, 'amend', { 'sides.0.name': 'The Anns', reason: 'a name' });
    const html = await stale.text();
    expect(stale.status).toBe(422);
    expect(html).toMatch(/role="alert".*changed after you opened this page/s);
    expect(html).not.toContain('expectedVersion must');
    expect(html).toMatch(
      /Changed since version 1, which you saw.*Version 2.*<th scope="row">Side 1, points<\/th>.*<ins>3</s,
    );
    expect(formIn(html, 'amend').fields).toMatchObject({ 'sides.0.name': 'The Anns', expectedVersion: '2' });
    const again = await (await admin.send(html, 'amend', { _apply: 'yes' })).text();
    expect(again).toMatch(/<section id="answer" class="plan"/);
    expect((await asia.read('match(externalId: "asia-1") { version }')).match.version).toBe(2);
  });

  test('of a correction that changes nothing reports that, before and after', async () => {
    const plan = await admin.answered(MATCH, 'amend', { reason: 'sent twice' });
    expect(plan).toContain('No rating would change.');
    const sent = (await admin.send(plan, 'amend', { _apply: 'yes' })).headers.get('location')!;
    expect(await admin.read(sent)).toContain('The match is like that already. Nothing was changed.');
  });

  test('of several matches marks the changed ones, and keeps them chosen', async () => {
    const path = '/console/l/asia/matches';
    const html = await admin.read(path);
    const [, box] =
      /<input type="checkbox" name="matches" value="([^"]*)"\/?> <time[^>]*>[^<]*<\/time> <code>asia-2/.exec(html)!;
    const other = await admin.fill('/console/l/asia/m/asia-2', 'amend', { 'sides.0.name': 'Bens', reason: 'a name' });
    await admin.send(await other.text(), 'amend', { _apply: 'yes' });
    const stale = await (await admin.send(html, 'withdraw', { matches: box, reason: 'x' })).text();
    expect(stale).toMatch(/role="alert".*changed after you opened this page/s);
    expect(stale).toMatch(
      /<input type="checkbox" name="matches" value="[^"]* 2" checked\/?>.*changed since you chose it/s,
    );
  });
});

test('an entry of the audit log links to its subject, and to the form that undoes it', async () => {
  const log = await admin.read('/console/l/asia/audit?action=amendMatch&subject=asia-1');
  expect(log).toContain('<a href="/console/l/asia/m/asia-1"><bdi>asia-1</bdi></a>');
  const [, undo] = /<a href="([^"]*\?version=1)#amend">Undo/.exec(log)!;
  const put = await admin.fill(undo!, 'amend', { reason: 'back' });
  const done = await admin.send(await put.text(), 'amend', { _apply: 'yes' });
  expect(done.headers.get('location')).toContain('done=putBack&of=1&of=3');
});

test('a new form has the current time for a match, and a choice of time zones', async () => {
  const { fields } = formIn(await admin.read('/console/l/asia/new-match'), 'submit');
  expect(fields.playedAt).toMatch(/:00$/);
  expect(Math.abs(Date.parse(`${fields.playedAt}Z`) - Date.now())).toBeLessThan(3_600_000);
  expect(await admin.read('/console/l/asia/settings')).toMatch(
    /<select id="update\.timeZone".*<option value="UTC" selected>UTC<.*<option value="America\/New_York">America\/New York</s,
  );
});

test('players are suggested during typing, but only to sessions that may read the league', async () => {
  await story.league('hidden', 'elo', { visibility: 'PRIVATE', played: ['annabel beats bert'] });
  const path = '/console/l/hidden/names?text=Ann';
  const found = async (headers: Record<string, string>) => {
    const answer = await fetch(story.url + path, { headers });
    return [answer.status, answer.ok ? (await answer.json()).data.league : null];
  };
  expect(await found({ cookie: admin.cookie() })).toEqual([200, { found: [{ handle: 'annabel', displayName: null }] }]);
  expect(await found({})).toEqual([401, null]);
  const { secret } = await newToken(story.admin, { scopes: ['league:admin'], leagues: ['europe'] });
  const other = await signedIn(story.url, secret);
  expect(await found({ cookie: other.cookie() })).toEqual([200, null]);
  for (const page of [MATCH, '/console/l/europe/new-match', '/console/l/europe/p/ann'])
    expect(await admin.read(page)).toMatch(/data-suggest="europe" data-names="\/console\/l\/europe\/names"/);
});

test('the overview names players who may be one person', async () => {
  const twice = await story.league('twice');
  expect(await admin.read('/console/l/twice')).not.toContain('duplicates=yes');
  await twice.play('Jonathan_Miller beats ben', 'Jonathan.Miller beats cid');
  expect(await admin.read('/console/l/twice')).toMatch(
    /<a href="\/console\/l\/twice\/players\?duplicates=yes">1 pair of players who may be one person<\/a>/,
  );
});

test('the evidence that two players are one person is shown in the language of the admin', async () => {
  const mueller = await story.league('mueller');
  await mueller.play('Anna_Müller beats ben', 'Anna_Mueller beats cid');
  const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
  expect(await german.read('/console/l/mueller/players?duplicates=yes')).toContain(
    '<p class="quiet">Ihre Spielernamen unterscheiden sich nur in Akzenten, Umlauten (ü oder ue), Ziffern und Satzzeichen. Sie waren nie',
  );
});

test('the top of the board of a private league with races counts starts', async () => {
  const races = await story.league('races', 'openskill', { visibility: 'PRIVATE' });
  const sides = ['one', 'two', 'three'].map((player, place) => ({ placement: place + 1, participants: [{ player }] }));
  await races.play(races.match(sides));
  expect(await admin.read('/console/l/races')).toMatch(
    /<h2>Board<\/h2>.*Wins \/ starts.*>one<.*1 \/ 1.*>two<.*0 \/ 1/s,
  );
});

test('a league without matches shows how to begin, and its log has no empty reasons', async () => {
  const begun = await story.league('begun');
  const overview = '/console/l/begun';
  expect(await admin.read(overview)).toMatch(
    /No matches yet.*href="\/console\/l\/begun\/new-match".*href="\/console\/l\/begun\/import".*href="\/console\/tokens"/s,
  );
  expect(await admin.read(`${overview}/audit`)).toMatch(/League opened(?!.*<q>)/s);
  await begun.play('ann beats ben');
  expect(await admin.read(overview)).not.toContain('No matches yet');
});

test('the console has no links to hidden pages, and shows the top of a hidden board itself', async () => {
  await story.league('secret', 'elo', { visibility: 'PRIVATE', played: ['agent beats double'] });
  const toSite = (slug: string) => new RegExp(`<a href="/l/${slug}[/"]`);
  const pages = async (slug: string, handle: string) => [
    await admin.read(`/console/l/${slug}`),
    await admin.read(`/console/l/${slug}/p/${handle}`),
  ];
  for (const html of await pages('secret', 'agent')) {
    expect(html).not.toMatch(toSite('secret'));
    expect(html).toContain('A private league, which is not on the site');
  }
  const [overview] = await pages('secret', 'agent');
  expect(overview).toMatch(
    /<h2>Board<\/h2>.*>1<.*href="\/console\/l\/secret\/p\/agent".*1–0–0.*double.*\/console\/l\/secret\/board\.csv/s,
  );
  for (const html of await pages('europe', 'ann')) {
    expect(html).toMatch(toSite('europe'));
    expect(html).not.toContain('<h2>Board</h2>');
  }
});

test('the list of leagues names days in the time zone of each', async () => {
  const early = await story.league('early', 'elo', { timeZone: 'Pacific/Auckland' });
  // Midnight there.
  await early.play(early.match('ann beats ben', { playedAt: '2020-06-02T12:00:00Z' }));
  expect(await admin.read('/console?search=early')).toMatch(/<time datetime="2020-06-02T12:00:00.000Z">Jun 3, 2020</);
});

test('a match decided by places says that at its fields for points', async () => {
  const points = await story.league('points', 'elo');
  const scored = [2, 1].map((score, side) => ({ score, participants: [{ player: `p${side}` }] }));
  await points.play(
    points.match('ann beats ben', { externalId: 'places' }),
    points.match(scored, { externalId: 'points' }),
  );
  const notice = 'The places of the sides decide this match, not their points';
  expect(await admin.read('/console/l/points/m/places')).toContain(notice);
  expect(await admin.read('/console/l/points/m/points')).not.toContain(notice);
});

test('a number is in its field as written in the language of the admin, and saved unchanged', async () => {
  const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
  expect(await german.read(SETTINGS)).toMatch(/name="queueBand"[^>]* value="0,35"/);
  await german.fill(SETTINGS, 'update', { queueBand: '0,25', reason: 'x' });
  const { league } = await story.admin.get('{ league(slug: "europe") { queue { band } } }');
  expect(league.queue.band).toBe(0.25);
});
