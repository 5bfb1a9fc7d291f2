import { expect, test } from 'vitest';
import { type Damage, damaged } from '../support/damage.js';
import { useLeagues } from '../support/small-leagues.js';

const leagues = useLeagues();

const KEY = ['platform ids: table id_seal, lengths'];
const DAMAGES: readonly Damage[] = [
  ['a key that is gone', 'DELETE FROM id_seal', KEY],
  ['a key that is cut short', 'UPDATE id_seal SET key = substr(key, 1, 16)', KEY],
  [
    'a second key',
    'ALTER TABLE id_seal DROP CONSTRAINT id_seal_once; INSERT INTO id_seal SELECT 2, key FROM id_seal',
    KEY,
  ],
];

test.each(DAMAGES)('%s is found, and nothing else', async (_, statements, found) => {
  expect(await damaged(leagues.url, statements)).toEqual(found);
});
