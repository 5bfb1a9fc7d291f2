import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommandLine } from './support.js';

const at = useCommandLine();

const matchesOf = (league: string) =>
  at.sql(
    `SELECT external_id, played_at, placements, side_scores, side_names,
            array_agg(handle || CASE WHEN is_guest THEN ' (guest)' ELSE '' END ORDER BY position) AS players
     FROM match JOIN league ON league.id = league_id
     CROSS JOIN LATERAL unnest(player_ids, guests) WITH ORDINALITY AS own (player_id, is_guest, position)
     JOIN player ON player.id = player_id WHERE slug = '${league}' GROUP BY match.league_id, sequence ORDER BY sequence`,
  );

describe('openladder import', () => {
  test('makes a league of duels with scores, and a second run finds all of its matches', async () => {
    const file = await at.file(
      'duels.csv',
      'day,home,away,hg,ag',
      '2026-01-01,Ann B,Zoë,2,1',
      '2026-01-02,Zoë,Cid,0,0',
    );
    const args = ['import', 'duels', file, '--map', 'date=day; side=home:hg; side=away:ag; id=day+home'];
    const make = ['--create', 'timed-glicko', '--name', 'The Duels', '--settings', '{"deviationGrowth":4}'];

    const first = await at.openladder(...args, ...make);
    expect(first).toMatchObject({ status: 0 });
    expect(first.stdout).toMatch(/read +2 matches\n +accepted +2\n +replayed +0\n +refused +0\n/);
    expect(first.stdout).toContain('1 of 3 changed: "Ann B" is Ann_B\n');
    expect(
      await at.sql(`SELECT name, rater, settings ->> 'deviationGrowth' AS growth FROM league WHERE slug = 'duels'`),
    ).toEqual([{ name: 'The Duels', rater: 'timed-glicko', growth: '4' }]);
    expect(await matchesOf('duels')).toMatchObject([
      { external_id: '2026-01-01/Ann B', side_scores: [2, 1], players: ['Ann_B', 'Zoë'] },
      { external_id: '2026-01-02/Zoë', side_scores: [0, 0], players: ['Zoë', 'Cid'] },
    ]);

    const board = await at.board('duels');
    const logged = () =>
      at.sql(`SELECT actor, after AS logged FROM audit_entry JOIN league ON league.id = league_id
              WHERE slug = 'duels' AND action = 'importMatches' ORDER BY audit_entry.id`);
    const entry = (added: number, replayed: number) => ({
      ...{ actor: 'command line', logged: { fileName: 'duels.csv', added, replayed, refused: 0 } },
    });
    expect(await logged()).toEqual([entry(2, 0)]);
    const second = await at.openladder(...args, ...make);
    expect(second).toMatchObject({ status: 0 });
    expect(second.stdout).toMatch(/accepted +0\n +replayed +2 /);
    expect(await at.board('duels')).toEqual(board);
    expect(await logged()).toEqual([entry(2, 0), entry(0, 2)]);
  });

  test('gives new players the countries and links of the file, and adds those that members lack', async () => {
    const args = [
      '--map',
      'match=race; player=driver; placement=place; country=nation; links=page',
      '--start',
      '2026-01-01T00:00:00Z',
    ];
    const profiles = () =>
      at.sql(`SELECT handle, country, links FROM player WHERE handle IN ('Ines', 'Jon') ORDER BY handle`);
    const first = await at.file('races.csv', 'race,driver,place', '1,Ines,1', '1,Ola,2');
    const make = ['--create', 'elo'];
    const plain = ['--map', 'match=race; player=driver; placement=place', '--start', '2026-01-01T00:00:00Z'];
    expect(await at.openladder('import', 'grandprix', first, ...plain, ...make)).toMatchObject({ status: 0 });
    const second = await at.file(
      'more.csv',
      'race,driver,place,nation,page',
      '2,Ines,1,SE,',
      '2,Jon,2,IS,https://jon.example',
    );
    expect(await at.openladder('import', 'grandprix', second, ...args)).toMatchObject({ status: 0 });
    expect(await profiles()).toEqual([
      { handle: 'Ines', country: null, links: null },
      { handle: 'Jon', country: 'IS', links: ['https://jon.example/'] },
    ]);
    expect(
      await at.sql(
        `SELECT reason, before, after FROM audit_entry WHERE after ->> 'handle' = 'Jon' AND action = 'updatePlayer'`,
      ),
    ).toMatchObject([
      {
        ...{ reason: 'named as in the imported file', before: { country: null, links: null } },
        after: { country: 'IS', links: ['https://jon.example/'] },
      },
    ]);
  });

  test('shows the names of new players as written, once, and leaves other names unchanged', async () => {
    const head = 'day,white,black,result';
    const namesOf = () =>
      at.sql(
        `SELECT handle, display_name AS name, count(audit_entry)::int AS logged FROM player
         LEFT JOIN audit_entry ON subject = 'Player:' || player.id AND action = 'updatePlayer'
         WHERE handle IN ('José_Ávila_Jr.', 'Mia_Wu', 'plain', 'Old_Hand') OR handle LIKE 'Maximilian%' GROUP BY player.id ORDER BY handle`,
      );
    const earlier = await at.file('earlier.csv', head, '2026-01-01,Old_Hand,plain,1–0');
    const map = ['--map', 'date=day; side=white; side=black; score=result; id=day+white'];
    const run = (file: string, ...more: string[]) => at.openladder('import', 'written', file, ...map, ...more);
    expect(await run(earlier, '--create', 'elo')).toMatchObject({ status: 0 });
    const rows = [
      '2026-01-02,José Ávila Jr.,Mia Wu,1–0',
      '2026-01-03,Old Hand,José Ávila Jr.,½-½',
      '2026-01-04,plain,Maximilian von und zu Hohenstein-Unterbergen,0-1',
      '2026-01-05,Not Stored,Not Stored,0-1',
    ];
    const file = await at.file('written.csv', head, ...rows);
    const first = await run(file);
    expect(first.stdout).toContain('display names of new players are these names, up to 40 characters');
    expect(first.stdout).toMatch(/accepted +3\n +replayed +0\n +refused +1/);
    const expected = [
      { handle: 'José_Ávila_Jr.', name: 'José Ávila Jr.', logged: 1 },
      { handle: 'Maximilian_von_und_zu_Hohenstein-Unterbergen', name: null, logged: 0 },
      { handle: 'Mia_Wu', name: 'Mia Wu', logged: 1 },
      // There before, and known by the handle.
      { handle: 'Old_Hand', name: null, logged: 0 },
      { handle: 'plain', name: null, logged: 0 },
    ];
    expect(await namesOf()).toEqual(expected);
    expect(await at.sql(`SELECT handle FROM player WHERE handle = 'Not_Stored'`)).toEqual([]);

    await writeFile(file, `${head}\n2026-01-02,José Ávila Jr.,Mia Wu,1-0\n`, 'latin1');
    const western = await run(file, '--dry-run');
    expect(western.stdout).toContain('not in UTF-8; read as Windows-1252');
    expect(western.stdout).toMatch(/accepted +1 /);

    const late = await at.file('late.csv', head, ...rows.slice(0, 3), '2025-12-31,Old Hand,Ed Late,1-0');
    expect((await run(late)).stdout).toMatch(/accepted +1\n +replayed +3/);
    expect(await namesOf()).toEqual(expected);
    expect(await at.sql(`SELECT display_name AS name FROM player WHERE handle = 'Ed_Late'`)).toEqual([
      { name: 'Ed Late' },
    ]);
    expect(await at.openladder('verify', 'written')).toMatchObject({ status: 0 });
  });
});

describe('rows that cannot be imported', () => {
  const map = 'date=d; side=a:x; side=b:y';
  const header = 'd,a,b,x,y';

  test('are skipped and reported with their lines, and written to a file on request', async () => {
    const rows = ['2026-01-01,Ann,Ben,1,0', '2026-02-30,Ann,Ben,1,0', '2026-01-01,Ann,Ann,1,0', '2026-01-02,Ann,Ben,1'];
    const file = await at.file(
      'some-bad.csv',
      header.replace('d', '@d'),
      ...rows,
      '2026-01-03,Ann,"B, ""C""",NA,0',
      '2026-01-03,Ann,Ben,1,0',
      '2026-01-04,Ann,Ben,=1+1,0',
    );
    const args = [
      'import',
      'some-bad',
      file,
      '--map',
      map.replace('=d', '=@d'),
      '--create',
      'zonestats',
      '--refusals',
      at.path('refusals.csv'),
    ];
    const run = await at.openladder(...args);
    expect(run.status).toBe(1);
    expect(run.stdout).toMatch(/read +7 matches\n +accepted +2\n +replayed +0\n +refused +5\n/);
    expect(run.stdout).toContain('line 3: @d must be a date such as 2026-07-19');
    expect(run.stdout).toContain('line 4: Player "Ann" appears twice in this match.');
    expect((await readFile(at.path('refusals.csv'), 'utf8')).split('\n')).toEqual([
      'line,field,rule,value,message',
      // A spreadsheet calculates no cell.
      `3,'@d,DATE,2026-02-30,"'@d must be a date such as 2026-07-19, or with a time 2026-07-19T20:00:00Z, but is ""2026-02-30"""`,
      '5,row,ROW_CELLS,4 instead of 5,"row must have a cell for each of the 5 columns of the header, but has 4"',
      '6,x,MISSING_CELL,NA,"x must not be missing, but is ""NA"""',
      `8,x,DECIMAL,'=1+1,"x must be a number such as 3 or 2.5, but is ""=1+1"""`,
      '4,sides.1.participants.0.player,IN_MATCH_ALREADY,Ann,"Player ""Ann"" appears twice in this match."',
      '',
    ]);
  });

  test('of any kind write nothing in a dry run', async () => {
    const file = await at.file(
      'dry\x1b[2J.csv',
      header,
      '2026-01-02,Ann,Ben,1,0',
      '2026-01-01,Ann,Ben,1,0',
      '2026-01-01,Ann,Ben,?,0',
    );
    const run = await at.openladder('import', 'dry', file, '--map', map, '--create', 'zonestats', '--dry-run');
    expect(run.status).toBe(1);
    expect(run.stdout, 'no escape reaches the terminal').toContain(
      'Nothing was written: a dry run of dry\uFFFD[2J.csv.',
    );
    expect(run.stdout).toContain('1 is out of order in the file');
    expect(run.stdout).toContain('line 4: x must be a number');
    expect(await at.sql(`SELECT slug FROM league WHERE slug = 'dry'`)).toEqual([]);
  });
});

describe('a command with invalid arguments', () => {
  const map = ['--map', 'date=d; side=a:x; side=b:y'];
  let file: string;
  beforeAll(async () => {
    file = await at.file('usage.csv', 'd,a,b,x,y', '2026-01-01,Ann,Ben,1,0');
    await at.openladder('import', 'usage', file, ...map, '--create', 'zonestats');
  });

  test.each([
    ['no mapping, where columns tell too little', [], '--map must say'],
    ['settings without a rating system', [...map, '--settings', '{}'], '--settings must come with --create'],
  ])('with %s reports that and ends with status 2', async (_, options, message) => {
    const run = await at.openladder('import', 'usage', file, ...options);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  test('for an unknown league or file, or a league of another kind, ends with status 1', async () => {
    const noLeague = await at.openladder('import', 'nowhere', file, ...map);
    expect(noLeague).toMatchObject({ status: 1, stderr: expect.stringContaining('--create') });
    const noFile = await at.openladder('import', 'nowhere', at.path('none.csv'), ...map);
    expect(noFile).toMatchObject({ status: 1, stderr: expect.stringContaining('does not exist') });
    await at.openladder('import', 'taken', file, ...map, '--create', 'zonestats');
    const otherKind = await at.openladder('import', 'taken', file, ...map, '--create', 'performance');
    expect(otherKind).toMatchObject({ status: 1, stderr: expect.stringContaining('rated by zonestats') });
    const badSettings = ['--create', 'performance', '--settings', '{"decay":7}'];
    const refused = await at.openladder('import', 'bad-settings', file, ...map, ...badSettings);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('settings.decay') });
  });
});
