import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Access } from '../access/access.js';
import { type ChargeNeeds, chargeRequests, REQUEST_POINTS } from './charge-requests.js';
import { RateLimits, type RateLimitsNeeds } from './rate-limits.js';

const ADMIN: Access = { tokenId: 7, actor: 'admin', scopes: ['platform:admin'], leagueIds: [] };

test('an address without points costs no look-up of invented sessions, and a session that is known is let in', async () => {
  const looked: string[] = [];
  const server = fastify();
  const isolated = { database: {}, isStandby: true, schema: {} } as unknown as RateLimitsNeeds;
  const rateLimits = new RateLimits(isolated, 3 * REQUEST_POINTS, () => undefined);
  chargeRequests(server, {
    rateLimits,
    authenticator: {
      knowsSession: (id) => id === 'known',
      authenticateSession: async (id) => {
        looked.push(id);
        return id === 'known' ? ADMIN : null;
      },
    },
    sessionOf: ({ headers }) => headers.cookie ?? null,
    lifecycle: { phase: 'serving' },
    headers: {},
  } as ChargeNeeds);
  server.get('/console', async () => 'a page');
  const get = async (cookie: string) => (await server.inject({ url: '/console', headers: { cookie } })).statusCode;
  const refused: number[] = [];
  for (let each = 0; each < 10; each++) if ((await get(`invented ${each}`)) !== 200) refused.push(each);
  expect(refused).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(looked).toEqual(['invented 0', 'invented 1', 'invented 2', 'invented 3']);
  expect(await get('known')).toBe(200);
  await server.close();
  await rateLimits.close();
});
