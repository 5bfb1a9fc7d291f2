import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Random } from '../../packages/rating/dist/random.js';
import { client } from '../support/graphql.js';
import { onServer } from '../support/server.js';
import { submit } from './bots.js';
import { type Fault, pause } from './fault.js';
import type { Ledger } from './ledger.js';
import { ADMIN_TOKEN, type Replicas } from './replicas.js';
import { commonStage } from './stage.js';

/** More than a request derives anew by itself. */
const MATCHES = 6000;
const RECOMPUTES = 'SELECT status FROM recompute JOIN league ON league.id = league_id';

/** The process that derives a league anew is killed; readers see the old board or the new one, and it is done in the end. */
export const killedRecompute: Fault = {
  name: 'a recompute is killed',
  rounds: { short: 1, long: 40 },
  prepare: async () => {
    const { cluster, replicas, openLeague, clear } = await commonStage();
    let ledger: Ledger | undefined;
    let spread = 400;
    return {
      round: async (random) => {
        ledger ??= await playLong(await openLeague(random, 'zonestats'), random, replicas);
        const { league } = ledger;
        const boards = new Set([await readBoard(replicas.any(random), league)]);
        spread = spread === 400 ? 380 : 400;
        await configure(replicas.any(random), league, { spread });

        let isOver = false;
        const reading = (async () => {
          while (!isOver) boards.add(await readBoard(replicas.any(random), league).catch(() => [...boards][0]!));
        })();
        for (let kills = 0; kills < 2; kills++) {
          await pause(random.integer(0, 800));
          await replicas.replaceOne(random);
        }
        const statuses = async () =>
          onServer(cluster.url, `${RECOMPUTES} WHERE slug = '${league}' ORDER BY recompute.id DESC LIMIT 1`);
        await expect.poll(statuses).not.toMatchObject([{ status: expect.stringMatching(/^(QUEUED|RUNNING)$/) }]);
        expect(await statuses()).toEqual([{ status: 'DONE' }]);
        boards.add(await readBoard(replicas.any(random), league));
        isOver = true;
        await reading;
        expect(boards.size, 'boards that were seen').toBe(2);
        await ledger.prove(cluster.url);
      },
      clear,
    };
  },
};

async function playLong(ledger: Ledger, random: Random, { any }: Replicas): Promise<Ledger> {
  const start = Date.now() - MATCHES * 1000;
  for (let first = 0; first < MATCHES; first += 1000) {
    const matches = Array.from({ length: 1000 }, (_, index) => {
      const [winner, loser] = random.shuffle(['ann', 'ben', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal']);
      return {
        externalId: `long-${first + index}`,
        playedAt: new Date(start + (first + index) * 1000).toISOString(),
        sides: [
          { placement: 1, participants: [{ player: winner! }] },
          { placement: 2, participants: [{ player: loser! }] },
        ],
      };
    });
    ledger.sending(matches);
    await submit(ledger, matches, random, any);
  }
  return ledger;
}

async function configure(url: string, league: string, settings: object): Promise<void> {
  const { configureRatingSystem } = await client(url, ADMIN_TOKEN).get(
    `mutation ($input: ConfigureRatingSystemInput!) {
       configureRatingSystem(input: $input) { recompute { id } errors { message } } }`,
    { input: { league, ratingSystem: 'zonestats', settings, reason: 'to see it killed' } },
  );
  expect(configureRatingSystem).toMatchObject({ errors: [], recompute: { id: expect.any(String) } });
}

/** The board in a few bytes. */
async function readBoard(url: string, slug: string): Promise<string> {
  const { league } = await client(url).get(
    'query ($slug: String!) { league(slug: $slug) { standings { nodes { rank rating { value player { handle } } } } } }',
    { slug },
  );
  return createHash('sha256').update(JSON.stringify(league.standings)).digest('base64');
}
