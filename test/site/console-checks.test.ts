import { beforeAll, describe, expect, test } from 'vitest';
import { LOCKS } from '../../services/api/dist/kit/sql/advisory-locks.js';
import { formIn, signedIn, useConsole } from '../support/console.js';
import { openClient } from '../support/server.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

const INTEGRITY = '/console/l/club/integrity';
const RATING = '/console/l/club/rating';
const REVISION = `SELECT revision FROM league WHERE slug = 'club'`;
const MATCHES = '/console/l/club/matches';

const story = useStory();
const club = useLeague(story, { slug: 'club', ratingSystem: 'elo' });
const admin = useConsole(story);
beforeAll(async () => {
  const honest = Array.from({ length: 160 }, (_, n) => {
    const [one, other] = [n % 9, (n % 9) + 1 + (n % 4)];
    return `p${n % 3 === 0 ? one : other} beats p${n % 3 === 0 ? other : one}`;
  });
  const ring = Array.from({ length: 80 }, (_, n) => `p1 beats friend${n % 4}`);
  await club.play(...[...honest, ...ring].map((result) => club.match(result)));
});

const boxesIn = (html: string) =>
  [...html.matchAll(/type="checkbox" name="matches" value="([^"]+)"/g)].map(([, box]) => box!);

/** Sends a form with some boxes ticked, which have one name. */
async function sendChosen(html: string, form: string, boxes: readonly string[], more: Record<string, string>) {
  const { action, fields } = formIn(html, form);
  const { matches: _, ...rest } = fields;
  const body = new URLSearchParams({ ...rest, ...more });
  for (const box of boxes) body.append('matches', box);
  return admin.post(action, body);
}

describe('signs of arranged results', () => {
  test('are shown with their evidence, and their matches withdrawn and restored in one correction', async () => {
    expect((await admin.fill(INTEGRITY, 'check')).headers.get('location')).toBe(INTEGRITY);
    const html = await admin.settled(INTEGRITY);
    expect(html).toMatch(/few opponents.*p1 has \d+ % of their points from 4 opponents who play little else/s);
    expect(html).toContain('Innocent: a teacher with pupils');
    const overview = await admin.read(INTEGRITY.replace('/integrity', ''));
    expect(overview).toMatch(/Needs a look.*href="[^"]+\/integrity">\d+ signs? of arranged results</s);
    expect(await admin.read('/console')).toMatch(
      /class="concerns" aria-label="Needs a look">.*href="[^"]+\/integrity">\d+ signs? of arranged results</s,
    );
    const boxes = [...new Set(boxesIn(html))].slice(0, 3);
    const before = await club.board('includeProvisional: true');
    const plan = await sendChosen(html, 'withdraw', boxes, {});
    const planned = await plan.text();
    expect(plan.status).toBe(200);
    expect(planned).toMatch(/ratings change:.*<bdi>p1<\/bdi>/s);
    expect([...planned.matchAll(/name="matches" value="([^"]+)" checked/g)].map(([, box]) => box).slice(0, 3)).toEqual(
      boxes,
    );
    const done = await sendChosen(planned, 'withdraw', boxes, { _apply: 'yes', reason: 'arranged' });
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      `${INTEGRITY}?done=withdrawnAll&of=3&at=withdraw`,
    ]);
    expect(await story.sql(`SELECT count(*)::int FROM match WHERE status = 'VOID'`)).toEqual([{ count: 3 }]);

    const list = await admin.read(`${MATCHES}?status=VOID`);
    const withdrawn = boxesIn(list);
    expect(withdrawn).toHaveLength(3);
    const second = await (await sendChosen(list, 'restore', withdrawn, {})).text();
    const restored = await sendChosen(second, 'restore', withdrawn, { _apply: 'yes', reason: 'a mistake' });
    expect(restored.headers.get('location')).toBe(`${MATCHES}?status=VOID&done=restoredAll&of=3&at=restore`);
    expect(await story.sql(`SELECT count(*)::int FROM match WHERE status = 'VOID'`)).toEqual([{ count: 0 }]);
    expect(await club.board('includeProvisional: true')).toEqual(before);
  });

  test('are withdrawn only as in the shown plan', async () => {
    const html = await admin.read(MATCHES);
    const [one, other] = boxesIn(html);
    const planned = await (await sendChosen(html, 'withdraw', [one!], {})).text();
    const changed = await sendChosen(planned, 'withdraw', [one!, other!], { _apply: 'yes', reason: 'x' });
    expect(changed.status).toBe(200);
    const none = await sendChosen(html, 'withdraw', [], {});
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('role="alert"')]);
    const forged = await sendChosen(html, 'withdraw', ['nonsense 1'], {});
    expect(forged.status).toBe(422);
    expect(await story.sql(`SELECT count(*)::int FROM match WHERE status = 'VOID'`)).toEqual([{ count: 0 }]);
  });
});

test('chances are measured, used, and reset', async () => {
  expect(await admin.read(RATING)).toContain('The chances are those of the rating system itself.');
  expect((await admin.fill(RATING, 'measure')).headers.get('location')).toBe(`${RATING}#chances`);
  const measured = await admin.settled(RATING);
  expect(measured).toMatch(/Fitting (does not clearly help|helps)\..*measured on the newest 60\./s);
  expect(measured).toMatch(/<dt>Slope<\/dt><dd>−?\d\.\d\d/);
  const used = await admin.fill(RATING, 'chances-fit', { reason: 'measured' });
  expect(used.headers.get('location')).toBe(`${RATING}?done=chancesSet&at=chances-fit`);
  expect(await admin.read(RATING)).toContain('Fitted to 240 matches.');
  expect((await admin.fill(RATING, 'chances-own', { reason: 'a mistake' })).status).toBe(303);
  expect(await admin.read(RATING)).toContain('The chances are those of the rating system itself.');
});

test('better settings are searched, compared with the settings in use, and link to a preview', async () => {
  const [before, revisions] = [await club.board('includeProvisional: true'), await story.sql(REVISION)];
  const none = await admin.send((await admin.read(`${RATING}?tune=zonestats`)).replaceAll(' checked', ''), 'tune');
  expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('only must name a setting')]);
  const many = await admin.fill(RATING, 'tune', { evaluations: '5000' });
  expect([many.status, await many.text()]).toEqual([422, expect.stringContaining('id="tune.evaluations-error"')]);
  const asked = { 'only.initialRating': undefined, evaluations: '20' };
  expect((await admin.fill(RATING, 'tune', asked)).headers.get('location')).toBe(`${RATING}#tuning`);
  const html = await admin.settled(RATING);
  expect(html).toContain('Search results for Elo');
  expect(html).toMatch(
    /On the newest 96 matches, their loss is 0\.\d{4}, compared with 0\.\d{4} for the settings in use, both with chances fitted to the earlier matches\./,
  );
  expect(html).toMatch(/The difference is −?0\.\d{4} \(−?0\.\d{4} … −?0\.\d{4}\)/);
  expect(html).toMatch(/data-label="In use">32<.*data-label="Proposed"><strong>/s);

  const { fields } = formIn(html, 'configure');
  const planned = await (await admin.send(html, 'configure')).text();
  expect(formIn(planned, 'configure').fields).toMatchObject({ ...settingsIn(fields), ratingSystem: 'elo' });
  expect(planned).toMatch(/Compared with the current board.*Use this rating system/s);
  expect(await club.board('includeProvisional: true')).toEqual(before);
  expect(await story.sql(REVISION)).toEqual(revisions);

  const later = `INSERT INTO analysis (league_id, kind, status, request, actor, requested_at, finished_at)
    SELECT league_id, kind, 'CANCELLED', request, actor, now(), now() FROM analysis, generate_series(1, 12)
    WHERE kind = '$1' AND status = 'DONE' ORDER BY id DESC LIMIT 6`;
  await story.sql(later.replace('$1', 'COMPARE'));
  await story.sql(later.replace('$1', 'TUNE'));
  const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
  expect(await german.read(RATING)).toContain('Ergebnisse der Suche für Elo');
});

/** Those of a form's fields that are settings. */
function settingsIn(fields: Readonly<Record<string, string>>) {
  const settings = Object.entries(fields).filter(([name]) => name.startsWith('settings.'));
  expect(settings.length).toBeGreaterThan(3);
  return Object.fromEntries(settings);
}

test('a running check can be cancelled', async () => {
  const client = await openClient(story.databaseUrl);
  // As another process that is at work: what is asked for waits.
  await client.query('SELECT pg_advisory_lock($1)', [LOCKS.analysis]);
  const cancelled = async (path: string, start: string, cancel: RegExp) => {
    expect((await admin.fill(path, start)).status).toBe(303);
    const html = await admin.read(path);
    expect(html).toContain('data-progress');
    const id = cancel.exec(html)![1]!;
    expect((await admin.send(html, id)).headers.get('location')).toMatch(
      /\?done=(check|comparison|tuning)Cancelled&at=/,
    );
    expect(await admin.read(path)).not.toContain('data-progress');
  };
  await cancelled(INTEGRITY, 'check', /<form id="(cancel)"/);
  await cancelled(RATING, 'measure', /<form id="(cancelComparison)"/);
  await cancelled(RATING, 'tune', /<form id="(cancelComparison)"/);
  await client.end();
});

describe('the rating system', () => {
  const path = '/console/l/oceania/rating';
  const oceania = useLeague(
    story,
    { slug: 'oceania', ratingSystem: 'elo' },
    'ann beats ben',
    'ben beats cleo',
    'ann beats cleo',
  );
  const settings = async () => (await oceania.read('ratingSystem { settings }')).ratingSystem.settings;

  test('is compared with others, with a link to try each', async () => {
    const html = await admin.answered(path, 'compare');
    expect(html).toMatch(
      /Compared on 3 matches, the smallest loss first\.<\/p><p>[^<]+ predicts best[^<]*\.<\/p><table/,
    );
    expect(html).toMatch(/<tr[^>]*><th scope="row">Guess: all chances even<\/th><td[^>]*>0\.6931</);
    const losses = [...html.matchAll(/data-label="Loss">([\d.]+)</g)].map(([, loss]) => Number(loss));
    expect(losses).toEqual(losses.toSorted((one, other) => one - other));
    expect(html).toContain(`href="${path}?system=openskill"`);
    expect(html).toMatch(/Elo.*in use/s);
    const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
    expect(await german.answered(path, 'compare')).toMatch(/data-label="Vorhersagefehler">0,\d{4}</);
  });

  test('is compared with another one and its presets, and each reason is shown in the language of the page', async () => {
    await story.league('relays', 'openskill', { played: ['ann+ben beats cleo+dan'] });
    const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
    const html = await (await german.fill('/console/l/relays/rating', 'compare', { presetsOf: 'glicko2' })).text();
    expect(html).toContain('<span class="flag">Vorlage „Teams“</span>');
    expect(html).toContain('href="/console/l/relays/rating?system=glicko2&amp;preset=Teams"');
    expect(html).toMatch(
      /glicko2 ist für Duelle und kann 1 der Spiele dieser Liga nicht werten: [^<]+\. Mit multiplayer/,
    );
    expect(html).not.toContain('cannot rate');
    expect(html).toContain('<option value="glicko2" selected>Glicko-2 mit seinen Vorlagen</option>');
  });

  test('is told from another setting of itself by what differs', async () => {
    const played = ['ann beats ben', 'ann beats ben', 'ben beats ann', 'ann beats ben'];
    await story.league('antarctica', 'elo', { settings: { k: 60 }, played });
    const html = await admin.answered('/console/l/antarctica/rating', 'compare');
    expect(html).toMatch(
      />Elo<\/a> <span class="flag">in use<\/span> (?:<span[^>]*>[^<]*<\/span> )*<p class="quiet">K[^<]*: 60<\/p>/,
    );
    expect(html).toMatch(
      /<span class="flag">with defaults<\/span> (?:<span[^>]*>[^<]*<\/span> )*<p class="quiet">K[^<]*: \d+<\/p>/,
    );
  });

  test('is compared with itself once if its settings change nothing on the log', async () => {
    await story.league('arctica', 'elo', { settings: { floor: 1 }, played: ['ann beats ben'] });
    const html = await admin.answered('/console/l/arctica/rating', 'compare');
    expect(html).toMatch(/>Elo<\/a> <span class="flag">in use<\/span> <span class="flag">the same with defaults</);
    expect(html.match(/system=elo">Elo<\/a> <span class="flag">/g)).toHaveLength(2);
  });

  test('is changed after a preview of its board', async () => {
    const before = await settings();
    const plan = await admin.answered(`${path}?system=elo`, 'configure', { 'settings.k': '64', reason: 'faster' });
    expect(plan).toMatch(/Compared with the current board.*Today.*Then.*3 ratings change/s);
    expect(await settings()).toEqual(before);
    const applied = await admin.send(plan, 'configure', { _apply: 'yes' });
    expect(applied.headers.get('location')).toBe(`${path}?done=configured&at=configure`);
    expect(await settings()).toEqual({ ...before, k: 64 });
    expect(formIn(await admin.read(`${path}?system=elo`), 'configure').fields['settings.k']).toBe('64');
  });

  test('rates everything again on request', async () => {
    expect(await admin.answered(path, 'recompute')).toMatch(/id="recompute\.reason-error">Reason: must/);
    const answer = await admin.fill(path, 'recompute', { reason: 'to be sure' });
    expect(answer.headers.get('location')).toBe('/console/l/oceania?done=recomputed');
    expect(await admin.read('/console/l/oceania?done=recomputed')).toContain('The whole log was rated again.');
  });
});
