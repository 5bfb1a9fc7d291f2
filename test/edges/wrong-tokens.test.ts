import { expect, test } from 'vitest';
import { authorizedBy, client, postGraphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { subscriber } from '../support/subscriber.js';

const service = useService({ env: { OPENLADDER_RATE_LIMIT: '100000' } });
const QUERY = '{ viewer { name } }';

test('an address that guesses tokens soon has to wait, even over sockets, and other callers do not', async () => {
  const answers = [];
  for (let index = 0; index < 120; index++) answers.push(await client(service.url, `wrong-token-${index}`).ask(QUERY));
  expect(answers.map(({ status }) => status)).toEqual([...Array(100).fill(401), ...Array(20).fill(429)]);
  expect(answers[100]!.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
  const { headers } = await postGraphql(service.url, { query: QUERY }, authorizedBy('one-more-guess'));
  expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect((await service.admin.ask(QUERY)).status).toBe(200);
  expect((await service.anonymous.ask(QUERY)).status).toBe(200);
  const { ended } = subscriber(service.url, 'one-more-guess').subscribe('subscription { nothing }');
  await expect(ended).rejects.toMatchObject({ code: 4429, reason: expect.stringContaining('Too many invalid tokens') });
});
