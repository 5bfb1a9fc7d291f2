import { describe, expect, test } from 'vitest';
import { handleFor } from '../../services/api/dist/player/handle.js';
import { handleFrom } from '../../services/web/dist/console/names.js';
import { formIn, signedIn, useConsole } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { newToken, useLeague, useStory } from '../support/story.js';
import { BROKEN_OUT, HOSTILE } from './hostile-site.js';

const story = useStory({ env: { OPENLADDER_WEBHOOK_ALLOW: '127.0.0.1/32' } });
const europe = useLeague(
  story,
  { slug: 'europe', name: `Europe ${HOSTILE}`.slice(0, 100) },
  'ann beats ben',
  'ben beats cleo',
  'anne beats cleo',
);
const admin = useConsole(story);

/** What is in the answer to a form that is not done: a plan, a secret or a refusal. */
const tried = async (path: string, form: string, written: Record<string, string | undefined>, status = 200) => {
  const answer = await admin.fill(path, form, written);
  const html = await answer.text();
  expect([path, form, answer.status]).toEqual([path, form, status]);
  expect(html).not.toMatch(BROKEN_OUT);
  return html;
};
/** Where a form leads that is done. */
const done = async (path: string, form: string, written: Record<string, string | undefined>) => {
  const answer = await admin.fill(path, form, written);
  expect([path, form, answer.status]).toEqual([path, form, 303]);
  return decodeURIComponent(answer.headers.get('location')!);
};
const secretIn = (html: string) => /<pre><code>([^<]+)<\/code>/.exec(html)![1]!;

describe('tokens', () => {
  const path = '/console/tokens';
  const nameBy = async (secret: string) => (await story.as(secret).get('{ viewer { name } }')).viewer?.name;

  test('are made, given new secrets and revoked; a secret is shown once', async () => {
    const made = await tried(path, 'create', { name: 'my bot', scopes: 'league:admin', 'leagues.europe': 'yes' });
    const secret = secretIn(made);
    expect(await nameBy(secret)).toBe('my bot');
    const html = await admin.read(path);
    expect(html).toMatch(/my bot.*league:admin.*europe/s);
    expect(html).not.toContain(secret);

    const [, id] = /<form id="rotate-([^"]+)"/.exec(html)!;
    expect(await tried(path, `rotate-${id}`, { graceSeconds: '0' }, 422)).toContain('(seconds): must be at least 60');
    const next = secretIn(await tried(path, `rotate-${id}`, { graceSeconds: '600' }));
    expect([await nameBy(next), await nameBy(secret)]).toEqual(['my bot', 'my bot']);

    expect(await done(path, `revoke-${id}`, { withCreated: 'yes' })).toBe(
      `/console/tokens?done=tokenRevoked&at=revoke-${id}`,
    );
    expect(await admin.read('/console/tokens?done=tokenRevoked')).toMatch(
      /role="status"[^>]*>The token was revoked.*revoked/s,
    );
  });
});

test('a new token is for leagues that the admin ticks by name or writes by slug', async () => {
  await story.league('africa', 'elo', { name: 'Africa' });
  const path = '/console/tokens';
  const made = await tried(path, 'create', { name: 'both', 'leagues.africa': 'yes', leagues: 'europe' });
  const VIEWER = '{ viewer { leagues { slug } } }';
  const both = { viewer: { leagues: [{ slug: 'europe' }, { slug: 'africa' }] } };
  expect(await story.as(secretIn(made)).get(VIEWER)).toEqual(both);
  const refused = await tried(path, 'create', { name: 'none', 'leagues.africa': 'yes', leagues: 'nowhere' }, 422);
  expect(refused).toMatch(/name="leagues\.africa"[^>]* checked.*<bdi>Africa<\/bdi>.*id="create\.leagues-error"/s);
  // An admin of one league needs to write nothing.
  const { secret } = await newToken(story.admin, { scopes: ['league:admin'], leagues: ['africa'] });
  const html = await (await signedIn(story.url, secret)).read(path);
  expect(html).toMatch(/name="leagues\.africa"[^>]* checked/);
  expect(html).not.toMatch(/name="leagues(\.europe)?"/);
});

describe('players', () => {
  test('are registered, renamed and found', async () => {
    const path = '/console/l/europe/players';
    expect(await done(path, 'register', { players: 'dora\nemil' })).toBe(`${path}?done=registered&at=register`);
    expect(await admin.read(`${path}?search=em`)).toContain('href="/console/l/europe/p/emil"');
    // People are written as they are called. Each gets the handle that an import would make.
    expect(await done(path, 'register', { players: "Zoë O'Brien\r\nAnna Weiß" })).toContain('done=registered');
    const found = await admin.read(`${path}?search=Anna`);
    expect(found).toMatch(/href="\/console\/l\/europe\/p\/Anna_Wei%C3%9F"><bdi>Anna Weiß<\/bdi>/);
    expect(await admin.read(`${path}?search=Zoë`)).toContain('>Zoë_OBrien<');
    expect(await tried(path, 'register', { players: 'Anna Vogt\nanna vogt' }, 422)).toContain(
      '“anna vogt” is in the list twice',
    );
    const many = Array.from({ length: 101 }, (_, index) => `Ann ${index}`).join('\n');
    expect(await tried(path, 'register', { players: many }, 422)).toMatch(
      /href="#register\.players">At most 100 names with spaces or other special characters/,
    );
    const place = '/console/l/europe/p/dora';
    const names = { handle: 'dorothea', displayName: HOSTILE.slice(0, 40), reason: 'married' };
    expect(await done(place, 'rename', names)).toBe('/console/l/europe/p/dorothea?done=renamed');
    const html = await admin.read('/console/l/europe/p/dora');
    expect(html).toMatch(/&lt;img src=x.*Formerly.*dora/s);
    expect(html).not.toMatch(BROKEN_OUT);
    expect(await tried(place, 'rename', { handle: 'ann', reason: 'x' }, 422)).toMatch(/id="rename\.handle-error"/);
  });

  test('get a country and links, and keep what was not changed', async () => {
    const place = '/console/l/europe/p/ben';
    const links = 'https://ben.example\r\nhttps://twitch.tv/ben';
    expect(await done(place, 'rename', { country: 'se', links, reason: 'x' })).toBe(`${place}?done=renamed&at=rename`);
    const html = await admin.read(place);
    expect(html).toMatch(/name="country"[^>]* value="SE"/);
    expect(html).toContain('>https://ben.example/\nhttps://twitch.tv/ben</textarea>');
    expect(html).toMatch(/name="handle"[^>]* value="ben"/);
    const refused = await tried(place, 'rename', { country: 'ZZ', links: 'javascript:alert(1)', reason: 'x' }, 422);
    expect(refused).toMatch(/id="rename\.country-error".*id="rename\.links-error"/s);
  });

  test('have accounts, which are linked and removed', async () => {
    const place = '/console/l/europe/p/ben';
    expect(await done(place, 'link', { account: 'discord:123', reason: 'x' })).toBe(`${place}?done=linked&at=link`);
    expect(await admin.read(place)).toContain('<code>discord:123</code>');
    expect(await done(place, 'unlink-discord:123', { reason: 'x' })).toBe(
      `${place}?done=unlinked&at=unlink-discord:123`,
    );
    expect(await admin.read(place)).not.toContain('discord:123</code>');
  });

  test('are merged into a player named as on boards', async () => {
    await story.admin.mutate('updatePlayer', { player: 'ben', displayName: 'Ben B.', reason: 'x' });
    const plan = await tried('/console/l/europe/p/anne', 'merge', { into: 'ben b.' });
    expect(plan).toMatch(/name="into"[^>]* value="ben".*Preview/s);
    const refused = await tried('/console/l/europe/p/anne', 'merge', { into: 'Nobody At All' }, 422);
    expect(refused).toContain('Handle or display name of the other player: must be');
    await story.admin.mutate('updatePlayer', { player: 'ben', displayName: null, reason: 'x' });
  });

  test('are merged after the plan was shown, and separated again', async () => {
    const place = '/console/l/europe/p/anne';
    const plan = await tried(place, 'merge', { into: 'ann' });
    expect(plan).toMatch(/Preview.*ann/s);
    expect(await europe.board('includeProvisional: true')).toContain('anne');
    const merged = await admin.send(plan, 'merge', { _apply: 'yes', reason: 'one person' });
    const undo = merged.headers.get('location')!;
    expect(undo).toBe('/console/l/europe/p/ann?merged=anne&done=merged');
    expect(await europe.board('includeProvisional: true')).not.toContain('anne');

    // The page of the merged handle has nothing of the other player but the way to them.
    const html = await admin.read(place);
    expect(html).toContain(
      '<a href="/console/l/europe/p/ann?merged=anne#unmerge">The matches of this handle count for ann in this league.</a>',
    );
    expect(html).not.toMatch(/id="(merge|unmerge|hide)"|Last played/);

    expect(await admin.read(undo)).toMatch(/<details open><summary>Undo a merge/);
    const apart = await tried(undo, 'unmerge', {});
    const undone = await admin.send(apart, 'unmerge', { _apply: 'yes', reason: 'two people' });
    expect(undone.headers.get('location')).toBe('/console/l/europe/p/ann?done=unmerged&at=unmerge');
    expect(await europe.board('includeProvisional: true')).toContain('anne');
  });

  test('are hidden from the boards and shown again', async () => {
    const place = '/console/l/europe/p/cleo';
    expect(await done(place, 'hide', { reason: 'asked for it' })).toBe(`${place}?done=hidden&at=hide`);
    expect(await europe.board('includeProvisional: true')).not.toContain('cleo');
    const onSite = async (language: string) =>
      (await fetch(`${story.url}/l/europe/p/cleo`, { headers: { 'accept-language': language } })).text();
    expect(await onSite('en')).toContain('Not on the board');
    expect(await onSite('de')).toContain('Nicht auf der Rangliste');
    expect(await admin.read(place)).toContain('<span class="flag">Not on the board</span>');
    expect(await done(place, 'show', { reason: 'asked for it' })).toBe(`${place}?done=shown&at=show`);
    expect(await europe.board('includeProvisional: true')).toContain('cleo');
    expect(await onSite('en')).not.toContain('Not on the board');
  });

  test('are erased only by a platform admin, after a confirmation', async () => {
    const place = '/console/l/europe/p/emil';
    expect(await tried(place, 'erase', { confirm: 'x', reason: 'x' }, 422)).toMatch(/id="erase\.confirm-error"/);
    expect(await done(place, 'erase', { confirm: 'emil', reason: 'asked for it' })).toMatch(/players\?done=erased$/);
    expect((await admin.get(place)).status).toBe(404);
  });
});

describe('webhooks', () => {
  const path = '/console/l/europe/webhooks';

  test('are added, changed, tested, given new secrets and deleted', async () => {
    const made = await tried(path, 'create', { url: 'https://127.0.0.1:9/hook' });
    expect(secretIn(made)).toMatch(/^whsec_/);
    const [, place] = /href="(\/console\/l\/europe\/webhooks\/[^"]+)"/.exec(await admin.read(path))!;
    const changed = {
      url: 'https://127.0.0.1:9/other',
      'events.BOARD_REFRESHED': 'yes',
      'events.MATCHES_RATED': undefined,
    };
    expect(await done(place!, 'update', changed)).toBe(`${place}?done=webhookChanged&at=update`);
    expect(await admin.read(place!)).toContain('https://127.0.0.1:9/other');
    // What a program asked for stays when the form changes something else.
    const events = ['MATCHES_RATED', 'PLAYER_MERGED', 'TICKET_MATCHED'];
    const id = decodeURIComponent(place!.split('/').at(-1)!);
    await story.admin.mutate('updateWebhook', { webhook: id, events });
    expect(await done(place!, 'update', { url: 'https://127.0.0.1:9/third' })).toBe(
      `${place}?done=webhookChanged&at=update`,
    );
    const url = 'https://127.0.0.1:9/third';
    const { webhook } = await story.admin.mutate('updateWebhook', { webhook: id, url }, 'webhook { events }');
    expect(webhook.events.toSorted()).toEqual(events);
    expect(await admin.read(path)).toContain('rated matches, merged players, players paired by the queue');
    expect(secretIn(await tried(place!, 'rotate', {}))).toMatch(/^whsec_/);
    expect(await done(place!, 'test', {})).toBe(`${place}?done=tested&at=test`);
    const html = await admin.read(place!);
    const [, delivery] = /<form id="replay-([^"]+)"/.exec(html)!;
    expect(html).toMatch(/<code>[\w.]+<\/code>/);
    expect(await done(place!, `replay-${delivery}`, {})).toBe(`${place}?done=replayed&at=replay-${delivery}`);
    expect(await done(place!, 'delete', {})).toBe(`${path}?done=webhookDeleted`);
    expect((await admin.get(place!)).status).toBe(404);
  });

  test('of another league are not found', async () => {
    await story.league('asia', 'zonestats');
    const there = await tried('/console/l/asia/webhooks', 'create', { url: 'https://127.0.0.1:9/asia' });
    expect(secretIn(there)).toMatch(/^whsec_/);
    const [, id] = /href="\/console\/l\/asia\/webhooks\/([^"]+)"/.exec(await admin.read('/console/l/asia/webhooks'))!;
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
  });
});

test('the audit log shows the values before and after, and can be searched', async () => {
  await done('/console/l/europe/settings', 'update', { minMatches: '7' });
  const html = await admin.read('/console/l/europe/audit?action=updateLeague');
  expect(html).toMatch(/<th scope="row">Matches for a rank<\/th><td><del>\d+<\/del><\/td><td><ins>7<\/ins><\/td>/);
  expect(html).not.toContain('<strong>League opened');
  expect(await admin.read('/console/l/europe/audit?actor=nobody')).toContain('No entries found.');
  // Every entry of all that was done above is told in words, and not by the names that code has for them.
  const all = await admin.read('/console/l/europe/audit');
  const labels = [...all.matchAll(/<(?:strong|th scope="row")>([^<]+)</g)].map(([, words]) => words!);
  expect(labels.length).toBeGreaterThan(20);
  expect(all).not.toMatch(/<th scope="row">[^<]+<\/th><td><\/td><td><(ins|del)><\//);
  expect(labels.filter((words) => /^[a-z]|[a-z][A-Z]/.test(words))).toEqual([]);
});

test('the console makes a handle from a name as an import does', () => {
  const names = [
    "Frank O'Brien",
    'Zoë Müller',
    'AC/DC',
    '.Saint-Martin (FR)',
    'Ｆｒａｎｋ',
    'Team: Red',
    'a'.repeat(70),
    'Ab '.repeat(40),
  ];
  for (const name of names) expect(handleFrom(name.trim())).toBe(handleFor(name));
});

test('a form to add a match asks whether an unknown player is new, and accepts display names', async () => {
  const path = '/console/l/antarctica/new-match';
  const antarctica = await story.league('antarctica');
  const name = (player: string, displayName: string) =>
    story.admin.attempt('updatePlayer', { player, displayName, reason: 'their name' });
  await antarctica.play('Zoë_Müller beats ann', 'Jo_A beats Jo_B', 'John beats ann');
  await name('Zoë_Müller', 'Zoë Müller');
  await name('Jo_A', 'Jo Doe');
  await name('Jo_B', 'Jo Doe');
  const players = async () => (await antarctica.read('players { totalCount }')).players.totalCount;
  const before = await players();
  const written = (player: string) => ({
    playedAt: '2020-03-01T00:00',
    'sides.0.participants.0.player': player,
    'sides.0.score': '1/2',
    'sides.1.participants.0.player': 'ann',
    'sides.1.score': '1/2',
  });
  const typo = await admin.fill(path, 'submit', written('Zoe_Muller'));
  const html = await typo.text();
  expect([typo.status, await players()]).toEqual([422, before]);
  expect(html).toMatch(/participants\.0\.player-error">Nobody in this league[^<]* Did you mean Zoë_Müller\?/);
  expect(html).toContain('name="new.Zoe_Muller"');
  for (const [mistyped, meant] of [
    ['Jhon', 'John'],
    ['xohn', 'John'],
    ['Oj Doe', 'Jo_A or Jo_B'],
  ] as const) {
    const asked = await admin.answered(path, 'submit', written(mistyped));
    expect(asked).toContain(`Nobody in this league is called “${mistyped}”. Did you mean ${meant}?`);
  }
  const german = await signedIn(story.url, ADMIN_TOKEN, 'de');
  expect(await german.answered(path, 'submit', written('Jo Doe'))).toContain(
    'Mehrere Spieler heißen „Jo Doe“. Gib den Spielernamen des richtigen an: Jo_A, Jo_B.',
  );
  // A tick is for one name, not for the next mistyped one.
  expect((await admin.send(html, 'submit', { ...written('Zoe_Mulle'), 'new.Zoe_Muller': 'yes' })).status).toBe(422);
  expect((await admin.fill(path, 'submit', written('zoë müller'))).status).toBe(303);
  expect(await players()).toBe(before);
  const { matches } = await antarctica.read(
    'matches(first: 1) { nodes { sides { participants { player { handle } } } } }',
  );
  expect(matches.nodes[0].sides[0].participants[0].player.handle).toBe('Zoë_Müller');
  expect((await admin.send(html, 'submit', { 'new.Zoe_Muller': 'yes' })).status).toBe(303);
  expect(await players()).toBe(before + 1);
  // A newcomer is shown as they are called, and found by that, even if another was in doubt first. Nobody enters with a refused match.
  const two = { ...written('Éva O’Dea'), 'sides.1.participants.0.player': 'Uwe Ott' };
  let asked = await (await admin.fill(path, 'submit', two)).text();
  asked = await (await admin.send(asked, 'submit', { 'new.Éva O’Dea': 'yes' })).text();
  expect(formIn(asked, 'submit').fields).toMatchObject({ 'sides.0.participants.0.player': 'Éva O’Dea' });
  expect((await admin.send(asked, 'submit', { 'new.Uwe Ott': 'yes', 'sides.0.score': 'x' })).status).toBe(422);
  expect(await players()).toBe(before + 1);
  for (const _ of ['at first', 'again, because the answer was lost']) {
    const answer = await admin.send(asked, 'submit', { 'new.Uwe Ott': 'yes' });
    expect(answer.headers.get('location')).toContain('done=added');
  }
  expect((await admin.fill(path, 'submit', written('éva odea'))).status).toBe(303);
  expect(await antarctica.read('rating(player: "Éva_ODea") { matchesPlayed player { displayName } }')).toEqual({
    rating: { matchesPlayed: 2, player: { displayName: 'Éva O’Dea' } },
  });
  // No tick lets somebody in who must be registered first.
  await story.league('closed', 'zonestats', { openEntry: false });
  const stranger = await admin.fill('/console/l/closed/new-match', 'submit', written('Zoe_Muller'));
  expect(await stranger.text()).toMatch(/^(?!.*name="new\.).*participants\.0\.player-error/s);
});

test('a form to correct a match accepts display names, and asks whether an unknown player is new', async () => {
  const arctic = await story.league('arctic');
  const { match } = arctic;
  const side = (name: string, score: number, players: readonly string[]) => ({
    ...{ name, score, participants: players.map((player) => ({ player })) },
  });
  await arctic.play(match([side('Owls', 13, ['ann', 'ben']), side('Cats', 4, ['cid', 'Jo_A'])]));
  await story.admin.attempt('updatePlayer', { player: 'Jo_A', displayName: 'Jo Doe', reason: 'their name' });
  const path = '/console/l/arctic/m/arctic-1';
  const html = await admin.read(path);
  expect(html).toMatch(/<legend>Side 1 · <bdi>Owls<\/bdi><\/legend>.*<details><summary>Place, team/s);

  const written = { 'sides.0.participants.1.player': 'Benn', 'sides.1.participants.1.player': 'jo doe', reason: 'x' };
  const refused = await admin.fill(path, 'amend', written);
  expect(refused.status).toBe(422);
  const asked = await refused.text();
  expect(asked).toMatch(/participants\.1\.player-error">Nobody in this league[^<]* Did you mean ben\?/);
  const plan = await admin.send(asked, 'amend', { 'new.Benn': 'yes' });
  const applied = await admin.send(await plan.text(), 'amend', { _apply: 'yes' });
  expect(applied.headers.get('location')).toContain('done=amended');
  const { match: amended } = await arctic.read(
    'match(externalId: "arctic-1") { sides { name participants { player { handle } } } }',
  );
  expect(amended.sides).toEqual([
    { name: 'Owls', participants: [{ player: { handle: 'ann' } }, { player: { handle: 'Benn' } }] },
    { name: 'Cats', participants: [{ player: { handle: 'cid' } }, { player: { handle: 'Jo_A' } }] },
  ]);
});

test('a league is archived, restored, archived again and deleted', async () => {
  await story.league('atlantis');
  const path = '/console/l/atlantis/archive';
  expect((await admin.fill(path, 'archive', { reason: 'it sank' })).headers.get('location')).toBe(
    `${path}?done=archived&at=archive`,
  );
  expect(await admin.read('/console')).not.toContain('atlantis');
  expect(await admin.read('/console?archived=yes')).toContain('/console/l/atlantis');
  const settings = await admin.read('/console/l/atlantis/settings');
  expect(settings).toMatch(/<fieldset disabled>.*name="description"/s);
  expect(settings.match(/<main.*<\/main>/s)![0]).not.toContain('type="submit"');
  expect((await admin.fill(path, 'restore', { reason: 'it rose' })).status).toBe(303);
  await admin.fill(path, 'archive', { reason: 'it sank' });
  const unsure = await tried(path, 'delete', { confirm: 'atlantic', reason: 'gone' }, 422);
  expect(unsure).toMatch(/id="delete\.confirm-error">confirm must/);
  const sure = await admin.fill(path, 'delete', { confirm: 'atlantis', reason: 'gone' });
  expect(sure.headers.get('location')).toBe('/console?done=deleted');
  expect((await admin.get(path)).status).toBe(404);
});
