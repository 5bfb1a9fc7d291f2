import { expect, test } from 'vitest';
import { isDuplicate } from './append.repository.js';

const KEY = 'match_external_id_key';
const GERMAN = (name: string) => `doppelter Schlüsselwert verletzt Unique-Constraint »${name}«`;
const FRENCH = (name: string) => `la valeur d'une clé dupliquée rompt la contrainte unique « ${name} »`;

test.each([
  ['PostgreSQL', { code: '23505', constraint: KEY, message: GERMAN(KEY) }, true],
  [
    'Citus, of a part on the first server',
    { code: '23505', constraint: `${KEY}_102041`, message: GERMAN(`${KEY}_102041`) },
    true,
  ],
  ['Citus, with the code', { code: '23505', message: GERMAN(`${KEY}_102041`) }, true],
  ['Citus, without the code', { code: 'XX000', message: FRENCH(`${KEY}_102041`) }, true],
  ['another key', { code: '23505', constraint: 'match_pkey', message: GERMAN('match_pkey') }, false],
  ['another key of Citus', { code: 'XX000', message: GERMAN('match_pkey_102041') }, false],
  ['a key that begins alike', { code: '23505', constraint: `${KEY}_old`, message: GERMAN(`${KEY}_old`) }, false],
  ['a key with a longer name', { code: '23505', message: GERMAN(`former_${KEY}_102041`) }, false],
  ['another fault', { code: 'XX002', message: `index "${KEY}_102041" contains unexpected zero page` }, false],
  ['no error of a database', new Error('socket hang up'), false],
])('a duplicate is recognised in every language: %s', (_, error, expected) => {
  expect(isDuplicate(error, KEY)).toBe(expected);
});
