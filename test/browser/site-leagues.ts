import type { Story } from '../support/story.js';

/** As wide as a handle can be without a place to break it. */
export const LONG = 'W'.repeat(64);

/** Plays the leagues that the pages of the site show: `europe` of duels, teams and a race, and `races`. */
export async function playLeagues(story: Story): Promise<void> {
  const league = await story.league('europe', 'zonestats', { description: 'A league to look at.' });
  const crowd = ['ann', 'ben', 'cleo', LONG].map((player) => ({ participants: [{ player }] }));
  await league.play(
    ...['ann beats ben', 'ben beats cleo', 'ann beats cleo', 'cleo beats ann', 'ann draws ben'],
    league.match(
      crowd.map((side, index) => ({ ...side, placement: index + 1 })),
      { externalId: 'crowd' },
    ),
    `ann beats ${LONG}`,
  );
  const race = Array.from({ length: 20 }, (_, index) => ({
    placement: index + 1,
    participants: [{ player: `d${index + 1}` }],
  }));
  const races = await story.league('races', 'openskill');
  await races.play(
    races.match(race),
    races.match(race.toReversed().map((side, index) => ({ ...side, placement: index + 1 }))),
  );
  await league.play(league.match(race, { externalId: 'race' }));
  const teams = [
    { name: 'Red Foxes', score: 2, participants: [{ player: 'ann' }, { player: LONG }] },
    { name: LONG.slice(0, 60), score: 1, participants: [{ player: 'ben' }, { player: 'cleo' }] },
  ];
  await league.play(league.match(teams, { externalId: 'teams' }));
  const sides = ['ann', 'ben'].map((player, index) => ({ score: 2 - index, participants: [{ player }] }));
  const [withdrawn] = await league.play(league.match(sides, { externalId: 'withdrawn' }));
  await story.admin.mutate('voidMatch', { match: withdrawn!.id, expectedVersion: 1, reason: 'test' });
  const links = ['https://twitch.example/ann', 'https://ann.example'];
  for (const player of ['ann', LONG]) {
    await story.admin.mutate('updatePlayer', { player, country: 'SE', links, reason: 'test' });
  }
  await story.admin.mutate('updateLeague', { league: 'races', hue: 100, reason: 'test' });
  await story.sql(`INSERT INTO standings_snapshot (league_id, day, midnight, recorded_at, revision, players, scores)
    SELECT league_id, '2020-02-01'::date + n, '2020-02-02'::timestamptz + n * interval '1 day', now(), 1,
           array_agg(player_id ORDER BY player_id * (1 - n % 2 * 2)), array_agg(1000.0 - number ORDER BY number)
    FROM (SELECT *, row_number() OVER (ORDER BY player_id) AS number FROM rating
          WHERE league_id = (SELECT id FROM league WHERE slug = 'europe')) AS own, generate_series(0, 5) AS n
    GROUP BY league_id, n`);
}
