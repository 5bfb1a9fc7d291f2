import { describe, expect, test } from 'vitest';
import { formIn, newConsoleVisitor, signedIn, useConsole } from '../support/console.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

const PAGE = '/console/l/europe/import';
const ASIA = '/console/l/asia/import';
const CSV = [
  'date,home_team,away_team,home_score,away_score,note',
  '2020-01-01,Ann B,Ben,2,0,a first match',
  '2020-01-02,Ben,Cid,1,1,"with, comma"',
  '2020-01-03,Cid,Ann B,0,x,',
  '2020-01-04,Ann B,Ben,1,0,<img src=x onerror=alert(1)>',
].join('\n');

const story = useStory();
const europe = useLeague(story, { slug: 'europe', ratingSystem: 'elo', timeZone: 'America/New_York' });
useLeague(story, { slug: 'asia', ratingSystem: 'elo' });
const admin = useConsole(story);

/** Hands in a file. @returns the path of its page */
async function handedIn(content: string | Uint8Array, name = 'results.csv', page = PAGE): Promise<string> {
  const answer = await admin.upload(page, name, content);
  expect([answer.status, await answer.text()]).toEqual([303, '']);
  return answer.headers.get('location')!;
}

/** Sends a form of a page, and reads the page that it leads to when nothing is under way any more. */
async function done(path: string, form: string, written: Record<string, string | undefined> = {}): Promise<string> {
  const answer = await admin.fill(path, form, written);
  const refused = answer.status === 303 ? null : /role="alert".*?<\/div>/s.exec(await answer.text())?.[0];
  expect([form, answer.status, refused]).toEqual([form, 303, null]);
  return admin.settled(answer.headers.get('location')!);
}

const count = async () => (await story.sql('SELECT count(*)::int AS count FROM match_import_part'))[0];

describe('a file', () => {
  test('is shown, mapped, checked and imported, once', async () => {
    const page = await handedIn(CSV);
    const html = await admin.read(page);
    expect(html).toContain('<bdi>with, comma</bdi>');
    expect(html).not.toContain('<img src=x');
    const { fields } = formIn(html, 'check');
    const roles = ['date', 'player1', 'player2', 'score1', 'score2', ''];
    expect(roles.map((_, place) => fields[`roles.${place}`])).toEqual(roles);

    const checked = await done(page, 'check');
    expect(checked).toContain('<dt>Matches to add</dt><dd>3</dd>');
    expect(checked).toContain('<dt>New players</dt><dd>3 / 3</dd>');
    expect(checked).toMatch(
      /<bdi>Ann_B<\/bdi>.*\(<bdi>home<\/bdi>\).*<strong> 2<.*<bdi>Ben<\/bdi>.*\(<bdi>away<\/bdi>\).*<strong> 0</,
    );
    expect(checked).toMatch(
      /<bdi>away_score<\/bdi><\/th>.*must be a number such as 3 or 2\.5, but is &quot;x&quot;.*>4<\/td>/,
    );
    expect(await europe.board('includeProvisional: true')).toEqual([]);

    const over = await done(page, 'start');
    expect(over).toContain('3 matches were added.');
    expect(over).toContain('href="/l/europe"');
    expect(await europe.board('includeProvisional: true')).toEqual(['Ann_B', 'Cid', 'Ben']);
    const { rating } = await europe.read('rating(player: "Ann_B") { player { displayName } }');
    expect(rating.player.displayName).toBe('Ann B');
    const again = await handedIn(`${CSV}\n2020-01-05,Cid,Ann B,0,1,`);
    const some = await done(again, 'check');
    expect(some).toContain('<dt>In the league already</dt><dd>3</dd>');
    expect(some).not.toContain('If they were withdrawn, restore them');
    expect(some).toContain('Import 1 match<');
    const repeated = await done(again, 'start');
    expect(repeated).toContain('1 match was added.');
    expect(repeated).toContain('Refusals');
    expect(repeated).toContain('3 were in the league already and stay as they are.');
    expect(await admin.read(PAGE)).toContain('3 matches added');
  });

  test('that was corrected since its import lists the matches that differ in the league, before it is imported again', async () => {
    const rows = ['date,white,black,result', '2023-05-01,kim,lea,1-0', '2023-05-02,kim,lea,1-0'];
    const page = await handedIn(rows.join('\n'), 'club.csv', ASIA);
    await done(page, 'check');
    await done(page, 'start');
    const corrected = await handedIn(rows.join('\n').replace(/1-0$/, '0-1'), 'club.csv', ASIA);
    const checked = await done(corrected, 'check');
    expect(checked).toContain('<dt>Matches to add</dt><dd>0</dd>');
    expect(checked).toContain('<dt>In the league already</dt><dd>1</dd>');
    expect(checked).toContain('The league has all of these matches already. If they were withdrawn, restore them');
    expect(checked).toContain('<dt>Refused</dt><dd>1</dd>');
    expect(checked).toMatch(/2023-05-02\/kim\/lea\/1&quot; was already submitted with different content.*>3<\/td>/);
    expect(checked).toContain('<bdi>Id of the match</bdi>');
    expect(checked).toContain('Open them under “Matches” to correct them.');
    const refused = await (await admin.get(`${corrected.split(/[?#]/)[0]}/refused.csv`)).text();
    expect(refused.trim().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^3,.*different content.*,2023-05-02,kim,lea,0-1$/),
    ]);
  });

  test('whose names make one handle is refused, and imported when somebody says that they are one player', async () => {
    const matches = ['2022-05-01,Weston-Super-Mare,lea,2-0', '2022-05-02,lea,Weston-super-Mare,W/O'];
    const rows = ['date,winner,loser,how', ...matches, '2022-05-03,lea,Weston-super-Mare,2-1'];
    const page = await handedIn(rows.join('\n'), 'towns.csv', ASIA);
    const refused = await done(page, 'check');
    expect(refused).toContain('add handles=shared to the mapping');
    expect(formIn(refused, 'check').fields).not.toHaveProperty('handles');
    const checked = await done(page, 'check', { handles: 'yes' });
    expect(checked).toContain('<dt>Matches to add</dt><dd>3</dd>');
    expect(checked).toContain('<dt>New players</dt><dd>');
    expect(formIn(checked, 'check').fields).toMatchObject({ handles: 'yes', mapping: '' });
    const skipping = { handles: 'yes', 'roles.3': 'skip', mapping: '' };
    const unsaid = await admin.fill(page, 'check', skipping);
    expect(await unsaid.text()).toContain('href="#check.skipped">Enter what this column has for the rows to skip.');
    const without = await done(page, 'check', { ...skipping, skipped: 'W/O' });
    expect(without).toContain('<dt>Matches to add</dt><dd>2</dd>');
    expect(without).toContain('<dt>Rows skipped</dt><dd>1</dd>');
  });

  test('with other columns is mapped by what is chosen, and what does not fit is told at its field', async () => {
    const page = await handedIn(
      'fecha;blancas;negras;final\n31.12.2020;dan;eve;1-0\n30.12.2020;eve;dan;nulle\n',
      'echecs.csv',
    );
    expect(formIn(await admin.read(page), 'check').fields).toMatchObject({
      'roles.0': 'date',
      timeZone: 'America/New_York',
      dateFormat: 'DD.MM.YYYY',
    });
    const refused = await admin.fill(page, 'check');
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('href="#check.roles.0">Choose the columns of the players: “Side 1: player”');
    const chosen = {
      'roles.0': 'date',
      'roles.1': 'player1',
      'roles.2': 'player2',
      'roles.3': 'winner',
      first: '1-0',
      second: '0-1',
      draw: 'nulle, 1/2',
    };
    const checked = await done(page, 'check', { ...chosen, dateFormat: '' });
    expect(formIn(checked, 'check').fields.dateFormat).toBe('DD.MM.YYYY');
    expect(checked).toContain('These formats would read the refused dates: DD.MM.YYYY.');
    const selfPlay = await handedIn(
      'date,player1,player2,score1,score2\n2021-02-31,gil,hal,1,0\n2021-02-01,gil,gil,1,0',
    );
    await done(selfPlay, 'check', { dateFormat: 'YYYY-MM-DD' });
    const german = await (await signedIn(story.url, ADMIN_TOKEN, 'de')).settled(selfPlay);
    expect(german).toContain('muss ein Datum wie YYYY-MM-DD sein');
    expect(german).toMatch(/\(Seite 2, Spieler 1\).*Der Spieler „gil“ kommt in diesem Spiel zweimal vor/s);
    const { location } = Object.fromEntries(
      (await admin.fill(page, 'check', { ...chosen, dateFormat: 'DD.MM.YYYY' })).headers,
    );
    const second = await admin.settled(location!);
    expect(formIn(second, 'check').fields).toMatchObject({ ...chosen, dateFormat: 'DD.MM.YYYY', mapping: '' });
    expect(second).toContain('(time zone America/New_York).');
    expect(second).toMatch(/<time datetime="2020-12-30T05:00:00.000Z">Dec 30, 2020, 12:00.AM EST</i);
    expect(second).toContain('<dt>Matches to add</dt><dd>2</dd>');
    expect(second).toContain('1 match is not in chronological order');
    expect(await done(location!, 'start')).toContain('2 matches were added.');
  });

  test('with a column of neutral grounds gives sides their roles only if one of them was at home', async () => {
    const rows = ['2022-03-01,ida,jon,2,1,FALSE', '2022-03-02,ida,jon,0,3,TRUE'];
    const page = await handedIn(['date,home_team,away_team,home_score,away_score,neutral', ...rows].join('\n'));
    const { fields } = formIn(await admin.read(page), 'check');
    expect([fields.sideRoles, fields['roles.5']]).toEqual(['home, away', 'neutral']);
    await done(page, 'check');
    expect(await done(page, 'start')).toContain('2 matches were added.');
    const { matches } = await europe.read('matches(player: "ida", first: 2) { nodes { sides { role } } }');
    expect(matches.nodes).toEqual([
      { sides: [{ role: null }, { role: null }] },
      { sides: [{ role: 'home' }, { role: 'away' }] },
    ]);
  });

  test('lists its unused columns, and those that may mark a row as no win', async () => {
    const page = await handedIn('date,winner,loser,result,city\n2021-02-01,gil,hal,1/2,Kyoto', 'draws.csv');
    const html = await admin.read(page);
    expect(html).toContain('Not used: \u2068result\u2069, \u2068city\u2069.');
    expect(html).toContain('<p class="notice">\u2068result\u2069: “Player who won” makes each row a win');
  });

  test('with a column of results is mapped without questions, and its sides have the roles of their columns', async () => {
    const rows = ['2021-02-01,gil,hal,1–0', '2021-02-02,hal,gil,½–½', '2021-02-03,gil,hal,0–1'];
    const hostile = '<b onload=x>\u202Eclub.csv';
    const page = await handedIn(['Date,White,Black,Result', ...rows].join('\n'), hostile);
    expect(formIn(await admin.read(page), 'check').fields.sideRoles).toBe('white, black');
    const checked = await done(page, 'check');
    expect(checked).toMatch(/<bdi>gil<\/bdi><span class="quiet"> \(<bdi>white<\/bdi>\)<\/span><strong> 1</);
    expect(checked).not.toContain('<b onload');
    await done(page, 'start');
    const { matches } = await europe.read('matches(player: "gil", first: 1) { nodes { sides { role } } }');
    expect(matches.nodes).toEqual([{ sides: [{ role: 'white' }, { role: 'black' }] }]);
    for (const [language, words, added] of [
      ['en', 'Matches imported from a file', 'Matches added'],
      ['de', 'Spiele aus einer Datei importiert', 'Neue Spiele'],
    ] as const) {
      const reader = await signedIn(story.url, ADMIN_TOKEN, language);
      const log = await reader.read('/console/l/europe/audit?action=importMatches');
      expect(log).toContain(`<strong>${words}</strong>`);
      expect(log).toContain('<ins>&lt;b onload=x>\uFFFDclub.csv</ins>');
      expect(log).toContain(language === 'de' ? '<q>Import einer Datei</q>' : '<q>import of a file</q>');
      expect(log).toMatch(new RegExp(`${added}</th><td><ins>3</ins>`));
    }
    expect(checked).toContain('<dt>Matches to add</dt><dd>3</dd>');
    expect(checked).toMatch(/<bdi>hal<\/bdi><span[^>]*> \(<bdi>white<\/bdi>\)<\/span><strong> 0\.5<\/strong>/);
    const letters = await handedIn(
      'date,home,away,result\n2021-03-01,gil,hal,H\n2021-03-02,gil,hal,A\n',
      'letters.csv',
      ASIA,
    );
    expect(formIn(await admin.read(letters), 'check').fields).toMatchObject({
      ...{ first: 'H', second: 'A', draw: 'D', sideRoles: 'home, away' },
    });
    expect(await done(letters, 'check', { sideRoles: '' })).toContain('<dt>Matches to add</dt><dd>2</dd>');
    await done(letters, 'start');
    // The same matches with roles would be other ones.
    const longer = await handedIn('date,home,away,result\n2021-03-03,gil,hal,H\n', 'longer.csv', ASIA);
    expect(formIn(await admin.read(longer), 'check').fields.sideRoles).toBe('');
    // So would those with points, where it was told who won.
    const points = await handedIn('date,home,away,result\n2021-03-04,gil,hal,1-0\n', 'points.csv', ASIA);
    expect(formIn(await admin.read(points), 'check').fields['roles.3']).toBe('winner');
  });

  test('that cannot be read shows the reason, and can be checked again', async () => {
    const page = await handedIn('date,home,away,hg,ag\n2020-01-01,ann,ben,1,0\n2020-01-02,"ann,ben,1,0\n');
    const html = await done(page, 'check');
    expect(html).toContain('line 3: the file must close every quotation mark');
    expect(html).toContain('<form id="check"');
  });

  test('is deleted when its import is cancelled', async () => {
    const before = await count();
    const page = await handedIn(CSV);
    const id = page.split('/').at(-1)!;
    const { import: cancelled } = await story.admin.mutate(
      'cancelImport',
      { import: decodeURIComponent(id) },
      'import { status }',
    );
    expect(cancelled).toEqual({ status: 'CANCELLED' });
    expect(await admin.read(page)).toContain('This import was cancelled');
    expect(await count()).toEqual(before);
  });
});

describe('the refused rows of a file', () => {
  const saved = async (page: string, language = 'en') => {
    const headers = { cookie: admin.cookie(), 'accept-language': language };
    const answer = await fetch(`${story.url}${page.split('?')[0]}/refused.csv`, { headers });
    return { status: answer.status, rows: (await answer.text()).split('\r\n') };
  };

  test('are saved with their lines and reasons after the check, and those refused by the league after the import', async () => {
    const league = await story.league('mending', 'elo', { lateMatches: 'REJECT' });
    await league.submit([{ ...league.match('ann beats ben'), playedAt: '2020-01-15T00:00:00Z' }]);
    const text = [
      'date;home;away;hg;ag;note',
      '2020-02-01;ann;ben;1;0;"a; ""note"""',
      '2020-02-02;ann;ben;x;0; =1+1',
      '2020-02-03;ann;ben;1',
      '2020-01-01;ben;cid;1;0;late',
    ].join('\n');
    const page = await handedIn(text, 'results.csv', '/console/l/mending/import');
    expect((await saved(page)).rows).toEqual([
      'The import is UPLOADED, so nothing is known of refused rows: it must be checked first.',
    ]);
    expect(await done(page, 'check')).toContain('/refused.csv">Save the refused rows (CSV)</a>');
    const HEAD = 'refused line;why refused;date;home;away;hg;ag;note';
    const CELL = '3;"hg must be a number such as 3 or 2.5, but is ""x""";2020-02-02;ann;ben;x;0;\'=1+1';
    const WIDTH = '4;row must have a cell for each of the 6 columns of the header, but has 4;2020-02-03;ann;ben;1';
    expect(await saved(page)).toEqual({ status: 200, rows: [HEAD, CELL, WIDTH, ''] });
    const german = await saved(page, 'de');
    expect(german.rows[0]).toBe('abgelehnte Zeile;Grund der Ablehnung;date;home;away;hg;ag;note');
    const stranger = await newConsoleVisitor(story.url).get(`${page.split('?')[0]}/refused.csv`);
    expect([stranger.status, (await stranger.text()).includes('ann')]).toEqual([403, false]);
    expect(german.rows[1]).toMatch(/^3;"?hg muss eine Zahl sein.*;2020-02-02;ann;ben;x;0;'=1\+1$/);

    await done(page, 'start');
    const { rows } = await saved(page);
    expect(rows).toEqual([HEAD, CELL, WIDTH, expect.stringMatching(/^5;playedAt must not be before.*;late$/), '']);

    const mended = rows.slice(0, 2).join('\n').replace(';x;', ';2;');
    const second = await handedIn(mended, 'results-refused.csv', '/console/l/mending/import');
    expect(await done(second, 'check')).toContain('<dt>Matches to add</dt><dd>1</dd>');
  });
});

describe('a file of races', () => {
  const RACES = [
    'race,date,driver,car,pos',
    ...['r1,2020-01-01,fangio,1,1', 'r1,2020-01-01,musso,1,1', 'r1,2020-01-01,moss,2,2', 'r1,2020-01-01,behra,3,R'],
    ...['r2,2020-01-02,fangio,1,1', 'r2,2020-01-02,moss,2,DNF', 'r2,2020-01-02,behra,3,DNPQ'],
    ...['r3,2020-01-03,fangio,1,1', 'r3,2020-01-03,moss,2,R', 'r3,2020-01-03,x y z !,3,2', 'r3,2020-01-03,moss,4,3'],
  ].join('\n');

  test('has words for places that get a meaning by clicking, and cars that two drivers share', async () => {
    const races = await story.league('races', 'openskill');
    const path = await handedIn(RACES, 'races.csv', '/console/l/races/import');
    const columns = {
      ...{ 'roles.0': 'match', 'roles.1': 'date', 'roles.2': 'player', 'roles.3': 'side', 'roles.4': 'placement' },
    };
    const first = await done(path, 'check', columns);
    expect(first).toContain('<dt>Matches to add</dt><dd>0</dd>');
    const { fields } = formIn(first, 'check');
    const wordAt = (word: string) =>
      Object.keys(fields)
        .find((name) => fields[name] === word)!
        .replace('.word', '');
    expect(first).toContain('“R” (2 times)');
    const page = `${path}?roles=match.date.player.side.placement`;
    const checked = await done(page, 'check', { ...columns, [wordAt('R')]: 'last', [wordAt('DNPQ')]: 'out' });
    expect(checked).toContain('<dt>Matches to add</dt><dd>2</dd>');
    expect(checked).toMatch(/2 participants did not finish, and share last place in their match: 1 “R”, 1 “DNF”\./);
    expect(checked).toMatch(/1 participant is left out of their match: 1 “DNPQ”\./);
    const german = await fetch(story.url + page, { headers: { cookie: admin.cookie(), 'accept-language': 'de' } });
    expect(await german.text()).toContain('1 „R“, 1 „DNF“.');
    // The refusal names the column, and the side after it.
    expect(checked).toMatch(/<th scope="row"><bdi>driver<\/bdi> <span class="quiet">\(Side 4, player 1\)/);
    expect(formIn(checked, 'check').fields).toMatchObject({ [wordAt('R')]: 'last' });
    await done(path, 'start');
    const { match } = await races.read(
      'match(externalId: "r1") { sides { placement participants { player { handle } } } }',
    );
    expect(match.sides).toEqual([
      { placement: 1, participants: [{ player: { handle: 'fangio' } }, { player: { handle: 'musso' } }] },
      { placement: 2, participants: [{ player: { handle: 'moss' } }] },
      { placement: 3, participants: [{ player: { handle: 'behra' } }] },
    ]);
  });
});

describe('a file that would lose something', () => {
  test('shows where the names of its columns seem to be', async () => {
    const page = await handedIn('Club;;;\nDatum;Heim;Gast;Ergebnis\n2021-02-01;gil;hal;1:0', 'title.csv');
    expect(await admin.read(page)).toContain(
      'a later one does: \u2068Datum\u2069, \u2068Heim\u2069, \u2068Gast\u2069, \u2068Ergebnis\u2069.',
    );
  });

  test('has a note if it is the CSV of a league: it is for spreadsheets, and its JSON for an import', async () => {
    const exported = await (await fetch(`${story.url}/l/${europe.slug}/matches.csv`)).text();
    expect(await admin.read(await handedIn(exported, 'matches.csv'))).toContain(
      'Upload the JSON of the matches instead',
    );
  });

  test('makes sides from cells that seem to name several players, with a note, in French with a space before the colon', async () => {
    const teams = [
      'date,team 1,players 1,team 2,players 2,winner',
      '2021-03-01,Owls,"gil, hal, ida",Cats,"jon, kim, lea",1',
      '2021-03-02,Owls,"gil, kim, ida",Cats,"jon, hal, lea",2',
    ].join('\n');
    const page = await handedIn(teams, 'teams.csv');
    const html = await admin.read(page);
    expect(html).toContain(
      '<p class="notice">\u2068players 1\u2069, \u2068players 2\u2069: These cells seem to name several players with “,” between them',
    );
    expect(formIn(html, 'check').fields).toMatchObject({ separator: ',', 'roles.1': 'name1', 'roles.2': 'player1' });
    const inFrench = await fetch(story.url + page, { headers: { cookie: admin.cookie(), 'accept-language': 'fr' } });
    expect(await inFrench.text()).toContain('\u2068players 1\u2069, \u2068players 2\u2069\u00a0: Ces cellules');

    await done(page, 'check');
    await done(page, 'start');
    const sides = 'sides { name participants { player { handle } } }';
    const { match } = await europe.read(`match(externalId: "2021-03-02/Owls/Cats/1") { ${sides} }`);
    expect(match.sides).toEqual([
      { name: 'Owls', participants: ['gil', 'kim', 'ida'].map((handle) => ({ player: { handle } })) },
      { name: 'Cats', participants: ['jon', 'hal', 'lea'].map((handle) => ({ player: { handle } })) },
    ]);
  });

  test('keeps them as single names if the league has them, such as pairs who always play together', async () => {
    const pairs = 'date,team 1,team 2,winner\n2021-04-01,gil & ida,jon & kim,1\n2021-04-02,gil & lea,jon & kim,2';
    const chosen = { 'roles.1': 'player1', 'roles.2': 'player2' };
    const page = await handedIn(pairs, 'pairs.csv', ASIA);
    expect(formIn(await admin.read(page), 'check').fields.separator).toBe('&');
    await done(page, 'check', { ...chosen, separator: '' });
    await done(page, 'start');
    const next = pairs.replaceAll('2021-04', '2021-05');
    const again = await admin.read(await handedIn(next, 'pairs.csv', ASIA));
    expect(formIn(again, 'check').fields).toMatchObject({ ...chosen, separator: '' });
    expect(again).toContain('What would become one player here seems to name several');
  });

  test('says after the check that names seem to be pairs, if the first rows have none', async () => {
    const singles = Array.from({ length: 15 }, (_, at) => `2020-02-01,S${at},T${at},1,0`);
    const pairs = Array.from({ length: 5 }, (_, at) => `2020-02-02,A${at}/B${at},C${at}/D${at},1,0`);
    const lines = ['date,home_team,away_team,home_score,away_score', ...singles, ...pairs];
    expect(await done(await handedIn(lines.join('\n')), 'check')).toContain('Ten names or more have “/” in them');
    expect(await done(await handedIn(lines.slice(0, -1).join('\n')), 'check')).not.toContain('Ten names or more');
  });

  test('still shows the note if no character separates them', async () => {
    const page = await handedIn('date,a,b,winner\n2021-02-01,x & y,z,1\n2021-02-02,x & z,y,2', 'pairs.csv');
    const checked = await done(page, 'check', { 'roles.1': 'player1', 'roles.2': 'player2', separator: '' });
    expect(formIn(checked, 'check').fields.separator).toBe('');
    expect(checked).toContain(
      '<p class="notice">\u2068a\u2069: What would become one player here seems to name several',
    );
  });
});
