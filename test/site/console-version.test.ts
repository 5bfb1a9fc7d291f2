import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signedIn } from '../support/console.js';
import { databaseOfTest } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { onServer } from '../support/server.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { serviceOfTest } from '../support/service-process.js';
import { useStory } from '../support/story.js';
import { makeLaterVersion } from '../upgrades/later-version.js';

const story = useStory();

/** Text as it is read, without tags. */
const words = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

test('the console lists the leagues that another version of their rating system has rated', async () => {
  await story.league('europe');
  const rated = () => `SELECT rater_version AS version FROM league WHERE slug = 'europe'`;
  const [{ version }] = (await onServer(story.databaseUrl, rated())) as [{ version: string }];
  const set = (to: string) => onServer(story.databaseUrl, `UPDATE league SET rater_version = '${to}'`);
  await set('0.0.1');
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const page = await admin.read('/console');
  expect(words(page)).toMatch(new RegExp(`rated by .* 0\\.0\\.1, to be rated again by ${version}`));
  const form = '/console/l/europe/rating?system=zonestats';
  expect(page).toContain(`<a href="${form}">rated by`);
  expect(words(await admin.read(form)), 'what that would do can be looked at first').toContain('Preview');
  await set(version);
  expect(words(await admin.read('/console'))).not.toContain('rated again');
});

test('the console shows the running version and the next one to platform admins', async () => {
  const database = await databaseOfTest();
  const folder = await newFolder();
  const program = await makeLaterVersion(folder, { name: 'AdditiveNothing1999999999999', up: 'SELECT' });
  const manifest = join(folder, 'services/api/package.json');
  const { version, ...others } = JSON.parse(await readFile(manifest, 'utf8'));
  const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN };
  const service = await serviceOfTest({ env, program });
  const admin = await signedIn(service.url, ADMIN_TOKEN);
  const before = words(await admin.read('/console'));
  expect(before).toContain(`Open Ladder ${version} is running:`);
  expect(before).not.toContain('installed');

  await writeFile(manifest, JSON.stringify({ ...others, version: '99.0.0' }));
  const after = words(await admin.read('/console'));
  expect(after).toContain(`Open Ladder ${version} is running:`);
  expect(after).toMatch(/The files of version 99\.0\.0 are installed.* migrate --dry-run/);
  expect(await (await fetch(`${service.url}/ready`)).json()).toMatchObject({ version });

  await service.as(ADMIN_TOKEN).mutate('createLeague', { slug: 'asia', name: 'Asia', ratingSystem: 'elo' });
  const scope = { scopes: ['league:admin'], leagues: ['asia'] };
  const { secret } = await service.as(ADMIN_TOKEN).mutate('createToken', { name: 'asia', ...scope }, 'secret');
  expect(words(await (await signedIn(service.url, secret)).read('/console'))).not.toContain('is running');
});
