import { beforeAll, expect, test } from 'vitest';
import type { League } from '../../services/api/dist/league/league.js';
import type { MatchView } from '../../services/api/dist/rating/rating.js';
import { listMatches, type MatchFilter } from '../../services/api/dist/reading/match-page.repository.js';
import { match, openLeague, play, usePlatform, withPlayerDetails } from '../support/platform.js';
import { useLeagues } from '../support/small-leagues.js';

const PAGE = 7;
const ALL = 10_000;
/** More than twice the lines of the journal that are read for a page. */
const LONG = 250;
const BARE = { players: false, changes: false, contributions: false };

const leagues = useLeagues();
const platform = usePlatform({ urlOf: () => leagues.url });
beforeAll(async () => {
  await openLeague(platform.app, 'long', 'zonestats');
  const matches = Array.from({ length: LONG }, (_, day) => {
    const meeting = match(day, `ann beats ${['ben', 'cid', 'dan'][day % 3]}`);
    return day % 10 === 0 ? withPlayerDetails(meeting, { ann: { isGuest: true } }) : meeting;
  });
  await play(platform.app, 'long', matches);
});

async function leagueOf(slug: string): Promise<League> {
  const [league] = await platform.sql(`SELECT id, generation FROM league WHERE slug = '${slug}'`);
  return league as unknown as League;
}

/** A page after the other, to the end. */
async function paged(league: League, filter: MatchFilter): Promise<number[]> {
  const sequences: number[] = [];
  for (let after: MatchView | null = null; ; ) {
    const page: MatchView[] = await listMatches(platform.app.reads, league, filter, { limit: PAGE, after }, BARE);
    sequences.push(...page.map(({ sequence }) => sequence));
    if (page.length < PAGE) return sequences;
    after = page.at(-1)!;
  }
}

const hasPlayed = ({ sides }: MatchView, player: number) =>
  sides.some(({ participants }) => participants.some(({ playerId }) => playerId === player));

test.each(['arena', 'fixed', 'duels', 'ladder', 'long'])(
  'the pages of a player have their matches, each once and the newest first, including guest, void and merged ones: %s',
  async (slug) => {
    const league = await leagueOf(slug);
    const log = await listMatches(platform.app.reads, league, {}, { limit: ALL, after: null }, BARE);
    const players = new Set(
      log.flatMap(({ sides }) => sides.flatMap(({ participants }) => participants.map(({ playerId }) => playerId))),
    );
    expect(players.size).toBeGreaterThan(2);
    const sequences = (matches: readonly MatchView[]) => matches.map(({ sequence }) => sequence);
    expect(await paged(league, { oldestFirst: true })).toEqual(sequences(log.toReversed()));
    const from = log[Math.floor(log.length * 0.7)]!.playedAt;
    const to = log[Math.floor(log.length * 0.3)]!.playedAt;
    for (const playerId of players) {
      const own = log.filter((match) => hasPlayed(match, playerId));
      expect(await paged(league, { playerId })).toEqual(sequences(own));
      expect(await paged(league, { playerId, oldestFirst: true })).toEqual(sequences(own.toReversed()));
      for (const status of ['RATED', 'VOID'] as const) {
        const those = own.filter((match) => match.status === status);
        expect(await paged(league, { playerId, status })).toEqual(sequences(those));
      }
      const between = own.filter(({ playedAt }) => playedAt >= from && playedAt < to);
      expect(await paged(league, { playerId, from, to })).toEqual(sequences(between));
    }
  },
);
