import { beforeAll, expect, test } from 'vitest';
import { countRows } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

let league: StoryLeague;
let id: string;
const story = useStory();

const sides = sidesOf('ann beats ben');
const details = { map: 'Dust', rounds: [16, 14.5] };
const playedAt = '2020-02-01T12:00:00.000Z';

beforeAll(async () => {
  league = await story.league('club');
  const [played] = await league.play({ externalId: 'first', playedAt, sides, weight: 2, details });
  await league.play('ann beats cid');
  id = played!.id;
});

const PAYLOAD = 'match { version } effect { changeCount } recompute { id }';
const amend = (amendment: object) =>
  story.admin.attempt('amendMatch', { match: id, reason: 'to be sure', expectedVersion: 1, ...amendment }, PAYLOAD);
const revision = async () => (await league.read('ratingSystem { revision }')).ratingSystem.revision;

test.each<[what: string, amendment: object]>([
  ['its time', { playedAt }],
  ['its sides', { sides }],
  ['its players by other spellings, said to be new', { sides: sidesOf('ANN beats Ben'), newPlayers: ['ann', 'ben'] }],
  ['its weight', { weight: 2 }],
  ['its details, in another order', { details: { rounds: [16, 14.5], map: 'Dust' } }],
  ['all that it has', { playedAt, sides, weight: 2, details }],
])('an amendment of a match to %s changes nothing', async (_, amendment) => {
  const [before, rows] = [await revision(), await countRows(story)];
  for (const dryRun of [true, false]) {
    const nothing = { match: { version: 1 }, effect: null, recompute: null, errors: [] };
    expect(await amend({ ...amendment, dryRun })).toEqual(nothing);
  }
  expect(await revision()).toBe(before);
  expect(await countRows(story)).toEqual(rows);
});

test('an amendment to the present values is refused if it expects another version', async () => {
  const { errors } = await amend({ playedAt, expectedVersion: 2 });
  expect(errors).toMatchObject([{ code: 'STALE_VERSION' }]);
});

test('an amendment with one change among unchanged values is made', async () => {
  const { match, errors } = await amend({ playedAt, sides, weight: null, details });
  expect([match, errors]).toEqual([{ version: 2 }, []]);
});
