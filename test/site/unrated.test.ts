import { expect, test } from 'vitest';
import { useHostileSite } from './hostile-site.js';

const { story, get, read } = useHostileSite();

test('the name of a guest leads to their matches, and to their record against others', async () => {
  const guests = await story.league('guests', 'elo');
  await guests.play(
    guests.match([
      { score: 2, participants: [{ player: 'host' }] },
      { score: 1, participants: [{ player: 'away' }, { player: 'visitor', isGuest: true }] },
    ]),
  );
  await story.league('elsewhere', 'elo').then((elsewhere) => elsewhere.play('abroad beats host'));
  for (const path of ['/l/guests/m/guests-1', '/l/guests/matches']) {
    expect(await read(path)).toContain('href="/l/guests/p/visitor"');
  }
  expect(await read('/l/guests/p/visitor')).toMatch(
    /<h1>.*visitor.*\u2068visitor\u2069 has no rating in this league.*<h2>1 match<\/h2>.*href="\/l\/guests\/m\/guests-1"/s,
  );
  expect(await read('/l/guests/p/host')).toContain('href="/l/guests/vs/host/visitor"');
  const duel = await read('/l/guests/vs/host/visitor');
  expect(duel).toMatch(/1 : 0.*visitor.*Unranked.*href="\/l\/guests\/m\/guests-1"/s);
  expect(duel).not.toContain('If they played now');
  for (const path of ['/l/guests/p/abroad', '/l/guests/vs/host/abroad', '/l/guests/vs/visitor/visitor']) {
    expect((await get(path)).status).toBe(404);
  }
});

test('the address of a guest who was merged or renamed leads to the present player', async () => {
  const guests = await story.league('visits', 'elo');
  const visit = (home: string, away: string, guest: string) =>
    guests.match([
      { score: 2, participants: [{ player: home }] },
      { score: 1, participants: [{ player: away }, { player: guest, isGuest: true }] },
    ]);
  await guests.play(visit('north', 'east', 'passer'), visit('south', 'west', 'passerby'));
  const reason = 'one person';
  await story.admin.mutate('mergePlayers', { league: 'visits', player: 'passer', into: 'passerby', reason });
  await story.admin.mutate('updatePlayer', { player: 'passerby', handle: 'wanderer', reason });
  for (const path of ['passer', 'passerby', 'wanderer']) {
    expect(await read(`/l/visits/p/${path}`)).toMatch(/<h1>.*wanderer.*<h2>2 matches<\/h2>/s);
  }
});

test("a player who is merged into another one has that one's rating on the page of all leagues", async () => {
  await story.league('twins', 'elo', { played: ['castor beats rival', 'pollux beats rival'] });
  const figures = async (handle: string) =>
    (await read(`/p/${handle}`)).match(/href="\/l\/twins\/p\/\w+".*?<\/th>(.*)<\/tr>/s)?.[1];
  const apart = await figures('castor');
  await story.admin.mutate('mergePlayers', { league: 'twins', player: 'pollux', into: 'castor', reason: 'one person' });
  expect(await figures('castor')).not.toBe(apart);
  expect(await figures('pollux')).toBe(await figures('castor'));
});
