import { expect, test } from 'vitest';
import { createTestDatabase, directUrlOf } from './database.js';
import { onServer, withDatabase } from './server.js';

test('two test databases are migrated, and know nothing of each other', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await onServer(one.url, 'CREATE TABLE only_here ()');
  const tables = `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'`;
  const [[inOne], [inOther]] = [await onServer(one.url, tables), await onServer(other.url, tables)];
  expect(inOther!.count).toBeGreaterThan(0);
  expect(inOne!.count).toBe(Number(inOther!.count) + 1);
  await Promise.all([one.drop(), other.drop()]);
  await expect(onServer(directUrlOf(one.url), 'SELECT 1')).rejects.toThrow('does not exist');
});

test.each([
  ['postgres://u:p@h:5433/old?sslmode=require', 'postgres://u:p@h:5433/new?sslmode=require'],
  ['postgres://postgres@/old?host=%2Frun%2Fpg', 'postgres://postgres@/new?host=%2Frun%2Fpg'],
  ['postgresql://h', 'postgresql://h/new'],
])('the URL %s leads to another database as %s', (url, expected) => {
  expect(withDatabase(url, 'new')).toBe(expected);
});
