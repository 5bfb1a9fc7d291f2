import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { newConsoleVisitor, signedIn } from '../support/console.js';
import { runCommand } from '../support/run-command.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type StoryLeague, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, { slug: 'europe', ratingSystem: 'elo' });
beforeAll(async () => {
  const many = Array.from({ length: 118 }, (_, n) => (n % 2 === 0 ? 'ann beats ben' : 'ben beats cid'));
  await league.play(...many);
  const team = { name: '=1+1, "the" team', score: 3, participants: [{ player: 'ann' }] };
  const other = { name: '＝2+2', score: 1, status: 'FORFEIT', participants: [{ player: 'ben', minutesPlayed: 7.5 }] };
  await league.play(league.match([team, other], { details: { map: 'Dust' } }));
});

const byId = (one: { externalId: string }, other: { externalId: string }) =>
  one.externalId.localeCompare(other.externalId);

const file = async (path: string) => {
  const answer = await fetch(story.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('everybody saves a board and a player for spreadsheets and for programs', async () => {
  const board = await file('/l/europe/board.csv');
  expect(board.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(board.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''europe-board.csv");
  // Excel takes a file of UTF-8 for one only where it begins with a byte order mark.
  const bytes = Buffer.from(await (await fetch(`${story.url}/l/europe/board.csv`)).arrayBuffer());
  expect([...bytes.subarray(0, 7)]).toEqual([...Buffer.from('\uFEFFrank')]);
  const rows = board.text.trimEnd().split('\r\n');
  expect(rows[0]).toBe(
    'rank,player,name,rating,deviation,provisional,matches,wins,draws,losses,peak,last_played_at,country',
  );
  expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual(await league.board('includeProvisional: true'));
  const lines = (await file('/l/europe/board.jsonl')).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).player.handle)).toEqual(await league.board('includeProvisional: true'));
  const history = (await file('/l/europe/p/ann/history.csv')).text.trimEnd().split('\r\n');
  expect(history).toHaveLength(1 + 60);
  expect(history[1]).toMatch(/^europe-119,2020-01-05T22:00:00.000Z,WIN,[\d.]+,[\d.]+,[\d.]+,$/);
});

test.each(['board', 'matches', 'p/ann/history', 'settings'])('%s.csv has a name for each cell', async (path) => {
  const { text } = await file(`/l/europe/${path}.csv`);
  // It refuses rows that are longer or shorter than the first.
  const [names, ...rows]: string[][] = parse(text);
  expect(new Set(names).size).toBe(names!.length);
  expect(rows.length).toBeGreaterThan(0);
});

test('a board is saved as shown: some players, in another order, as of another time', async () => {
  const names = async (query: string) =>
    (await file(`/l/europe/board.csv?${query}`)).text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1]);
  expect(await names('orderBy=MATCHES')).toEqual(await league.board('orderBy: MATCHES, includeProvisional: true'));
  expect(await names('name=B&minMatches=2')).toEqual(['ben']);
  expect(await names('asOf=2020-01-01T00:30:00Z')).toEqual(['ann', 'ben']);
  const page = await (await fetch(`${story.url}/l/europe?order=MATCHES&min=60`)).text();
  expect(page).toContain('href="/l/europe/board.jsonl?orderBy=MATCHES&amp;minMatches=60"');
  expect((await file('/l/europe/board.csv?minMatches=many')).status).toBe(400);
});

test('a whole log of many pages can be imported: the other league then has the same board', async () => {
  const csv = (await file('/l/europe/matches.csv')).text.trimEnd().split('\r\n');
  expect(csv).toHaveLength(1 + 2 * 119);
  // A spreadsheet takes neither for a formula.
  expect(csv.at(-2)).toBe(`europe-119,2020-01-05T22:00:00.000Z,1,1,"'=1+1, ""the"" team",,,FINISHED,3,ann,false,,`);
  expect(csv.at(-1)).toContain(",2,'＝2+2,");
  const lines = (await file('/l/europe/matches.jsonl')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(119);
  expect(lines.at(-1)).toEqual({
    ...{ externalId: 'europe-119', playedAt: '2020-01-05T22:00:00.000Z', details: { map: 'Dust' } },
    sides: [
      { name: '=1+1, "the" team', score: 3, participants: [{ player: 'ann' }] },
      { status: 'FORFEIT', name: '＝2+2', score: 1, participants: [{ player: 'ben', minutesPlayed: 7.5 }] },
    ],
  });
  const { stdout } = await runCommand(['export', 'europe'], { env: { OPENLADDER_DATABASE_URL: story.databaseUrl } });
  const exported = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.toSorted(byId)).toEqual(exported.toSorted(byId));
  const copy = await story.league('copy', 'elo');
  const results = [...(await copy.submit(lines.slice(60))), ...(await copy.submit(lines.slice(0, 60)))];
  expect(results.filter(({ __typename }) => __typename !== 'MatchAccepted')).toEqual([]);
  const values = (of: StoryLeague) =>
    of.read('standings(includeProvisional: true) { nodes { player { handle } rating { value } } }');
  expect(await values(copy)).toEqual(await values(league));
});

test('matches of one moment are saved in the order of their ratings, which an import keeps', async () => {
  const day = await story.league('day', 'elo');
  const at = { playedAt: '2020-01-01T00:00:00.000Z' };
  await day.play(...['ann beats ben', 'ben beats ann', 'ann beats cid'].map((result) => day.match(result, at)));
  const lines = (await file('/l/day/matches.jsonl')).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).externalId)).toEqual(['day-1', 'day-2', 'day-3']);
});

test('the names, countries and links of players are saved in the form of updatePlayers', async () => {
  const ann = {
    player: 'ann',
    displayName: '=Ann, “the ace”',
    country: 'IE',
    links: ['https://a.example/', 'https://b.example/?x=1,2'],
  };
  await story.admin.mutate('updatePlayers', { players: [ann, { player: 'ben', country: 'SE' }], reason: 'asked' });
  const { text } = await file('/l/europe/players.jsonl');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([ann, { player: 'ben', country: 'SE' }, { player: 'cid' }]);
  const given = await story.admin.mutate(
    'updatePlayers',
    { players: lines, reason: 'again' },
    'results { error { code } }',
  );
  expect(given.results).toEqual([{ error: null }, { error: null }, { error: null }]);
  expect((await file('/l/europe/players.jsonl')).text).toBe(text);
  expect((await file('/l/europe/players.csv')).text).toBe(
    'player,name,country,links\r\nann,"\'=Ann, “the ace”",IE,"https://a.example/ https://b.example/?x=1,2"\r\nben,,SE,\r\ncid,,,\r\n',
  );
});

test('the saved settings of a league create it again', async () => {
  const rules = { forfeit: 'UNRATED', nobodyFinished: 'LAST' };
  const own = {
    minMatches: 3,
    activeWithin: 90,
    openEntry: true,
    lateMatches: 'REJECT',
    timeZone: 'Europe/Berlin',
    queueWait: 40,
  };
  await story.league('made', 'elo', {
    settings: { k: 17 },
    statusRules: rules,
    description: 'a "made" league',
    ...own,
  });
  const { text } = await file('/l/made/settings.jsonl');
  const settings = JSON.parse(text);
  expect(settings).toMatchObject({
    slug: 'made',
    ratingSystem: 'elo',
    settings: { k: 17 },
    statusRules: rules,
    ...own,
  });
  const again = { ...settings, slug: 'made-again' };
  await story.admin.mutate('createLeague', again);
  expect(JSON.parse((await file('/l/made-again/settings.jsonl')).text)).toEqual(again);
  const csv = (await file('/l/made/settings.csv')).text;
  expect(csv).toContain('lateMatches,REJECT\r\n');
  expect(csv).toContain('description,"a ""made"" league"\r\n');
});

test('a private league is saved only by its admins', async () => {
  await story.league('hidden', 'elo', { visibility: 'PRIVATE', played: ['ann beats ben'] });
  expect((await file('/l/hidden/board.csv')).status).toBe(404);
  expect((await newConsoleVisitor(story.url).get('/console/l/hidden/board.csv')).status).toBe(404);
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const answer = await admin.get('/console/l/hidden/matches.jsonl');
  expect([answer.status, JSON.parse(await answer.text()).externalId]).toEqual([200, 'hidden-1']);
  expect((await file('/l/nowhere/matches.csv')).status).toBe(404);
});

test('pages link to their files, and the form that ends a league links to the export', async () => {
  for (const [path, address] of [
    ['/l/europe', '/l/europe/board.csv'],
    ['/l/europe/matches', '/l/europe/matches.jsonl'],
    ['/l/europe/p/ann', '/l/europe/p/ann/history.csv'],
  ] as const) {
    expect((await file(path)).text).toContain(`href="${address}"`);
  }
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const archive = await admin.read('/console/l/europe/archive');
  expect(archive).toContain('href="/console/l/europe/matches.jsonl"');
  expect(archive).toContain('href="/console/l/europe/players.jsonl"');
  expect(archive).toContain('href="/console/l/europe/settings.jsonl"');
});
