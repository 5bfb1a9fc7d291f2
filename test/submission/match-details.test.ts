import { expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'maps');

async function amend(externalId: string, more: object) {
  return story.admin.attempt(
    'amendMatch',
    { ...(await league.correctable(externalId)), reason: 'it was another map', ...more },
    'match { version details playedAt } effect { changeCount changes { delta } } recompute { id }',
  );
}

/** Where ratings are read from, and how often they were derived. */
const derived = () => league.read('ratingSystem { revision } standings { nodes { rating { value } } }');

test('a match with details is shown with them in every read', async () => {
  const details = { map: 'Łódź 🦊', rounds: [13, 7], replay: { url: 'https://example.org/1', seconds: 2400.5 } };
  const [result] = await league.submit([{ ...league.match('ann beats ben'), externalId: 'full', details }]);
  expect(result!.__typename).toBe('MatchAccepted');
  await league.submit([{ ...league.match('ann beats ben'), externalId: 'plain' }]);
  const read = await league.read(`match(externalId: "full") { details } matches { nodes { externalId details } }
    rating(player: "ann") { history { nodes { match { externalId details } } } }`);
  const both = [
    { externalId: 'plain', details: null },
    { externalId: 'full', details },
  ];
  expect(read.match).toEqual({ details });
  expect(read.matches.nodes).toEqual(both);
  expect(read.rating.history.nodes.map(({ match }: Row) => match)).toEqual(both);
});

test('details are returned by the submission', async () => {
  const { submitMatches } = await story.admin.get(
    `mutation ($input: SubmitMatchesInput!) {
      submitMatches(input: $input) { results { ... on MatchAccepted { match { details } } } }
    }`,
    { input: { league: league.slug, matches: [{ ...league.match('ann beats ben'), details: { mode: 'blitz' } }] } },
  );
  expect(submitMatches.results).toEqual([{ match: { details: { mode: 'blitz' } } }]);
});

test('an amendment of only details rates nothing again, and is in the audit log and in the history', async () => {
  await league.submit([{ ...league.match('ann beats eve'), externalId: 'wrong', details: { map: 'dust' } }]);
  const before = await derived();
  const dry = await amend('wrong', { details: { map: 'ice' }, dryRun: true });
  expect(dry).toMatchObject({
    match: { version: 1, details: { map: 'dust' } },
    effect: { changeCount: 0 },
    errors: [],
  });

  const amended = await amend('wrong', { details: { map: 'ice' } });
  expect(amended).toMatchObject({
    match: { version: 2, details: { map: 'ice' } },
    effect: { changeCount: 0, changes: [] },
    recompute: null,
    errors: [],
  });
  expect((await amend('wrong', { details: null })).match).toMatchObject({ version: 3, details: null });
  expect(await derived()).toEqual(before);

  const { match, auditLog } = await league.read(
    'match(externalId: "wrong") { history { version details } } auditLog(first: 2) { nodes { action before after } }',
  );
  expect(match.history).toEqual([
    { version: 1, details: { map: 'dust' } },
    { version: 2, details: { map: 'ice' } },
    { version: 3, details: null },
  ]);
  expect(auditLog.nodes).toMatchObject([
    { action: 'amendMatch', before: { version: 2, details: { map: 'ice' } }, after: { version: 3 } },
    { action: 'amendMatch', before: { details: { map: 'dust' } }, after: { details: { map: 'ice' } } },
  ]);
});

test('details stay during other amendments, and can be changed with them', async () => {
  await league.submit([{ ...league.match('ann beats fay'), externalId: 'moved', details: { map: 'dust' } }]);
  const playedAt = new Date('2020-01-01T00:30:00Z').toISOString();
  expect((await amend('moved', { playedAt })).match).toMatchObject({ playedAt, details: { map: 'dust' } });
  const sides = league.match('fay beats ann').sides;
  const { match, effect } = await amend('moved', { sides, details: { map: 'ice' } });
  expect(match).toMatchObject({ version: 3, details: { map: 'ice' } });
  expect(effect.changeCount).toBeGreaterThan(0);
});

test('an amendment with bad details, or without changes, is refused', async () => {
  expect((await amend('full', { details: 'dust' })).errors).toMatchObject([
    { code: 'BAD_INPUT', message: 'details must be a JSON object, but is "dust"', path: ['input', 'details'] },
  ]);
  expect((await amend('full', {})).errors).toMatchObject([
    { message: 'playedAt, sides, weight or details must be given, but all are missing' },
  ]);
});
