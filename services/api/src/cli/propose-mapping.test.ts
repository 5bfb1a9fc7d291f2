import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ImportFlags } from './import-options.js';
import { withProposal } from './propose-mapping.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openladder-propose-'));
});
afterAll(() => rm(folder, { recursive: true }));

const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** The command's output for a file, and the mapping that it uses. */
async function proposed(lines: readonly string[], options: Partial<ImportFlags> = {}, name = 'club.csv') {
  const path = join(folder, name);
  await writeFile(path, lines.join('\n'));
  print.mockClear();
  const { map, delimiter } = await withProposal(path, { batch: 1, yes: true, ...options });
  const printed = String(print.mock.calls[0]).split('\n').slice(1);
  return { printed: printed.map((line) => line.trim()), map, delimiter };
}

describe('a file without a mapping', () => {
  const rows = ['Date;White;Black;Result', "31/12/2025;O'Hara;Ben;1-0"];

  test('is read by its columns, the format of its dates and its separator, which are printed as options', async () => {
    expect(await proposed(rows)).toMatchObject({
      printed: [
        `--map 'date=Date; side=White; side=Black; role=white,black; score=Result; id=Date+White+Black+#'`,
        `--date-format 'DD/MM/YYYY'`,
        `--delimiter ';'`,
      ],
      map: { form: 'wide', roles: ['white', 'black'], score: 'Result' },
      delimiter: ';',
    });
    const quoted = await proposed(["Home's,Home,Away,HG,AG,Date", 'x,ann,ben,1,0,2026-01-01']);
    expect(quoted.printed).toEqual([
      `--map 'date=Date; side=Home:HG; side=Away:AG; role=home,away; id=Date+Home+Away+#'`,
      "Not used: Home's.",
    ]);
    expect((await proposed(["Spieler 1,Spieler 2,Ergebnis,Tag,'", "a,b,1:0,2026-01-01,'"])).printed[0]).not.toContain(
      'role',
    );
  });

  test('is read by names with quotes, escaped for a shell', async () => {
    const { printed, map } = await proposed(["Home,Away,Result,Today's", 'ann,ben,1-0,2026-01-01']);
    const [option, given] = execFileSync('sh', ['-c', `printf '%s\\n' ${printed[0]}`], { encoding: 'utf8' }).split(
      '\n',
    );
    expect([option, given]).toEqual(['--map', expect.stringMatching(/^date="Today's"; side=Home; side=Away/)]);
    expect(map).toMatchObject({ date: ["Today's"] });
  });

  test.each([
    'home\x1b[2J\x1b]0;pwned\x07,away,result,date',
    'home,away,result\u202E,date',
    'home\x1b[2J,away,c,d',
    '"home\nteam",away,result,date',
  ])('with a name that a terminal cannot show omits it, with a note: %j', async (header) => {
    const refused = await proposed([header, 'ann,ben,1-0,2026-01-01']).catch((error) => error);
    expect(refused).toMatchObject({ status: 2, message: expect.stringMatching(/^--map must say .*\uFFFD/) });
    expect(refused.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(print).not.toHaveBeenCalled();
  });

  test('is named without characters that control a terminal', async () => {
    const asked = proposed(rows, { yes: undefined }, 'club\x1b[2J\u202E.csv');
    await expect(asked).rejects.toMatchObject({
      message: expect.stringMatching(/^club\uFFFD\[2J\uFFFD\.csv has no --map/),
    });
  });

  test('is not imported before the mapping was seen', async () => {
    const asked = proposed(rows, { yes: undefined });
    await expect(asked).rejects.toMatchObject({ status: 2, message: expect.stringContaining(`--delimiter ';'`) });
    expect((await proposed(rows, { yes: undefined, dryRun: true })).map).toBeDefined();
  });

  test('is not imported if each row would be a win, and an unused column may mark draws', async () => {
    const file = ['date,winner,loser,result', '2026-01-02,ben,cid,1/2'];
    const said =
      /\nNot used: result\.\nThis makes each row a win, but the column "result" looks like a result.* winner=result\(.*\nNothing was written\. Use --map instead of --yes/;
    await expect(proposed(file)).rejects.toMatchObject({ status: 2, message: expect.stringMatching(said) });
    expect((await proposed(file, { dryRun: true })).printed).toContain('Not used: result.');
    expect((await proposed(['date,winner,loser,city', '2026-01-02,ben,cid,Kyoto'])).printed.at(-1)).toBe(
      'Not used: city.',
    );
  });

  test('separates the players of cells that seem to name several, and reports it', async () => {
    const rows = ['2026-01-02,"ann, ben, cid","dan, eve, fay",1', '2026-01-03,"ann, eve, cid",gus,2'];
    const { printed, map } = await proposed(['date,red,blue,winner', ...rows]);
    expect(printed).toEqual([
      `--map 'date=date; side=red(","); side=blue(","); winner=winner(1=1, 2=2, X=draw, 0=draw); id=date+#'`,
      'Cells of players seem to name several, with "," between them. If each is one player, use this --map without (",").',
    ]);
    expect(map).toMatchObject({ sides: [{ separators: new Map([['red', ',']]) }, {}] });
  });

  test('reports cells that seem to name several players in more than one way', async () => {
    const rows = ['2026-01-02,"ann, ben, cid & dan",eve,1', '2026-01-03,"ann, ben, fay & dan",gus,2'];
    expect((await proposed(['date,red,blue,winner', ...rows])).printed.at(-1)).toMatch(
      /^What would be one player in "red" seems to name several\. .* side=red\(","\)\.$/,
    );
  });

  test('reports that the CSV of a league is for spreadsheets', async () => {
    const columns = 'match,played_at,weight,side,team,role,place,status,side_points,player,guest,points,minutes';
    const { printed } = await proposed([columns, 'm1,2026-01-02,1,1,,,1,FINISHED,,ann,false,,']);
    expect(printed.at(-1)).toMatch(/^This seems to be the CSV of a league/);
  });

  test('has no date column if a first time is given', async () => {
    const { map } = await proposed(rows, { start: new Date('2026-01-01') });
    expect(map).not.toHaveProperty('date');
  });

  test.each([
    [[''], 'club.csv must begin with a line that names its columns, but is empty'],
    [['a,b,c', '1,2,3'], 'which columns contain the players'],
    [['date,home,away', '2026-01-01,ann,ben'], 'which columns contain the result'],
    [['home,away,result', 'ann,ben,1-0'], 'which column contains the date'],
    [['{"externalId":"a"}'], '--format jsonl must be given'],
  ])('that is unclear gets an error with the missing part: %j', async (lines, message) => {
    await expect(proposed(lines)).rejects.toMatchObject({ status: 2, message: expect.stringContaining(message) });
  });
});
