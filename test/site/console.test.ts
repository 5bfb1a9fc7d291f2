import { describe, expect, test } from 'vitest';
import { formIn, newConsoleVisitor, signedIn, useConsole } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { newToken, useLeague, useStory } from '../support/story.js';
import { BROKEN_OUT, HOSTILE, UNNAMED_TABLE } from './hostile-site.js';

const now = new Date();

const story = useStory({ clock: () => now });
useLeague(story, { slug: 'europe', name: `Europe ${HOSTILE}`.slice(0, 100) }, 'ann beats ben');
useLeague(story, 'asia');
const admin = useConsole(story);

const token = (input: object) => newToken(story.admin, { scopes: ['league:admin'], leagues: ['europe'], ...input });

/** Every page of the console, with what must be on it. */
const PAGES: readonly (readonly [string, string | RegExp])[] = [
  ['/console', 'href="/console/l/europe'],
  ['/console/new', 'href="/console/new?system=elo"'],
  ['/console/new', /name="often".*<details><summary>Two more questions<.*name="home".*name="want"/s],
  ['/console/new?who=TEAMS&want=SIMPLICITY', '<details open><summary>Two more questions<'],
  ['/console/new?who=TEAMS&scores=YES', /We recommend Margin.*href="\/console\/new\?system=margin"/s],
  [
    '/console/new?who=TEAMS&scores=YES&want=SIMPLICITY',
    /We recommend Elo.*“Goals”.*href="\/console\/new\?system=elo&amp;preset=Goals&amp;who=TEAMS"/s,
  ],
  ['/console/new?system=elo&preset=Goals', /<details><summary>Advanced: [^<]+<.*name="settings.newcomerK"/s],
  ['/console/l/europe', 'None yet'],
  ['/console/l/europe/settings', 'name="minMatches"'],
  ['/console/l/europe/rating', /Compare predictions.*<details><summary>Settings of ZoneStats that may change</s],
  ['/console/l/europe/rating?system=elo', 'name="settings.newcomerK"'],
  // As the audit log leads there, to undo a change of the rating system.
  [
    '/console/l/europe/rating?system=elo&settings=%7B%22newcomerK%22%3A77%7D',
    /<input(?=[^>]* name="settings\.newcomerK")[^>]* value="77"/,
  ],
  ['/console/l/europe/archive', 'Archive the league'],
  ['/console/l/europe/matches', 'href="/console/l/europe/m/europe-1"><bdi>ann</bdi> beat <bdi>ben</bdi>'],
  // As many sides and players as its newest match has.
  [
    '/console/l/europe/new-match',
    /^(?!.*name="sides\.(2\.|\d\.participants\.1)).*name="sides\.1\.participants\.0\.player"/s,
  ],
  [
    '/console/l/europe/new-match?sides=2&players=3',
    /^(?!.*name="sides\.2\.).*name="sides\.1\.participants\.2\.player"/s,
  ],
  ['/console/tokens', 'name="scopes"'],
  ['/console/l/europe/players', 'href="/console/l/europe/p/ann"'],
  ['/console/l/europe/players?duplicates=yes', 'No possible duplicates found'],
  ['/console/l/europe/p/ann', 'name="displayName"'],
  ['/console/l/europe/webhooks', 'name="events.MATCHES_RATED"'],
  ['/console/l/europe/audit', 'League opened'],
  ['/console/l/europe/m/europe-1', /name="sides\.1\.participants\.0\.player"[^>]* value="ben"/],
];

test.each([
  ['/console/new?who=teams', 'who must be one of DUELS, TEAMS, UNEQUAL_TEAMS, RACES'],
  ['/console/l/europe/matches?status=rated', 'status must be one of'],
])('%s has a value that the page cannot read, with a note', async (path, message) => {
  const answer = await admin.get(path);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(message);
});

describe.each(PAGES)('%s', (path, expected) => {
  test('is a page with its subject, which nobody caches or frames', async () => {
    const answer = await admin.get(path);
    const html = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'.*frame-ancestors 'none'/,
    );
    expect(html).toMatch(expected);
    expect(html).not.toMatch(BROKEN_OUT);
    expect(html).not.toMatch(UNNAMED_TABLE);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+="/);
  });

  test('asks other readers to sign in first, and leads back', async () => {
    const answer = await newConsoleVisitor(story.url).get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/console/sign-in?next=${encodeURIComponent(path)}`,
    ]);
  });

  test('has its texts in the language of the browser', async () => {
    const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
    expect(await german.read(path)).toMatch(/<html lang="de".*Angemeldet als/s);
  });
});

describe('a form', () => {
  const path = '/console/l/asia/settings';
  const name = async () => (await story.admin.get('{ league(slug: "asia") { name } }')).league.name;

  test('makes its change, and leads to a page that confirms it', async () => {
    const answer = await admin.fill(path, 'update', {
      name: 'Asia, all of it',
      minMatches: '3',
      opensAt: '2019-12-31T23:00',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=saved&at=update`]);
    expect(await admin.read(`${path}?done=saved`)).toMatch(/role="status"[^>]*>Saved\./);
    const { league } = await story.admin.get('{ league(slug: "asia") { name minMatches opensAt openEntry } }');
    expect(league).toEqual({
      ...{ name: 'Asia, all of it', minMatches: 3, opensAt: '2019-12-31T23:00:00.000Z', openEntry: true },
    });
    const { league: logged } = await story.admin.get(
      '{ league(slug: "asia") { auditLog(first: 1) { nodes { actor action } } } }',
    );
    expect(logged.auditLog.nodes).toEqual([{ actor: 'OPENLADDER_ADMIN_TOKEN', action: 'updateLeague' }]);
  });

  test('changes only its edited fields, despite concurrent changes', async () => {
    const html = await admin.read(path);
    await admin.fill(path, 'update', { name: 'Asia by another', openEntry: undefined });
    const answer = await admin.send(html, 'update', { minMatches: '4', activeWithin: '30' });
    expect(answer.status).toBe(303);
    const { league } = await story.admin.get('{ league(slug: "asia") { name minMatches activeWithin openEntry } }');
    expect(league).toEqual({ name: 'Asia by another', minMatches: 4, activeWithin: 30, openEntry: false });
    await admin.fill(path, 'update', { activeWithin: '', openEntry: 'yes' });
    const { league: cleared } = await story.admin.get('{ league(slug: "asia") { activeWithin openEntry } }');
    expect(cleared).toEqual({ activeWithin: null, openEntry: true });
    const placePoints = async () =>
      (await story.admin.get('{ league(slug: "asia") { placePoints } }')).league.placePoints;
    await admin.fill(path, 'update', { placePoints: '12,5 – 8; 1' });
    expect(await placePoints()).toEqual([12.5, 8, 1]);
    await admin.fill(path, 'update', { placePoints: '' });
    expect(await placePoints()).toBeNull();
  });

  test('has times in the time zone of its league, and names it', async () => {
    await admin.fill(path, 'update', { opensAt: '2019-12-31T23:00' });
    await admin.fill(path, 'update', { timeZone: 'Europe/Berlin' });
    const far = await admin.get('/console/l/asia/new-match?playedAt=%2B275760-09-13T00:00:00.000Z');
    expect(far.status).toBe(200);
    const html = await admin.read(path);
    expect(html).toContain('Opens at (Europe/Berlin)</label>');
    // A script writes other times in the zone of the reader, and says so there.
    expect(html).toMatch(/<footer.*data-zone="of your device"/s);
    expect(formIn(html, 'update').fields.opensAt).toBe('2020-01-01T00:00:00');
    await admin.send(html, 'update', { opensAt: '2020-01-01T01:30', timeZone: 'UTC' });
    const { league } = await story.admin.get('{ league(slug: "asia") { opensAt } }');
    expect(league.opensAt).toBe('2020-01-01T00:30:00.000Z');
  });

  test('that is refused keeps the entered values, and shows the reason at the field', async () => {
    const before = await name();
    const answer = await admin.fill(path, 'update', { name: HOSTILE, minMatches: '2000', description: 'kept' });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toMatch(/role="alert".*href="#update\.minMatches">Matches for a rank: must/s);
    expect(html).toMatch(/id="update\.minMatches"[^>]*aria-invalid="true"/);
    expect(html).toMatch(/id="update\.minMatches-error">Matches for a rank: must/);
    expect(formIn(html, 'update').fields).toMatchObject({ name: HOSTILE, minMatches: '2000', description: 'kept' });
    expect(html).not.toMatch(BROKEN_OUT);
    expect(await name()).toBe(before);
  });

  test('moves a league to another address', async () => {
    const answer = await admin.fill(path, 'move', { slug: 'asia-2' });
    expect(answer.headers.get('location')).toBe('/console/l/asia-2/settings?done=moved');
    expect(await admin.answered(path, 'move', { slug: 'europe' })).toContain('Slug: must be unique, but');
    expect((await admin.fill(path, 'move', { slug: 'asia' })).status).toBe(303);
  });

  test.each([
    ['without its key', { _key: '' }, {}, 403],
    ['with the key of another session', { _key: 'x'.repeat(43) }, {}, 403],
    ['from another site', {}, { origin: 'https://elsewhere.example' }, 403],
    ['from a frame of another site', {}, { 'sec-fetch-site': 'same-site' }, 403],
    ['for something that the page does not do', { _action: 'constructor' }, {}, 400],
    ['as JSON', {}, { 'content-type': 'application/json' }, 415],
  ] as const)('%s changes nothing', async (_, fields, headers, status) => {
    const before = await name();
    const form = formIn(await admin.read(path), 'update').fields;
    const answer = await admin.post(path, { ...form, name: 'changed', ...fields }, { ...headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await name()).toBe(before);
  });

  test('that is too large for its fields is refused, even without a declared length', async () => {
    const form = formIn(await admin.read(path), 'update').fields;
    const body = { ...form, description: 'x'.repeat(110_000) };
    expect((await admin.post(path, body)).status).toBe(413);
    const headers = {
      ...{ origin: story.url, cookie: admin.cookie() },
      'content-type': 'application/x-www-form-urlencoded',
    };
    const stream = new Blob([new URLSearchParams(body).toString()]).stream();
    const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
    expect((await fetch(story.url + path, init)).status).toBe(413);
  });
});

describe('a new league', () => {
  test('is made with a form that its rating system describes', async () => {
    const html = await admin.read('/console/new?system=elo');
    expect(html).toContain('K, in rating points: the most that a match can move a player');
    expect(html).toMatch(/>Matches as a newcomer<\/label>.*<code>newcomerMatches<\/code> · How many/s);
    expect(formIn(html, 'create').fields).toMatchObject({
      ...{ 'settings.k': '32', 'settings.marginOfVictory': 'none', ratingSystem: 'elo', slug: '' },
    });
    const written = { name: 'Österreich & Süd', 'settings.k': '20', 'settings.marginOfVictory': 'goals' };
    const answer = await admin.send(html, 'create', written);
    expect(answer.headers.get('location')).toBe('/console/l/osterreich-sud?done=created');
    expect(await admin.read('/console/l/osterreich-sud?done=created')).toContain('The league is open.');
    const then = await admin.fill('/console/new?system=elo', 'create', { name: 'Then', _then: 'import' });
    expect(then.headers.get('location')).toBe('/console/l/then/import?done=created');
    const { league } = await story.admin.get(
      '{ league(slug: "osterreich-sud") { name visibility ratingSystem { settings } } }',
    );
    expect(league).toMatchObject({
      ...{ name: written.name, visibility: 'PUBLIC', ratingSystem: { settings: { k: 20, marginOfVictory: 'goals' } } },
    });
  });

  test('is shown by a first match before it is made', async () => {
    const leagues = async () => (await story.admin.get('{ leagues { totalCount } }')).leagues.totalCount;
    const before = await leagues();
    const written = { 'settings.k': '10', name: 'kept', _action: 'preview' };
    const answer = await admin.fill('/console/new?system=elo', 'create', written);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toMatch(/If ann wins.*ann.*1500\.0 → 1505\.0.*\+5\.0.*as soon as their rating is certain enough/s);
    expect(formIn(html, 'create').fields).toMatchObject({ 'settings.k': '10', name: 'kept' });
    expect(await leagues()).toBe(before);
  });

  test('is shown by a first race if it is for races', async () => {
    const raced = async (query: string) => {
      const answer = await admin.fill(`/console/new?${query}`, 'create', { name: 'x', _action: 'preview' });
      return await answer.text();
    };
    const order = /A first race between newcomers.*If they finish in this order.*ann.*\+.*eve.*−/s;
    for (const query of ['system=plackett-luce', 'system=elo&who=RACES', 'system=timed-glicko&preset=Races'])
      expect(await raced(query)).toMatch(order);
    expect(await raced('system=openskill&who=TEAMS')).toMatch(/If ann and ben win.*If cleo and dan win/s);
    expect(await admin.read('/console/new?who=RACES')).toContain('?system=plackett-luce&amp;who=RACES');
  });

  test('lists what each rating system accepts, and the setting with which it accepts more', async () => {
    const [, glicko] = /<a href="[^"]*system=timed-glicko">(.*?)<\/li>/s.exec(await admin.read('/console/new'))!;
    expect(glicko!.replaceAll(/<[^>]*>/g, ' ')).toMatch(
      /2 sides +players alone +With “[^”]+: Each pair \(pairwise\)”: +2 or more sides +players alone or in teams/,
    );
  });

  test('with an invalid setting reports it at its field', async () => {
    const written = { name: 'x', 'settings.k': '-1', 'settings.newcomerMatches': 'many' };
    for (const action of ['preview', 'create']) {
      const answer = await admin.fill('/console/new?system=elo', 'create', { ...written, _action: action });
      const html = await answer.text();
      expect(answer.status).toBe(422);
      expect(html).toMatch(/id="create\.settings\.k-error">.*-1/);
      expect(html).toMatch(/id="create\.settings\.newcomerMatches-error">.*many/);
    }
  });

  test('is for platform admins', async () => {
    const { secret } = await token({});
    const visitor = await signedIn(story.url, secret);
    expect((await visitor.get('/console/new')).status).toBe(403);
    expect(await visitor.read('/console')).not.toContain('/console/new');
  });
});

describe('correcting a match', () => {
  const path = '/console/l/africa/m/africa-1';
  const leader = async () => (await africa.board())[0];
  const africa = useLeague(story, 'africa', 'ann beats ben', 'ben beats cleo', 'cleo draws dan');

  test('shows its effect, has exactly that effect, and can be undone', async () => {
    const before = await africa.board();
    const swapped = { 'sides.0.placement': '2', 'sides.1.placement': '1', reason: 'ben won' };
    const plan = await admin.answered(path, 'amend', swapped);
    expect(plan).toMatch(/Preview.*4 ratings change.*ann.*→.*ben/s);
    expect(await africa.board()).toEqual(before);

    const applied = await admin.send(plan, 'amend', { _apply: 'yes' });
    expect(applied.headers.get('location')).toBe(`${path}?done=amended&of=2&at=amend`);
    expect(await leader()).toBe('ben');

    const written = { reason: 'ann won after all', playedAt: '2020-01-01T00:00' };
    const undo = await admin.answered(`${path}?version=1`, 'amend', written);
    expect(undo).toContain('Preview');
    const undone = (await admin.send(undo, 'amend', { _apply: 'yes' })).headers.get('location')!;
    expect(await admin.read(undone)).toContain('Version 1 of the match is restored, as version 3;');
    expect(await africa.board()).toEqual(before);

    const other = await admin.answered(`${path}?version=2`, 'amend', { 'sides.0.placement': '3', reason: 'x' });
    const amended = await admin.send(other, 'amend', { _apply: 'yes' });
    expect(amended.headers.get('location')).toBe(`${path}?done=amended&of=4&at=amend`);
    const back = await admin.answered(`${path}?version=1`, 'amend', { reason: 'x' });
    expect((await admin.send(back, 'amend', { _apply: 'yes' })).headers.get('location')).toContain(
      'done=putBack&of=1&of=5',
    );
    expect(await admin.read(`${path}?done=amended&of=<b>`)).not.toContain('role="status"');
  });

  test('requires a new plan if the form was changed after the last', async () => {
    const version = async () => (await africa.read('match(externalId: "africa-1") { version }')).match.version;
    const was = await version();
    const changed = { 'sides.0.placement': '1', 'sides.1.placement': '1', reason: 'a draw' };
    const plan = await admin.answered(path, 'amend', changed);
    const again = await admin.send(plan, 'amend', { 'sides.1.placement': '3', _apply: 'yes' });
    expect([again.status, await version()]).toEqual([200, was]);
    expect(await again.text()).toContain('Preview');
    const applied = await admin.fill(path, 'amend', { ...changed, _apply: 'yes', _plan: 'made up' });
    expect([applied.status, await version()]).toEqual([200, was]);
  });

  test('requires a reason, and the version that was shown', async () => {
    const plan = await admin.answered(path, 'amend', { playedAt: '2020-01-01T00:30' });
    // A browser asks for the reason before it sends the correction, and not before it looks.
    expect(plan).toMatch(/<label for="amend\.reason" data-required="required">Reason.*name="reason"[^>]* required/s);
    expect(plan).toMatch(/<button type="submit"[^>]* formnovalidate>Preview again/i);
    expect(plan).toMatch(/<button type="submit" name="_apply" value="yes">/);
    const refused = await admin.send(plan, 'amend', { _apply: 'yes' });
    expect(await refused.text()).toMatch(/id="amend\.reason-error">Reason: must/);
    const stale = await admin.send(plan, 'amend', { expectedVersion: '1' });
    expect(stale.status).toBe(422);
  });

  test('withdraws a match, and restores it', async () => {
    const place = '/console/l/africa/m/africa-2';
    const before = await africa.board();
    const plan = await admin.answered(place, 'withdraw', { reason: 'never played' });
    expect(await africa.board()).toEqual(before);
    const withdrawn = (await admin.send(plan, 'withdraw', { _apply: 'yes' })).headers.get('location')!;
    expect(await admin.read(withdrawn)).toContain('The match was withdrawn with version 2.');
    expect(await admin.read('/console/l/africa/matches?status=VOID')).toContain('Withdrawn');
    const back = await admin.answered(place, 'restore', { reason: 'played after all' });
    const restored = (await admin.send(back, 'restore', { _apply: 'yes' })).headers.get('location')!;
    expect(await admin.read(restored)).toContain(
      'counts again, as it was before it was withdrawn. It is version 3 now.',
    );
    expect(await africa.board()).toEqual(before);
  });

  test('names a side as the form does when it is refused, even if others are empty', async () => {
    const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
    const match = {
      playedAt: '2020-01-01T00:30',
      'sides.0.participants.0.player': 'ann',
      'sides.0.score': '3',
      'sides.2.participants.1.player': 'ben',
    };
    const page = '/console/l/africa/new-match?sides=3&players=2';
    const missing = await german.answered(page, 'submit', match);
    expect(missing).toContain('href="#submit.sides.2.score">Seite 3, Punkte: muss angegeben sein, wenn');
    expect(missing).toMatch(/id="submit\.sides\.2\.score"[^>]* aria-invalid="true"/);
    const unreadable = await german.answered(page, 'submit', { ...match, 'sides.2.score': 'eins' });
    expect(unreadable).toContain('Seite 3, Punkte: muss eine Zahl sein, ist aber „eins“.');
    const nobody = await admin.fill(page, 'submit', {
      ...match,
      'sides.2.score': '1',
      'sides.2.participants.1.player': 'ann',
    });
    expect(await nobody.text()).toContain('>Side 3, player 2: Player &quot;ann&quot; appears twice in this match.');
  });

  test('adds a match that nobody reported, in its place', async () => {
    const match = {
      playedAt: '2020-01-01T00:30',
      'sides.0.participants.0.player': 'eve',
      'sides.0.score': '3',
      'sides.1.participants.0.player': 'ann',
      'sides.1.score': '½',
      'new.eve': 'yes',
    };
    // Fields that few need are behind a line, which is open only where one of them was written in or refused.
    const misplaced = await admin.answered('/console/l/africa/new-match', 'submit', {
      ...match,
      'sides.1.placement': 'x',
    });
    expect(misplaced).toMatch(
      /<details><summary>Place, team.*<details open><summary>Place, team.*id="submit\.sides\.1\.placement-error"/s,
    );
    const answer = await admin.fill('/console/l/africa/new-match', 'submit', match);
    // People who enter an old match usually enter others of that day.
    const next = answer.headers.get('location')!;
    expect(next).toMatch(/^\/console\/l\/africa\/new-match\?playedAt=[^&]+&done=added&at=submit$/);
    expect(await admin.read(next)).toMatch(/The match was added\..*value="2020-01-01T00:30/s);
    const { matches } = await africa.read(
      'matches { nodes { playedAt sides { score participants { player { handle } } } } }',
    );
    expect(matches.nodes).toContainEqual({
      playedAt: '2020-01-01T00:30:00.000Z',
      sides: [
        { score: 3, participants: [{ player: { handle: 'eve' } }] },
        { score: 0.5, participants: [{ player: { handle: 'ann' } }] },
      ],
    });
  });
});
