import { expect, test } from 'vitest';
import { type LinkedEntry, subjectPlace, undoPlace } from './audit-links.js';

const entry = (action: string, kind: string, name: string | null, before: unknown = null, after: unknown = null) =>
  ({ action, before, after, undoneBy: null, subject: { kind, id: 'id=', name } }) satisfies LinkedEntry;

/** An entry as the API says of it what undoes it. */
const undone = (undoneBy: string, ...own: Parameters<typeof entry>): LinkedEntry => ({ ...entry(...own), undoneBy });

test.each([
  [entry('amendMatch', 'MATCH', 'a/b'), '/console/l/x/m/a%2Fb'],
  [entry('updatePlayer', 'PLAYER', 'ann'), '/console/l/x/p/ann'],
  [entry('updateWebhook', 'WEBHOOK', 'hooks.example'), '/console/l/x/webhooks/id%3D'],
  [entry('deleteWebhook', 'WEBHOOK', null), null],
  [entry('createToken', 'TOKEN', 'bot'), '/console/tokens'],
  [entry('updateLeague', 'LEAGUE', 'x'), '/console/l/x'],
  [{ ...entry('x', 'LEAGUE', 'x'), subject: null }, null],
])('an entry leads to its subject: %j', (given, place) => {
  expect(subjectPlace('x', given)).toBe(place);
});

test.each([
  [
    undone('amendMatch', 'amendMatch', 'MATCH', 'm', { version: 3 }, { version: 4 }),
    '/console/l/x/m/m?version=3#amend',
  ],
  [undone('amendMatch', 'amendMatch', 'MATCH', 'm', {}), null],
  [undone('restoreMatch', 'voidMatch', 'MATCH', 'm'), '/console/l/x/m/m#restore'],
  [undone('restoreMatches', 'voidMatches', 'MATCH', 'm'), '/console/l/x/m/m#restore'],
  [undone('restoreMatches', 'voidMatches', 'LEAGUE', 'x'), '/console/l/x/matches?status=VOID'],
  [undone('voidMatch', 'restoreMatch', 'MATCH', 'm'), '/console/l/x/m/m#withdraw'],
  [
    undone('unmergePlayers', 'mergePlayers', 'PLAYER', 'ben', {}, { player: 'ann', into: 'ben' }),
    '/console/l/x/p/ben?merged=ann#unmerge',
  ],
  [entry('hidePlayer', 'PLAYER', 'ann'), '/console/l/x/p/ann#show'],
  [
    undone('configureRatingSystem', 'configureRatingSystem', 'LEAGUE', 'x', { rater: 'elo', settings: { k: 40 } }),
    '/console/l/x/rating?system=elo&settings=%7B%22k%22%3A40%7D',
  ],
  [undone('somethingNew', 'somethingElse', 'MATCH', 'm'), null],
  [entry('erasePlayer', 'PLAYER', 'ann'), null],
  [entry('submitMatches', 'LEAGUE', 'x', null, { externalIds: ['a/b'] }), '/console/l/x/m/a%2Fb#withdraw'],
  [entry('submitMatches', 'LEAGUE', 'x', null, { externalIds: ['a', 'b'] }), null],
  [entry('submitMatches', 'LEAGUE', 'x'), null],
])('an entry leads to the form that undoes it: %j', (given, place) => {
  expect(undoPlace('x', given)).toBe(place);
});
