import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keepingAwake } from './awake.js';
import type { Sql } from './transaction.js';

test('the database is asked once in a while, however often it is called', async () => {
  const asked: unknown[] = [];
  const sql = { query: async (statement: string) => asked.push(statement) } as unknown as Sql;
  const stayAwake = keepingAwake(sql, 40);
  await stayAwake();
  expect(asked).toEqual([]);
  await setTimeout(50);
  await stayAwake();
  await stayAwake();
  expect(asked).toEqual(['SELECT 1']);
  await setTimeout(50);
  await stayAwake();
  expect(asked).toHaveLength(2);
});
