import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import { registerPlayers } from '@openladder/api/dist/rating/register-players.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { createToken } from '@openladder/api/dist/token/token.service.js';
import { atMost, type BenchContext, defineBenchmark, type Figure } from './benchmark.js';
import { median, quantile } from './interleaved.js';
import { post } from './load.js';
import { serveFilled } from './serve.js';

/** Times that each is named. */
const NAMED = 200;
const FOREIGN = 'foreign';
/** Handles of one length: those of players of a private league, and two groups of nobody's. */
const GROUPS = ['hidden', 'nobody', 'no-one'] as const;
type Group = (typeof GROUPS)[number];

/** Times differ from run to run by some per cent, those of equal requests too. */
const target = (what: string) =>
  atMost(1.1, 'x either way', `${what} that names a hidden player`, 'the same that names nobody');

/** What a caller learns by the time that an answer takes: whether a name is that of a player whom they may not know of. */
export const hiddenPlayers = defineBenchmark({
  name: 'hidden-players',
  targets: { search: target('a search'), registering: target('a registration'), submitting: target('a submission') },
  run: async (context) => {
    const { filled: secret, graphql: url } = await serveFilled(context, fill);
    const headers = { authorization: `Bearer ${secret}` };
    const ask = (query: string, input: object) =>
      post(url, JSON.stringify({ query, variables: { input } }), headers).then((answer) => JSON.stringify(answer));
    return {
      search: await compare(context, async (handle) => {
        const query = `{ players(search: "${handle}", first: 1) { nodes { handle } } }`;
        const answer = JSON.stringify(await post(url, JSON.stringify({ query })));
        if (!answer.includes('"nodes":[]')) throw new Error(`somebody was found: ${answer}`);
      }),
      registering: await compare(context, async (handle) => {
        const answer = await ask(REGISTER, { league: FOREIGN, players: [`r${handle}`] });
        if (!answer.includes(`"handle":"r${handle}"`)) throw new Error(`not registered: ${answer}`);
      }),
      submitting: await compare(context, async (handle) => {
        const sides = [`s${handle}`, 'own'].map((player, index) => ({
          placement: index + 1,
          participants: [{ player }],
        }));
        const matches = [{ externalId: handle, playedAt: new Date(), sides }];
        const answer = await ask(SUBMIT, { league: FOREIGN, matches });
        if (!answer.includes('MatchAccepted')) throw new Error(`not accepted: ${answer}`);
      }),
    };
  },
});

const REGISTER = `mutation ($input: RegisterPlayersInput!) { registerPlayers(input: $input) {
  players { handle formerHandles createdAt } errors { message } } }`;
const SUBMIT = `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results { __typename
  ... on MatchAccepted { match { sides { participants { player { handle createdAt } } } } } } errors { message } } }`;

const handleOf = (group: Group, n: number) => `${group}${String(n).padStart(4, '0')}`;

/** Makes a private league with players, and a public one. @returns the token of who runs the public one */
async function fill(app: App): Promise<string> {
  for (const [slug, visibility] of [
    ['secret', 'PRIVATE'],
    [FOREIGN, 'PUBLIC'],
  ] as const) {
    await createLeague(app, COMMAND_LINE, { slug, name: slug, ratingSystem: 'zonestats', visibility });
  }
  const hidden = Array.from({ length: NAMED + 1 }, (_, n) => handleOf('hidden', n));
  for (const prefix of ['', 'r', 's']) {
    const handles = hidden.map((handle) => prefix + handle);
    await registerPlayers(app, COMMAND_LINE, 'secret', handles);
  }
  await registerPlayers(app, COMMAND_LINE, FOREIGN, ['own']);
  const input = {
    name: FOREIGN,
    scopes: ['matches:submit', 'league:admin'],
    leagues: [FOREIGN],
    expiresAt: null,
  } as const;
  return (await createToken(app, COMMAND_LINE, input)).secret!;
}

/** Names each group's handles by turns, once each: what was named once is known to the caller. The first round warms up. */
async function compare(context: BenchContext, name: (handle: string) => Promise<void>): Promise<Figure> {
  const times: Record<Group, number[]> = { hidden: [], nobody: [], 'no-one': [] };
  const rounds = context.size(NAMED, 50, 10);
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < GROUPS.length; turn++) {
      const group = GROUPS[(turn + round) % GROUPS.length]!;
      const start = performance.now();
      await name(handleOf(group, round));
      if (round > 0) times[group].push(performance.now() - start);
    }
  }
  const typical = (group: Group) => median(times[group]);
  const apart = (one: Group, other: Group) => Math.max(typical(one) / typical(other), typical(other) / typical(one));
  const of = (group: Group) => `${typical(group).toFixed(2)} ms (${quantile(times[group], 0.9).toFixed(2)} of 9 in 10)`;
  return {
    value: apart('hidden', 'nobody'),
    detail: `${of('hidden')} against ${of('nobody')}; two groups of nobody's: ${apart('no-one', 'nobody').toFixed(3)}x`,
  };
}
