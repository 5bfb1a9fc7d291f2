import { expect, it } from 'vitest';
import {
  type Access,
  AccessDenied,
  ANONYMOUS,
  COMMAND_LINE,
  canAdminister,
  canRead,
  canSubmit,
  type Scope,
} from './access.js';

const token = (scopes: Scope[], ...leagueIds: number[]): Access => ({ tokenId: 1, actor: 'token', scopes, leagueIds });

const PUBLIC = { id: 1, visibility: 'PUBLIC' } as const;
const PRIVATE = { id: 1, visibility: 'PRIVATE' } as const;

it.each<[who: string, access: Access, readsPrivate: boolean, submits: boolean, administers: boolean]>([
  ['anonymous', ANONYMOUS, false, false, false],
  ['a bot of the league', token(['matches:submit'], 1), true, true, false],
  ['an admin of the league', token(['league:admin'], 1), true, true, true],
  ['a reader of the league', token(['league:read'], 1), true, false, false],
  ['a reader of another league', token(['league:read'], 2), false, false, false],
  ['a bot of another league', token(['matches:submit'], 2), false, false, false],
  ['an admin of another league', token(['league:admin'], 2), false, false, false],
  ['a token with scopes and no league', token(['matches:submit', 'league:admin']), false, false, false],
  ['a platform admin', token(['platform:admin']), true, true, true],
  ['the command line', COMMAND_LINE, true, true, true],
])('what %s may do', (_, access, readsPrivate, submits, administers) => {
  expect(canRead(access, PUBLIC)).toBe(true);
  expect(canRead(access, PRIVATE), 'read what is private').toBe(readsPrivate);
  expect(canSubmit(access, PUBLIC), 'submit').toBe(submits);
  expect(canAdminister(access, PUBLIC), 'administer').toBe(administers);
});

it('a request without a token needs one, and a wrong token is reported', () => {
  const [anonymous, known] = [new AccessDenied(ANONYMOUS, 'dance'), new AccessDenied(token([]), 'dance')];
  expect([anonymous.code, anonymous.message]).toEqual(['UNAUTHENTICATED', 'A token is needed to dance.']);
  expect([known.code, known.message]).toEqual(['FORBIDDEN', 'This token may not dance.']);
});
