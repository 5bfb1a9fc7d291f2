import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const audits = serverAudits({ url: () => `${service.url}/graphql` });

test('the audits of "GraphQL over HTTP" are 61', () => {
  expect(audits).toHaveLength(61);
});

test.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('audit $id: $name', async ({ fn }) => {
  const result = await fn();
  expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
});
