import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readFile, symlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WAITING } from '../support/held-league.js';
import { openClient } from '../support/server.js';
import { verifyLeagues } from '../support/service.js';
import { BINARY, useCommandLine } from './support.js';

const at = useCommandLine();

const MAP = 'date=d; side=a:x; side=b:y; id=n';

/** A season of duels among a dozen players, several a day; the same each time. */
function season(matches: number): string[] {
  const rows = Array.from({ length: matches }, (_, n) => {
    const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(n / 7))).toISOString().slice(0, 10);
    return `${n},${day},player-${(n * 5) % 12},player-${(n * 5 + 1 + (n % 11)) % 12},${(n * 31) % 6},${(n * 17) % 5}`;
  });
  return ['n,d,a,b,x,y', ...rows];
}

test('an import that is killed in the middle of a transaction, and interrupted in another, resumes to the same ratings', async () => {
  const MATCHES = 6_000;
  const file = await at.file('season.csv', ...season(MATCHES));
  const args = (league: string) => ['import', league, file, '--map', MAP, '--create', 'timed-glicko', '--batch', '100'];
  expect(await at.openladder(...args('whole'))).toMatchObject({ status: 0 });
  const [whole] = await at.sql(`SELECT count(DISTINCT xmin::text)::integer AS transactions FROM match`);
  expect(whole!.transactions).toBeLessThan(10);

  /** Waits for the league, as those who write to it do: the import makes way for them. */
  const matches = async () =>
    (await at.sql(`SELECT match_count AS count FROM league WHERE slug = 'killed' FOR NO KEY UPDATE`))[0]?.count ?? 0;
  const logged = () =>
    at.sql(`SELECT after FROM audit_entry JOIN league ON league.id = league_id
                             WHERE slug = 'killed' AND action = 'importMatches'`);
  const endedBy = async (signal: 'SIGKILL' | 'SIGINT', most: number) => {
    // Writers of matches wait while another session has this lock.
    await at.sql(`CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END';
      CREATE OR REPLACE TRIGGER hold BEFORE INSERT ON match FOR EACH STATEMENT EXECUTE FUNCTION hold()`);
    const holder = await openClient(at.databaseUrl);
    const child = at.begin(...args('killed'));
    const exited = once(child, 'exit');
    while (Number(await matches()) < most) await sleep(5);
    await holder.query('SELECT pg_advisory_lock(1)');
    await expect.poll(() => at.sql(WAITING)).toHaveLength(1);
    child.kill(signal);
    if (signal === 'SIGKILL') await exited;
    await holder.end();
    expect((await exited)[0]).toBe(signal === 'SIGKILL' ? null : 1);
    expect(await verifyLeagues(at.databaseUrl, ['killed'])).toEqual([]);
    return Number(await matches());
  };
  const before = await endedBy('SIGKILL', 1);
  expect(before).toBeLessThan(MATCHES);
  expect(await logged()).toEqual([]);
  const stored = await endedBy('SIGINT', before + 1);
  expect(stored).toBeLessThan(MATCHES);
  expect(await logged()).toEqual([{ after: { fileName: 'season.csv', status: 'CANCELLED', added: stored - before } }]);

  const again = await at.openladder(...args('killed'));
  expect(again).toMatchObject({ status: 0 });
  expect(again.stdout).toMatch(new RegExp(`replayed +${stored.toLocaleString('en')}`));
  expect(await at.board('killed')).toEqual(await at.board('whole'));
});

test('the audit log records the matches added by a failed import', async () => {
  const file = await at.file('broken.csv', 'd,a,b,x,y', '2026-01-01,Ann,Ben,1,0', '2026-01-02,Ann,Ben,1,0');
  await at.sql(
    `ALTER TABLE match ADD CONSTRAINT broken CHECK (played_at <> '2026-01-02' OR external_id <> 'broken/2026-01-02')`,
  );
  const map = ['--map', 'date=d; side=a:x; side=b:y; id=d', '--id-prefix', 'broken/', '--batch', '1'];
  const run = await at.openladder('import', 'broken', file, ...map, '--create', 'elo');
  await at.sql('ALTER TABLE match DROP CONSTRAINT broken');
  expect(run).toMatchObject({ status: 1 });
  const logged = await at.sql(`SELECT after FROM audit_entry JOIN league ON league.id = league_id
                             WHERE slug = 'broken' AND action = 'importMatches'`);
  expect(logged).toEqual([{ after: { fileName: 'broken.csv', status: 'FAILED', added: 1 } }]);
});

test.each(['timed-glicko', 'performance'])(
  'an export from a league of %s makes the same ratings elsewhere, bit for bit',
  async (rater) => {
    const file = await at.file('short.csv', ...season(600));
    await at.openladder('import', rater, file, '--map', MAP, '--create', rater);
    const run = await at.openladder('export', rater, '--out', at.path(`${rater}.jsonl`));
    expect(run).toMatchObject({ status: 0, stdout: '' });

    const copy = await at.openladder('import', `${rater}-copy`, at.path(`${rater}.jsonl`), '--create', rater);
    expect(copy).toMatchObject({ status: 0 });
    expect(await at.board(`${rater}-copy`)).toEqual(await at.board(rater));
    expect(await at.board(rater)).toHaveLength(12);
    expect(await at.openladder('export', `${rater}-copy`)).toMatchObject({
      status: 0,
      stdout: await readFile(at.path(`${rater}.jsonl`), 'utf8'),
    });
  },
);

test('a league whose history was submitted in reverse is exported in the order of its ratings, which an import keeps', async () => {
  for (const day of ['03', '02', '01']) {
    const rows = ['Ann,Ben', 'Ben,Cid', 'Cid,Ann'].map((names, n) => `${day}-${n},2026-01-${day},${names},1,0`);
    const file = await at.file(`${day}.csv`, 'n,d,a,b,x,y', ...rows);
    await at.openladder('import', 'backwards', file, '--map', MAP, '--create', 'elo');
  }
  const file = at.path('backwards.jsonl');
  expect(await at.openladder('export', 'backwards', '--out', file)).toMatchObject({ status: 0 });
  expect(await at.openladder('import', 'forwards', file, '--create', 'elo')).toMatchObject({ status: 0 });
  expect(await at.board('forwards')).toEqual(await at.board('backwards'));
});

test('the settings of a league are exported, and create the league in which its matches have the same ratings', async () => {
  const settings = {
    ...{
      slug: 'own',
      name: 'Own “rules”',
      description: 'two\nlines',
      hue: 7,
      minMatches: 2,
      activeWithin: 9,
      openEntry: true,
    },
    ...{ visibility: 'PRIVATE', lateMatches: 'REJECT', opensAt: '2019-12-31T23:00:00.000Z', timeZone: 'Asia/Tokyo' },
    ...{ ratingSystem: 'elo', settings: { k: 17 }, queueWait: 40, queueBand: 0.2, placePoints: [12.5, 8] },
    statusRules: { forfeit: 'AS_PLACED', didNotFinish: 'UNRATED', nobodyFinished: 'LAST' },
  };
  const race = {
    externalId: 'race',
    playedAt: '2020-01-01T00:00:00.000Z',
    sides: ['FINISHED', 'DID_NOT_FINISH', 'FINISHED'],
  };
  const sides = race.sides.map((status, n) => ({
    status,
    ...(n !== 1 && { score: 3 - n }),
    participants: [{ player: `p${n}` }],
  }));
  const file = await at.file('race.jsonl', JSON.stringify({ ...race, sides }));
  expect(
    await at.openladder('import', 'own', file, '--create', await at.file('own.json', JSON.stringify(settings))),
  ).toMatchObject({ status: 0 });

  const made = JSON.parse((await at.openladder('export', 'own', '--settings')).stdout);
  expect(made).toMatchObject(settings);
  await at.openladder('export', 'own', '--settings', '--out', at.path('made.jsonl'));
  await at.openladder('import', 'made', file, '--create', at.path('made.jsonl'));
  expect(await at.board('made')).toEqual(await at.board('own'));
  expect(await at.board('own')).toHaveLength(2);
  expect(JSON.parse((await at.openladder('export', 'made', '--settings')).stdout)).toEqual({ ...made, slug: 'made' });

  // The league is there: the file must rate as it does.
  expect(await at.openladder('import', 'made', file, '--create', at.path('made.jsonl'))).toMatchObject({ status: 0 });
  const others = { ...settings, statusRules: { ...settings.statusRules, forfeit: 'LAST' } };
  const other = await at.file('other.json', JSON.stringify(others));
  expect(await at.openladder('import', 'made', file, '--create', other)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('by the statusRules {"forfeit":"AS_PLACED",'),
  });

  const wrong = await at.file('wrong.json', JSON.stringify({ ...settings, hue: 'red' }));
  expect(await at.openladder('import', 'wrong', file, '--create', wrong)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('league/hue must be integer'),
  });
});

test('matches that keep earlier rules for drop-outs are counted, and exported on request as they are rated', async () => {
  const race = (n: number) => ({
    externalId: `r-${n}`,
    playedAt: `2020-01-0${n}T00:00:00.000Z`,
    sides: [
      { score: 3, participants: [{ player: 'Ann' }] },
      { score: 2, participants: [{ player: 'Ben' }] },
      { status: n === 3 ? 'FORFEIT' : 'DID_NOT_FINISH', score: 9, participants: [{ player: 'Cid' }] },
    ],
  });
  const lines = [1, 2, 3].map((n) => JSON.stringify(race(n)));
  await at.openladder('import', 'ruled', await at.file('r1.jsonl', ...lines.slice(0, 1)), '--create', 'elo');
  const rules = {
    FORFEIT: 'LAST',
    DID_NOT_FINISH: 'UNRATED',
    DID_NOT_START: 'UNRATED',
    DISQUALIFIED: 'LAST',
    NOBODY_FINISHED: 'UNRATED',
  };
  await at.sql(`UPDATE league SET status_rules = '${JSON.stringify(rules)}' WHERE slug = 'ruled'`);
  await at.openladder('import', 'ruled', await at.file('r2.jsonl', ...lines.slice(1)));

  const reported = await at.openladder('export', 'ruled');
  expect(reported.stdout).toBe(`${lines.join('\n')}\n`);
  expect(reported.stderr).toContain('1 of them keeps statusRules that the league had before');
  const rated = await at.openladder('export', 'ruled', '--as-rated', '--out', at.path('rated.jsonl'));
  expect(rated.stderr).not.toContain('statusRules');
  await at.openladder('export', 'ruled', '--settings', '--out', at.path('ruled.json'));
  const copied = await at.openladder('import', 'ruled-copy', at.path('rated.jsonl'), '--create', at.path('ruled.json'));
  expect(copied).toMatchObject({ status: 0 });
  expect(await at.board('ruled-copy')).toEqual(await at.board('ruled'));
});

test('an export has each match as submitted, and void ones by default', async () => {
  const lines = [
    {
      externalId: 'g-1',
      playedAt: '0999-12-31T23:59:59.999Z',
      sides: [
        { name: 'Reds, "the first"', score: 0.1, participants: [{ player: 'Zoë', score: 0.1, minutesPlayed: 12.5 }] },
        {
          score: 1e9,
          participants: [
            { player: 'Ben', isGuest: true, score: 5e-324 },
            { player: 'Cid', score: -0.3, scoresAgainst: [{ opponent: 'Zoë', score: 1.1 }] },
          ],
        },
      ],
    },
    {
      externalId: 'g-2',
      playedAt: '2026-01-01T00:00:00.000Z',
      sides: [
        { role: 'away', placement: 2, participants: [{ player: 'Zoë' }] },
        { role: 'home', placement: 1, participants: [{ player: 'Ben' }] },
      ],
      weight: 2.5,
      details: { map: 'dust', rounds: [13, 7] },
    },
    {
      externalId: 'g-3',
      playedAt: '2026-01-02T00:00:00.000Z',
      sides: [
        { status: 'DISQUALIFIED', score: 9, participants: [{ player: 'Zoë', score: 9 }] },
        { score: 1, participants: [{ player: 'Ben', scoresAgainst: [{ opponent: 'Cid', score: 1 }] }] },
        { status: 'DID_NOT_START', participants: [{ player: 'Cid' }] },
      ],
    },
  ].map((match) => JSON.stringify(match));
  const file = await at.file('all.jsonl', ...lines);
  expect(await at.openladder('import', 'all', file, '--create', 'zonestats')).toMatchObject({ status: 0 });
  expect((await at.openladder('export', 'all')).stdout).toBe(`${lines.join('\n')}\n`);

  await at.sql(
    `UPDATE match SET status = 'VOID' FROM league WHERE league.id = league_id AND slug = 'all' AND sequence = 1`,
  );
  const withVoid = await at.openladder('export', 'all');
  expect(withVoid).toMatchObject({ status: 0, stdout: `${lines.join('\n')}\n` });
  expect(withVoid.stderr).toContain('1 of them is void');
  expect((await at.openladder('export', 'all', '--no-void')).stdout).toBe(`${lines.slice(1).join('\n')}\n`);
});

test('an export into a file that cannot be written reports so', async () => {
  await at.openladder('import', 'there', await at.file('one.csv', ...season(1)), '--map', MAP, '--create', 'zonestats');
  for (const out of [at.path('nowhere/log.jsonl'), `${at.path('')}/.`, at.path('')]) {
    const run = await at.openladder('export', 'there', '--out', out);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^--out must be a file that can be written: /);
    expect(run.stderr).not.toContain('    at ');
  }
});

test('an export follows a link, and writes directly into a pipe or a device instead of replacing it', async () => {
  await at.openladder('import', 'piped', await at.file('p.csv', ...season(2)), '--map', MAP, '--create', 'zonestats');
  const { stdout: log } = await at.openladder('export', 'piped');
  const pipe = at.path('pipe');
  execFileSync('mkfifo', [pipe]);
  const piped = readFile(pipe, 'utf8');
  expect(await at.openladder('export', 'piped', '--out', pipe)).toMatchObject({ status: 0 });
  expect((await lstat(pipe)).isFIFO()).toBe(true);
  expect(await piped).toBe(log);

  const toStandardOutput = ['-c', '"$0" "$1" export piped --out /dev/stdout | cat', process.execPath, BINARY];
  const env = { ...process.env, OPENLADDER_DATABASE_URL: at.databaseUrl };
  expect(execFileSync('sh', toStandardOutput, { env, encoding: 'utf8' })).toBe(log);

  await symlink(await at.file('kept.jsonl', 'older'), at.path('link'));
  expect(await at.openladder('export', 'piped', '--out', at.path('link'))).toMatchObject({ status: 0 });
  expect((await lstat(at.path('link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(at.path('kept.jsonl'), 'utf8')).toBe(log);
});

test('an import without a mapping proposes one as the console does, and applies it on request', async () => {
  const rows = ['3.1.2026;"Ann; B";Ben;1-0', '13.1.2026;Ben;"Ann; B";½-½'];
  const file = await at.file('club.csv', 'Datum;Weiß;Schwarz;Ergebnis', ...rows);
  const own = ['import', 'club', file, '--create', 'elo'];
  const flags = [
    `--map 'date=Datum; side="Weiß"; side=Schwarz; role=white,black; score=Ergebnis; id=Datum+"Weiß"+Schwarz+#'`,
    `--date-format 'DD.MM.YYYY'`,
    `--delimiter ';'`,
  ];
  const asked = await at.openladder(...own);
  expect(asked).toMatchObject({ status: 2, stdout: '' });
  for (const flag of [...flags, 'Nothing was written. Add --yes']) expect(asked.stderr).toContain(flag);
  const looked = await at.openladder(...own, '--dry-run');
  expect([looked.status, looked.stdout]).toEqual([0, expect.stringContaining('Nothing was written: a dry run')]);
  expect(await at.sql(`SELECT slug FROM league_slug WHERE slug = 'club'`)).toEqual([]);

  const taken = await at.openladder(...own, '--yes');
  expect(taken).toMatchObject({ status: 0 });
  for (const flag of flags) expect(taken.stderr).toContain(flag);
  const log = await at.sql(`SELECT external_id, played_at, side_scores, side_roles FROM match
                            JOIN league ON league.id = league_id WHERE slug = 'club' ORDER BY sequence`);
  expect(log).toMatchObject([
    { external_id: '3.1.2026/Ann; B/Ben/1', side_scores: [1, 0], side_roles: ['white', 'black'] },
    { external_id: '13.1.2026/Ben/Ann; B/1', side_scores: [0.5, 0.5], played_at: new Date('2026-01-13') },
  ]);
  // What was printed is what was taken.
  const printed = flags.flatMap((flag) => /^(--\S+) '(.*)'$/.exec(flag)!.slice(1));
  expect((await at.openladder(...own, ...printed)).stdout).toMatch(/accepted +0\n +replayed +2 /);
});
