import { expect, it } from 'vitest';
import type { League } from '../league/league.js';
import { States } from '../rating/cached-states.js';
import { LeagueCache, newLeagueState } from './league-state.js';

const cached = (id: number) => newLeagueState({ id } as League, new Map());

it('a taken league is not available until it is put back', () => {
  const leagues = new LeagueCache();
  const league = cached(7);
  leagues.keep(league);
  expect(leagues.take(7)).toBe(league);
  expect(leagues.take(7)).toBeUndefined();
});

it('of many leagues, the most recently used ones are kept', () => {
  const leagues = new LeagueCache();
  for (let id = 1; id <= 64; id++) leagues.keep(cached(id));
  leagues.keep(leagues.take(1)!);
  leagues.keep(cached(65));
  expect([1, 2, 3, 65].map((id) => leagues.take(id)?.league.id)).toEqual([1, undefined, 3, 65]);
});

/** With so many players. */
function crowded(id: number, count: number) {
  const league = cached(id);
  league.states.keep(Array(count).keys(), new States());
  return league;
}

it('a league of very many players is kept without them', () => {
  const leagues = new LeagueCache();
  leagues.keep(crowded(1, 100_001));
  expect(leagues.take(1)!.states.size).toBe(0);
});

it('of leagues with many players, the most recently used ones are kept, as far as there is room', () => {
  const leagues = new LeagueCache();
  for (let id = 1; id <= 4; id++) leagues.keep(crowded(id, 100_000));
  leagues.keep(leagues.take(1)!);
  leagues.keep(crowded(5, 1));
  expect([1, 2, 3, 4, 5].map((id) => leagues.take(id)?.league.id)).toEqual([1, undefined, 3, 4, 5]);
});

/** With a state of so many MB. */
function heavy(id: number, megabytes: number) {
  const league = cached(id);
  league.states.keep([1], new States([[1, new Float64Array(megabytes * 125_000)]]));
  return league;
}

it('a league of very large states is kept without them', () => {
  const leagues = new LeagueCache();
  leagues.keep(heavy(1, 129));
  expect(leagues.take(1)!.states.size).toBe(0);
});

it('of leagues with large states, the most recently used ones are kept, as far as there is room', () => {
  const leagues = new LeagueCache();
  for (let id = 1; id <= 3; id++) leagues.keep(heavy(id, 40));
  leagues.keep(leagues.take(1)!);
  leagues.keep(heavy(4, 40));
  expect([1, 2, 3, 4].map((id) => leagues.take(id)?.league.id)).toEqual([1, undefined, 3, 4]);
});

it('requested slugs are cached', () => {
  const leagues = new LeagueCache();
  leagues.keepSlug({ slug: 'football', id: 3 });
  expect([leagues.idOf('football'), leagues.idOf('chess')]).toEqual([3, undefined]);
});
