import { expect, test } from 'vitest';
import { KnownPlayers1765987200000 } from '../../services/api/dist/database/migrations/0027-known-players.js';
import { NameSkeletons1766592000000 } from '../../services/api/dist/database/migrations/0034-name-skeletons.js';
import { PlayersPublishedOnce1770566400000 } from '../../services/api/dist/database/migrations/0080-players-published-once.js';
import { type CheckedMatch, checkForm } from '../../services/api/dist/match-log/checks.js';
import { unfoldedContentHash } from '../../services/api/dist/match-log/content.js';
import { createTestDatabase } from '../support/database.js';
import { onServer } from '../support/server.js';
import { runOpenLadder, startServiceProcess } from '../support/service-process.js';
import { storyLeague } from '../support/story.js';

/** Handles as they were stored before keys were folded, and letters of several scripts refused. */
const BEFORE: readonly (readonly [from: string, handle: string, key: string])[] = [
  ['ann', 'ΣΑΣ', 'σας'],
  ['ben', 'σασ', 'σασ'],
  ['cid', 'Straße', 'straße'],
  ['dan', 'bօb', 'bօb'],
];

test('handles of a database from before they were folded stay valid, and two players stay two', async () => {
  const database = await createTestDatabase();
  const env = { OPENLADDER_DATABASE_URL: database.url };
  const sql = (statement: string) => onServer(database.url, statement);
  const CREATE = 'mutation ($input: CreateLeagueInput!) { createLeague(input: $input) { errors { message } } }';
  try {
    const old = await startServiceProcess({ env });
    const admin = old.as(old.adminToken!);
    await admin.get(CREATE, { input: { slug: 'old', name: 'Old', ratingSystem: 'zonestats' } });
    await storyLeague(admin, 'old').play('ann beats ben', 'cid beats dan');
    await old.end('SIGTERM');
    // The latest first: each copies handles as the one before leaves them.
    await new PlayersPublishedOnce1770566400000().down({ query: sql } as never);
    await new NameSkeletons1766592000000().down({ query: sql } as never);
    await new KnownPlayers1765987200000().down({ query: sql } as never);
    await sql(`DROP INDEX player_name_unfolded`);
    await sql(`DELETE FROM migrations WHERE name ~ '^(FoldedHandles|KnownPlayers|NameSkeletons|PlayersPublishedOnce)'`);
    for (const [from, handle, key] of BEFORE) {
      for (const table of ['player', 'player_name']) {
        await sql(`UPDATE ${table} SET handle = '${handle}', handle_key = '${key}' WHERE handle_key = '${from}'`);
      }
    }

    const sides = ['Straße', 'bօb'].map((player, index) => ({ placement: index + 1, participants: [{ player }] }));
    const duel = { externalId: 'old-2', playedAt: new Date('2026-01-01'), sides };
    const hash = unfoldedContentHash(checkForm(duel, []) as CheckedMatch).toString('hex');
    await sql(`UPDATE match SET content_hash = '\\x${hash}' WHERE external_id = 'old-2'`);

    const migrated = await runOpenLadder(['migrate'], { env });
    expect(migrated).toMatchObject({ status: 0, stdout: expect.stringContaining('FoldedHandles') });
    expect(migrated.stderr).toContain('stay players of their own: σας');
    // As the migration after that one leaves them.
    await sql(`UPDATE membership SET handle = player.handle, handle_key = player.handle_key
               FROM player WHERE player.id = player_id`);
    expect(await sql('SELECT handle, handle_key FROM player ORDER BY id')).toEqual([
      { handle: 'ΣΑΣ', handle_key: 'σας' },
      { handle: 'σασ', handle_key: 'σασ' },
      { handle: 'Straße', handle_key: 'strasse' },
      { handle: 'bօb', handle_key: 'bօb' },
    ]);

    const service = await startServiceProcess({ env });
    const anyone = service.as(null);
    const handleOf = async (player: string) =>
      (await anyone.get('query ($player: String!) { player(handle: $player) { handle } }', { player })).player?.handle;
    expect(await Promise.all(['ΣΑΣ', 'σας', 'σασ', 'STRASSE', 'bօb'].map(handleOf))).toEqual([
      ...['ΣΑΣ', 'ΣΑΣ', 'σασ', 'Straße', 'bօb'],
    ]);
    const league = storyLeague(service.as(old.adminToken!), 'old');
    const [again] = await league.submit([{ ...duel, playedAt: duel.playedAt.toISOString() }]);
    expect(again).toMatchObject({ __typename: 'MatchAccepted', replayed: true });
    const [first] = await league.play(
      league.match('σασ beats ΣΑΣ', { externalId: 'new-1' }),
      league.match('bօb beats STRASSE', { externalId: 'new-2' }),
    );
    expect(first!.sides.map(({ participants }) => participants[0]!.player.handle)).toEqual(['σασ', 'ΣΑΣ']);
    expect((await league.read('standings { nodes { player { handle } } }')).standings.nodes).toHaveLength(4);
    await service.end('SIGTERM');
    expect(await runOpenLadder(['verify'], { env })).toMatchObject({ status: 0 });
  } finally {
    await database.drop();
  }
});
