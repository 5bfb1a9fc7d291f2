import { afterAll, beforeAll, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import { askForRecompute, readRecompute } from '../support/recompute.js';
import { HOUR, OPENING, type Story, type StoryLeague, startStory } from '../support/story.js';

const MATCHES = 12_000;

let story: Story;
let league: StoryLeague;
beforeAll(async () => {
  story = await startStory();
  league = await story.league('busy', 'timed-glicko');
  await playMany(league, MATCHES);
}, 120_000);
afterAll(() => story.stop());

test('a recompute that late matches overtake begins again, and at last works alone while submissions wait', async () => {
  const { id } = await askForRecompute(story.admin, 'busy');
  const waiting: Promise<unknown>[] = [];
  let begun = 0;
  let late = 0;
  for (let last = 0; ; ) {
    const { status, done } = await readRecompute(story.admin, id);
    if (status === 'DONE') break;
    expect(status).not.toBe('FAILED');
    if (done > 0 && (done < last || last === 0)) begun++;
    last = done;
    if (done < 2000 || late >= begun || begun > 4) continue;
    late++;
    // More than the service has connections: those that wait must not keep the job from its own.
    const crowd = begun === 4 ? 25 : 1;
    for (let n = 0; n < crowd; n++) {
      const playedAt = new Date(OPENING + (MATCHES - 10) * HOUR + late * 1000 + n).toISOString();
      waiting.push(league.play(league.match(`late${late}x${n} beats p2`, { playedAt })));
    }
    if (begun < 4) await waiting.at(-1);
  }
  expect(begun).toBe(4);
  await Promise.all(waiting);
  const { matchCount } = await league.read('matchCount');
  expect(matchCount).toBe(MATCHES + waiting.length);
});
