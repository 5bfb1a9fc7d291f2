import { expect, test } from 'vitest';
import { TABLES_OF_LEAGUES } from '../../services/api/dist/ending/deletion.repository.js';
import { signedIn } from '../support/console.js';
import { ADMIN_TOKEN, countRows } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

/** Of one colour, 16 pixels wide and high. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGNYo5FKEmIY1TCqYfhqAACuITkQ6umJuAAAAABJRU5ErkJggg==';
/** Half of it is enough to know its kind and size. */
const OTHER = PICTURE.slice(0, 48);

const story = useStory();
const cup = useLeague(story, 'cup');

const PICTURE_OF = 'picture { name type data }';
const set = (league: string, picture: string | null) =>
  story.admin.mutate('updateLeague', { league, picture, reason: 'test' }, `league { ${PICTURE_OF} }`);
const served = (league: string, name: string) => fetch(`${story.url}/l/${league}/picture/${name}`);

test('a league shows its picture at an address that never has another one', async () => {
  const { league } = await set('cup', PICTURE);
  expect(league.picture).toEqual({
    name: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
    type: 'image/png',
    data: PICTURE,
  });
  const { name } = league.picture;
  const response = await served('cup', name);
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PICTURE);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  for (const page of ['/', '/l/cup', '/l/cup/matches', '/l/cup/about']) {
    expect(await (await fetch(story.url + page)).text()).toContain(`src="/l/cup/picture/${name}"`);
  }

  const next = (await set('cup', OTHER)).league.picture.name;
  expect([(await served('cup', name)).status, (await served('cup', next)).status]).toEqual([404, 200]);
});

test('its cards for previews show the picture, or omit an unreadable one', async () => {
  const card = async (path: string) => {
    const response = await fetch(`${story.url}/l/cup${path}/card.png`);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  };
  await cup.play(cup.match('ann beats ben', { externalId: 'one' }));
  for (const path of ['', '/p/ann', '/m/one']) {
    await set('cup', null);
    const without = await card(path);
    await set('cup', PICTURE);
    expect(await card(path)).not.toBe(without);
    await set('cup', OTHER);
    expect(await card(path)).toBe(without);
  }
  // The faces of a match are those of handles, whatever players are called.
  await cup.play(
    cup.match('cleo beats ben', { externalId: 'two' }),
    cup.match('dan beats ben', { externalId: 'three' }),
  );
  for (const player of ['cleo', 'dan']) {
    await story.admin.mutate('updatePlayer', { player, displayName: 'Ann', reason: 'test' });
  }
  expect(await card('/m/two')).not.toBe(await card('/m/three'));
});

test('an invalid picture is refused, with the rule, and the picture stays', async () => {
  await set('cup', PICTURE);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  const { errors } = await story.admin.attempt('updateLeague', { league: 'cup', picture: svg });
  expect(errors).toEqual([
    {
      __typename: 'BadInputError',
      code: 'BAD_INPUT',
      message: expect.stringContaining('picture must be a PNG, JPEG or WebP file, but begins with "<svg xmlns'),
      path: ['input', 'picture'],
    },
  ]);
  const { league } = await story.anonymous.get(`{ league(slug: "cup") { ${PICTURE_OF} } }`);
  expect(league.picture.data).toBe(PICTURE);
});

test('a picture of a private league is visible to its readers only', async () => {
  const secret = await story.league('secret', 'elo', { visibility: 'PRIVATE' });
  const { league } = await set('secret', PICTURE);
  expect((await served('secret', league.picture.name)).status).toBe(404);
  expect(await secret.read('picture { data }', undefined, story.admin)).toEqual({ picture: { data: PICTURE } });
});

test('a picture is removed, and deleted with its league', async () => {
  await story.league('short');
  const count = async () => (await countRows(story)).league_picture;
  const before = await count();
  const { name } = (await set('short', PICTURE)).league.picture;
  expect(await count()).toBe(before! + 1);
  expect((await set('short', null)).league).toEqual({ picture: null });
  expect(await count()).toBe(before);
  expect((await served('short', name)).status).toBe(404);

  await set('short', PICTURE);
  await story.admin.mutate('archiveLeague', { league: 'short', reason: 'test' });
  await story.admin.mutate('deleteLeague', { league: 'short', confirm: 'short', reason: 'test' });
  await expect.poll(count).toBe(before);
});

test('a version without pictures can delete a league that has one', async () => {
  await story.league('older');
  await set('older', PICTURE);
  const [league] = await story.sql(`SELECT id FROM league WHERE slug = 'older'`);
  const known = TABLES_OF_LEAGUES.filter((table) => table !== 'league_picture');
  const rows = known.map((table) => `DELETE FROM ${table} WHERE league_id = ${league!.id}`);
  await story.sql(`BEGIN; SET LOCAL openladder.erases = 'audit_entry'; ${rows.join('; ')};
    DELETE FROM league WHERE id = ${league!.id}; COMMIT`);
  expect(await story.sql(`SELECT FROM league_picture WHERE league_id = ${league!.id}`)).toEqual([]);
});

test('the audit log names a picture, and does not store it', async () => {
  const { name } = (await set('cup', PICTURE)).league.picture;
  const { league } = await story.admin.get(`{ league(slug: "cup") { auditLog(first: 1) { nodes { action after } } } }`);
  expect(league.auditLog.nodes).toEqual([
    { action: 'updateLeague', after: expect.objectContaining({ picture: name }) },
  ]);
});

test('the console accepts a file, reports an invalid one, and removes it', async () => {
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const path = '/console/l/cup/settings';
  const send = (content: string | Buffer) => admin.upload(path, 'cup.png', content, 'picture', 'picture');
  const wrong = await send('<svg/>');
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining('Picture: must be a PNG, JPEG or WebP'),
  ]);
  const large = await send(Buffer.alloc(1_000_000));
  expect([large.status, await large.text()]).toEqual([413, expect.stringMatching(/at most [\d.]+ MB, but is larger</)]);
  const set = await send(Buffer.from(PICTURE, 'base64'));
  expect([set.status, set.headers.get('location')]).toEqual([303, expect.stringContaining('done=saved')]);
  expect(await admin.read(path)).toMatch(/src="\/l\/cup\/picture\/[0-9a-f]{32}\.png"/);
  await admin.fill(path, 'removePicture', {});
  expect(await admin.read(path)).not.toContain('/l/cup/picture/');
});
