import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { useService } from '../support/service.js';

const service = useService();

const audits = serverAudits({ url: () => `${service.url}/graphql` });

test('the audits of "GraphQL over HTTP" are 61', () => {
  expect(audits).toHaveLength(61);
});

test.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('audit $id: $name', async ({ fn }) => {
  const result = await fn();
  expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
});
