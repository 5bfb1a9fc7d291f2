import { beforeAll, expect, test } from 'vitest';
import { useStory } from '../support/story.js';

const story = useStory();
beforeAll(async () => {
  const europe = await story.league('europe');
  const asia = await story.league('asia');
  await europe.play('ann beats ben', 'ann beats ben');
  await asia.play('ben beats cid', 'dan beats ann');
  const { updatePlayer } = await story.admin.get(
    'mutation { updatePlayer(input: { player: "dan", handle: "dave", reason: "asked" }) { errors { message } } }',
  );
  expect(updatePlayer.errors).toEqual([]);
});

test('callers that ask at the same time each get the player and the league that they asked for', async () => {
  const rating = (alias: string, handle: string) =>
    `${alias}: rating(player: "${handle}") { player { handle } wins losses }`;
  const { europe, asia } = await story.admin.get(`{
    europe: league(slug: "europe") {
      ${rating('ann', 'ann')} ${rating('again', 'ANN')} ${rating('ben', 'ben')} ${rating('dan', 'dan')} ${rating('none', 'a b')}
    }
    asia: league(slug: "asia") { ${rating('ann', 'ann')} ${rating('ben', 'ben')} ${rating('dan', 'dan')} ${rating('none', '')} }
  }`);
  const of = (handle: string, wins: number, losses: number) => ({ player: { handle }, wins, losses });
  expect(europe).toEqual({ ann: of('ann', 2, 0), again: of('ann', 2, 0), ben: of('ben', 0, 2), dan: null, none: null });
  expect(asia).toEqual({ ann: of('ann', 0, 1), ben: of('ben', 1, 0), dan: of('dave', 1, 0), none: null });
});
