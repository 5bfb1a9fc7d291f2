import { expect, test } from 'vitest';
import { databaseOfTest } from '../support/database.js';
import type { Row } from '../support/graphql.js';
import { ADMIN_TOKEN, startService } from '../support/service.js';
import { startServiceProcess } from '../support/service-process.js';
import { storyLeague } from '../support/story.js';
import { ALLOWED, createWebhook, openReceiver } from './receiver.js';

const ENDPOINTS = 6;
const KILLS = 4;

test('two replicas that are killed midway send every match to every endpoint, in order and one message at a time', async () => {
  const database = await databaseOfTest();
  const receiver = await openReceiver();
  receiver.answer = (response) => void setTimeout(() => response.writeHead(200).end(), 15);
  const env = {
    ...ALLOWED,
    OPENLADDER_DATABASE_URL: database.url,
    OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
    OPENLADDER_RATE_LIMIT: 'off',
  };
  // It only takes the matches in; the others share the deliveries with it.
  const service = await startService({ databaseUrl: database.url, env: ALLOWED });
  await service.admin.mutate('createLeague', { slug: 'europe', name: 'Europe', ratingSystem: 'zonestats' });
  const europe = storyLeague(service.admin, 'europe');
  for (let index = 0; index < ENDPOINTS; index++) {
    await createWebhook(service.admin, 'europe', `${receiver.url}/${index}`, { events: ['MATCHES_RATED'] });
  }
  let replica = await startServiceProcess({ env });
  let sent = 0;
  let isOver = false;
  const play = async () => {
    while (!isOver) {
      await europe.play(`a${sent % 7} beats b${sent % 5}`, `c${sent % 7} beats a${sent % 5}`);
      sent += 2;
    }
  };
  const playing = play();
  for (let kill = 0; kill < KILLS; kill++) {
    const { length } = receiver.heard;
    const heard = () => receiver.heard.length;
    await expect.poll(heard, { interval: 5 }).toBeGreaterThan(length + ENDPOINTS + kill);
    await replica.end('SIGKILL');
    replica = await startServiceProcess({ env });
  }
  isOver = true;
  await playing;
  const position = `SELECT count(*)::integer AS behind FROM webhook JOIN league ON league.id = league_id WHERE position < version`;
  await expect.poll(async () => (await service.sql(position))[0]).toEqual({ behind: 0 });

  const all = Array.from({ length: sent }, (_, index) => `europe-${index + 1}`);
  const messages = (path: number) => receiver.heard.filter((message) => message.path === `/${path}`);
  for (let path = 0; path < ENDPOINTS; path++) {
    const received = new Map<string, string[]>();
    for (const { id, json } of messages(path)) {
      const ids = json.data.matches.map((match: Row) => match.externalId);
      // A message that is sent again says the same.
      expect(received.get(id) ?? ids).toEqual(ids);
      received.set(id, ids);
    }
    expect([...received.values()].flat()).toEqual(all);
  }
  expect(receiver.mostAtOnce()).toBe(1);
  expect(await service.problems()).toEqual([]);
  await replica.end('SIGTERM');
  await service.stop();
  await receiver.stop();
});
