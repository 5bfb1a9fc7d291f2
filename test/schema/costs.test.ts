import { readFileSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../services/api/dist/graphql/schema.js';

const README = readFileSync(new URL('../../schema/README.md', import.meta.url), 'utf8');
/** The surcharge in the table of costs, by field. */
const DOCUMENTED = new Map(
  [...README.matchAll(/^\| (`[A-Z]\w+\.\w+`[^|]*)\|([^|]*)\|[^|]*\|$/gm)].flatMap(([, fields, surcharge]) =>
    [...fields!.matchAll(/`([A-Z]\w+\.\w+)`/g)].map(([, field]) => [field!, surcharge!.trim().replaceAll(',', '')]),
  ),
);

test('every field that costs more than its one point is in the table of costs, with its surcharge', async () => {
  const schema = await createSchema();
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        name: `${type.name}.${field.name}`,
        work: (field.extensions.cost as { work?: unknown } | undefined)?.work,
      })),
    );
  const costly = fields.filter(({ work }) => work);
  expect(costly.length).toBeGreaterThan(15);
  expect(costly.filter(({ name }) => !DOCUMENTED.get(name)).map(({ name }) => name)).toEqual([]);
  const fixed = costly.filter(({ work }) => typeof work === 'number');
  expect(fixed.map(({ name }) => [name, DOCUMENTED.get(name)])).toEqual(
    fixed.map(({ name, work }) => [name, String(work)]),
  );
  const names = new Set(fields.map(({ name }) => name));
  expect([...DOCUMENTED.keys()].filter((name) => !names.has(name))).toEqual([]);
});
