import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { linkAccount } from '../../services/api/dist/player/link-account.js';
import { updatePlayer } from '../../services/api/dist/player/update-player.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import { revokeToken } from '../../services/api/dist/token/revoke-token.js';
import { rotateToken } from '../../services/api/dist/token/rotate-token.js';
import { createToken } from '../../services/api/dist/token/token.service.js';
import { correctEverything, voidOne } from './every-correction.js';
import {
  DAY,
  dayByDay,
  match,
  newPlatform,
  OPENING,
  openLeague,
  type Platform,
  play,
  withPlayerDetails,
} from './platform.js';
import { shared } from './shared.js';

/**
 * A platform on which everything happened that the service knows, small enough to see through. Players have the ids of
 * their letters: ann 1, ben 2, cid 3, dan 4, eve 5, fay 6, gus 7 (always a guest), and zoe 8, registered and unplayed.
 *
 * - `arena`, rated by zonestats: 1 teams; 2 three sides, two of them tied; 3 a guest in a team; 4 nobody to be rated
 *   against, but for a guest; 5 likewise, and void; 6 a tie; 7 and 8 duels
 * - `duels`, rated by timed-glicko: 24 matches, ann and ben ranked, the others provisional
 * - `ladder`, rated by performance: 10 matches
 * - `kept`, rated by a rater that keeps its states: 3 matches
 * - `fixed`, rated by zonestats, on which every kind of correction was made; see every-correction.ts
 * - `empty`
 *
 * dan was called don for a while, and is discord:1234.
 *
 * @param onNew called before anything happens
 * @param open opens the platform; on an empty database of its own, if omitted
 * @returns the URL of its database, to which nobody is connected
 */
export async function buildLeagues(
  onNew?: (platform: Platform) => Promise<unknown>,
  open: () => Promise<Platform> = newPlatform,
): Promise<{ url: string; drop(): Promise<void> }> {
  const platform = await open();
  await onNew?.(platform);
  const { app } = platform;
  await openLeague(app, 'arena', 'zonestats');
  // In its own time: to a board of today all of them would have been away for years.
  const then = { ...app, clock: () => new Date(OPENING + 24 * DAY) };
  await openLeague(then, 'duels', 'timed-glicko', { provisionalDeviation: 130 });
  await openLeague(app, 'ladder', 'performance');
  await openLeague(app, 'kept', 'kept');
  await openLeague(app, 'fixed', 'zonestats');
  await openLeague(app, 'empty', 'zonestats');
  await play(app, 'arena', [
    withPlayerDetails(match(1, 'ann+ben beats cid+dan'), { ben: { minutesPlayed: 12 }, dan: { minutesPlayed: 55.5 } }),
    match(2, 'ann beats eve draws fay'),
    withPlayerDetails(match(3, 'ann+gus beats ben+cid'), { gus: { isGuest: true } }),
    withPlayerDetails(match(4, 'ann beats gus'), { gus: { isGuest: true } }),
    withPlayerDetails(match(5, 'gus beats ben'), { gus: { isGuest: true } }),
  ]);
  await voidOne(app, 'arena', 'day-5', 'nobody came');
  await play(app, 'arena', [
    match(6, 'cid draws dan'),
    { ...match(7, 'ann beats cid'), details: { map: 'dust' } },
    match(8, 'dan beats eve'),
  ]);
  await registerPlayers(app, COMMAND_LINE, 'arena', ['zoe', 'ann']);

  const duels = ['ann beats ben', 'cid beats dan', 'ann draws cid', 'ben beats ann', 'ben draws dan', 'ann beats ben'];
  for (const start of [0, 6, 12, 18]) {
    await play(
      app,
      'duels',
      duels.map((sentence, index) => match(start + index, sentence)),
    );
  }
  const games = ['ann beats ben', 'ben beats cid', 'ann draws cid', 'cid beats dan', 'dan beats ann'];
  await play(
    app,
    'ladder',
    [...games, ...games].map((sentence, index) => match(index, sentence)),
  );
  await play(app, 'kept', dayByDay('ann beats ben', 'ben beats cid', 'ann beats cid'));

  await correctEverything(app);
  for (const [player, handle] of [
    ['dan', 'don'],
    ['don', 'dan'],
  ] as const) {
    await updatePlayer(app, COMMAND_LINE, { player, handle, reason: 'the player asked for it' });
  }

  await linkAccount(app, COMMAND_LINE, { player: 'dan', account: 'discord:1234', reason: 'so that bots know dan' });

  const token = await createToken(app, COMMAND_LINE, {
    name: 'bot',
    scopes: ['matches:submit'],
    leagues: ['arena', 'duels'],
    expiresAt: null,
  });
  const { id } = token.token;
  await rotateToken(app, COMMAND_LINE, { id, token: 'bot', graceSeconds: 60, reason: 'once a year' });
  await revokeToken(app, COMMAND_LINE, { id: token.token.id, reason: 'no longer needed', withCreated: false });
  await platform.close();
  return { url: platform.url, drop: platform.drop };
}

/** The leagues of `buildLeagues`, for all tests of a file. */
export function useLeagues(...of: Parameters<typeof buildLeagues>): Awaited<ReturnType<typeof buildLeagues>> {
  return shared(
    () => buildLeagues(...of),
    ({ drop }) => drop(),
  );
}

/** SQL that holds for the rows of a league. */
export function of(slug: string): string {
  return `league_id = (SELECT id FROM league WHERE slug = '${slug}')`;
}
