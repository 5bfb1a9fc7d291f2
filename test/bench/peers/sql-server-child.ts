import pg from 'pg';
import { serve } from './serve.js';

const [databaseUrl, statements] = process.argv.slice(2) as [string, string];
const texts = new Map(Object.entries(JSON.parse(statements) as Record<string, string>));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

serve(async (path, body) => {
  const name = path.slice(1);
  const text = texts.get(name);
  if (text === undefined) throw new RangeError(`there is no statement ${name}`);
  const { rows } = await pool.query({ name, text, values: JSON.parse(body) as unknown[] });
  return JSON.stringify(rows);
});
