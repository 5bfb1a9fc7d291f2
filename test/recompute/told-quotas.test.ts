import { expect, test } from 'vitest';
import type { Client, Row } from '../support/graphql.js';
import { useBot, useLeague, useStory } from '../support/story.js';

const NOW = new Date('2026-03-01T12:30:00Z');

const env = { OPENLADDER_TOKEN_WORK: '5', OPENLADDER_METRICS_PORT: '0', OPENLADDER_REVISION_DAYS: '1' };
const story = useStory({ clock: () => NOW, env });
useLeague(story, 'duels');
useLeague(story, 'aside');
const bot = useBot(story, ['matches:submit'], 'duels');
const admin = useBot(story, ['league:admin'], 'duels');

const late = (minute: number) => ({
  externalId: `late-${minute}`,
  playedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  sides: ['ann', 'ben'].map((player, n) => ({ placement: n + 1, participants: [{ player }] })),
});
const SUBMIT = `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results { __typename
  ... on MatchRejected { error { __typename code message path ... on QuotaExceededError { quota use limit refillsAt } } } } } }`;
const submit = async (minute: number, as: Client = bot) =>
  (await as.get(SUBMIT, { input: { league: 'duels', matches: [late(minute)] } })).submitMatches.results[0];
const QUOTAS = 'quotas { storage { use limit refillsAt } work { use limit refillsAt } }';

test('a token at its work quota gets the name and size of the quota, and the time of its reset', async () => {
  expect(await submit(30)).toEqual({ __typename: 'MatchAccepted' });
  // Four lines, and then six.
  for (const minute of [20, 10]) expect(await submit(minute)).toEqual({ __typename: 'MatchAccepted' });
  const refillsAt = '2026-03-01T13:00:00.000Z';
  expect(await submit(5)).toEqual({
    __typename: 'MatchRejected',
    error: {
      __typename: 'QuotaExceededError',
      code: 'QUOTA_EXCEEDED',
      message: `Lines re-rated for your token have reached its hourly quota of 5 (now 10). Late matches and corrections are accepted again at ${refillsAt}.`,
      path: ['input', 'matches', '0'],
      ...{ quota: 'TOKEN_WORK', use: 10, limit: 5, refillsAt },
    },
  });
  expect(await submit(40)).toEqual({ __typename: 'MatchAccepted' });
  // Lines, superseded lines and contributions.
  const { league } = await admin.get(`{ league(slug: "duels") { ${QUOTAS} } }`);
  expect(league.quotas).toEqual({
    storage: { use: 8 * 160 + 6 * 48 + 8 * 48, limit: 20_000_000_000, refillsAt: null },
    work: { use: 10, limit: 20_000_000, refillsAt },
  });
  const { tokens } = await story.admin.get(`{ tokens(league: "duels", first: 5) { nodes { scopes ${QUOTAS} } } }`);
  const { quotas } = tokens.nodes.find(({ scopes }: Row) => scopes.includes('matches:submit'));
  expect(quotas.work).toEqual({ use: 10, limit: 5, refillsAt });
  expect(quotas.storage).toMatchObject({ limit: 20_000_000_000, refillsAt: '2026-03-02T00:00:00.000Z' });
  const metrics = await (await fetch(story.metricsUrl!)).text();
  expect(metrics).toContain('openladder_quota_refusals_total{quota="TOKEN_WORK"} 1');
  expect(metrics).toContain('openladder_lines_rated_again_total{action="submitMatches"} 10');
});

test('only admins of the league see quotas, and everyone sees the start of the retained history', async () => {
  for (const as of [bot, story.anonymous]) {
    expect(await as.get(`{ league(slug: "duels") { ${QUOTAS} knownSince } }`)).toEqual({
      league: { quotas: null, knownSince: NOW.toISOString() },
    });
  }
  expect(await admin.get(`{ league(slug: "aside") { ${QUOTAS} } }`)).toEqual({ league: { quotas: null } });
});
