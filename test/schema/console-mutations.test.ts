import { readFile } from 'node:fs/promises';
import { Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { CONSOLE_PAGES } from '../../services/web/dist/console/console.js';
import { readSchema } from './files.js';

/** What bots do for players; the console names one player at a time. */
const NOT_FOR_ADMINS = ['joinQueue', 'leaveQueue', 'updatePlayers'];

/** Mutations that forms of the console send, with the pages that they are on. */
const sent = CONSOLE_PAGES.flatMap(({ path, actions = {} }) =>
  Object.values(actions).flatMap(({ document }) =>
    parse(document.toString()).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'mutation'
        ? definition.selectionSet.selections.map(
            (field) => `${(field as { name: { value: string } }).name.value} ${path}`,
          )
        : [],
    ),
  ),
);

describe('the console', () => {
  test('has a page for every mutation of an administrator', async () => {
    const all = Object.keys((await readSchema()).getMutationType()!.getFields());
    const there = sent.map((each) => each.split(' ')[0]!);
    const missing = all.filter((name) => !there.includes(name) && !NOT_FOR_ADMINS.includes(name));
    expect(missing).toEqual([]);
  });

  test('requests the zone of the league of a page, in which its times are shown', () => {
    const asked = CONSOLE_PAGES.map(({ document }) => document.toString()).filter((text) =>
      text.includes('league(slug:'),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((text) => !/ timeZone[ }]/.test(text))).toEqual([]);
  });

  test('lists the place of each', async () => {
    const readme = await readFile(new URL('../../services/web/README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)];
    const listed = rows.flatMap(([, name, pages]) =>
      pages!.split(', ').map((page) => `${name} ${page.replaceAll('`', '')}`),
    );
    expect(listed.sort()).toEqual([...new Set(sent)].sort());
  });
});
