import type { StoryLeague } from './story.js';
import type { MatchInput } from './story-match.js';

/**
 * Plays many matches among so many players, an hour apart, the same ones whenever it is asked.
 * @param size matches of a submission
 */
export async function playMany(league: StoryLeague, matches: number, players = 50, size = 1000): Promise<void> {
  for (let start = 0; start < matches; start += size) {
    const batch: MatchInput[] = [];
    for (let n = start; n < Math.min(matches, start + size); n++) batch.push(nthMatch(league, n, players));
    const results = await league.submit(batch);
    const rejected = results.find((result) => result.__typename === 'MatchRejected');
    if (rejected) throw new Error(JSON.stringify(rejected));
  }
}

/** Anybody meets anybody, and lower numbers win more often. */
function nthMatch(league: StoryLeague, n: number, players: number): MatchInput {
  const a = (n * 7919) % players;
  const b = (a + 1 + ((n * 104_729) % (players - 1))) % players;
  const isUpset = n % 5 === 0;
  const [winner, loser] = a < b !== isUpset ? [a, b] : [b, a];
  return league.match(`p${winner} ${n % 11 === 0 ? 'draws' : 'beats'} p${loser}`);
}
