import { describe, expect, onTestFinished, test } from 'vitest';
import { type Access, COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { sumTokenUse, tokenUse } from '../../services/api/dist/league/quota.js';
import { packGenerations } from '../../services/api/dist/replay/pack-generations.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { createToken } from '../../services/api/dist/token/token.service.js';
import { configureRatingSystem, voidMatch } from '../support/changes.js';
import { failingLog } from '../support/log.js';
import {
  DAY,
  dayByDay,
  expectAllHolds,
  leagueNow,
  leagueWith,
  match,
  OPENING,
  openLeague,
  openPlatform,
  type Platform,
  play,
  usePlatform,
} from '../support/platform.js';

const platform = usePlatform();

const leagueOf = (slug: string) => leagueNow(platform.app, slug);

test('a league counts every line of its journal and every contribution, however it is rated', async () => {
  const { app } = platform;
  await leagueWith(app, 'counted', 'zonestats', dayByDay('ann beats ben', 'ben beats cleo', 'ann beats cleo'));
  expect((await leagueOf('counted')).journalBytes).toBe(6 * (160 + 48));
  await play(app, 'counted', [match(0, 'ann beats dora')]);
  // Eight lines, and six that they replaced, of which no state comes back.
  expect((await leagueOf('counted')).journalBytes).toBe(8 * (160 + 48) + 6 * 48);
  await configureRatingSystem(app, COMMAND_LINE, {
    ...{ league: 'counted', ratingSystem: 'timed-glicko', settings: {}, reason: 'to try it', dryRun: false },
  });
  // Eight more; the others keep their contributions until they are packed.
  const all = 8 * (160 + 48) + 8 * (48 + 48) + 6 * 48;
  expect((await leagueOf('counted')).journalBytes).toBe(all);
  await expectAllHolds(platform.app);
  await packGenerations(app, failingLog);
  expect((await leagueOf('counted')).journalBytes).toBe(all - 8 * 48);
  await expectAllHolds(platform.app);
});

test('a league at its quota stops rating with a reason, and continues when the quota is raised', async () => {
  const { app } = platform;
  await leagueWith(app, 'full', 'zonestats', [match(1, 'ann beats ben')]);
  const { id: leagueId, journalBytes } = await leagueOf('full');
  const limited = { ...app, leagueStorage: journalBytes };
  const message =
    'The journal of league full has reached its quota of 0.000416 MB (now 0.000416 MB). Nothing more can be rated until the operator raises OPENLADDER_LEAGUE_STORAGE.';

  const [known, stranger, late] = [match(2, 'ann beats ben'), match(3, 'ann beats zoe'), match(0, 'ann beats ben')];
  for (const one of [known, stranger, late]) {
    const [result] = await submitMatches(limited, COMMAND_LINE, 'full', [one]);
    expect(result).toMatchObject({ kind: 'rejected', refusal: { code: 'QUOTA_EXCEEDED', message } });
  }
  const replayed = await submitMatches(limited, COMMAND_LINE, 'full', [match(1, 'ann beats ben')]);
  expect(replayed).toMatchObject([{ kind: 'accepted', replayed: true }]);
  const voiding = {
    ...{ match: { leagueId, sequence: 1 }, expectedVersion: 1, reason: 'it was never played', dryRun: false },
  };
  await expect(voidMatch(limited, COMMAND_LINE, voiding)).rejects.toMatchObject({
    refusals: [{ code: 'QUOTA_EXCEEDED', message, path: ['input'] }],
  });
  const { effect } = await voidMatch(limited, COMMAND_LINE, { ...voiding, dryRun: true });
  expect(effect).not.toBeNull();

  const raised = { ...app, leagueStorage: journalBytes + 1 };
  const [accepted] = await submitMatches(raised, COMMAND_LINE, 'full', [known]);
  expect(accepted).toMatchObject({ kind: 'accepted', replayed: false });
  await expectAllHolds(platform.app);
});

describe('the work of late matches and corrections', () => {
  // One object, whatever it is at: what is asked of a league's queue may be done with what was given to it before.
  let app: Platform['app'];
  const at = (minute: number, quotas: object = {}) => {
    const clock = () => new Date(OPENING + 100 * DAY + minute * 60_000);
    app ??= { ...platform.app };
    return Object.assign(app, { leagueWork: null, tokenWork: null, tokenStorage: null }, quotas, { clock });
  };
  const accessOf = async (name: string) => {
    const { token } = await createToken(platform.app, COMMAND_LINE, {
      ...{ name, scopes: ['platform:admin'], leagues: [], expiresAt: null },
    });
    return { tokenId: token.id, actor: name, scopes: ['platform:admin'], leagueIds: [] } as unknown as Access;
  };
  const submitOne = async (
    app: Platform['app'],
    access: Access,
    slug: string,
    day: number,
    outcome = 'ann beats ben',
  ) => {
    const [result] = await submitMatches(app, access, slug, [match(day, outcome)]);
    return result?.kind === 'rejected' ? result.refusal : result!.kind;
  };
  const voidFirst = async (app: Platform['app'], access: Access, slug: string, dryRun = false) => {
    const { id: leagueId } = await leagueOf(slug);
    const correctable = { match: { leagueId, sequence: 1 }, expectedVersion: 1, reason: 'never played' };
    return voidMatch(app, access, { ...correctable, dryRun });
  };

  test('is limited for a league per hour, and the error names the time to continue', async () => {
    await openLeague(at(0), 'busy', 'zonestats');
    const bot = await accessOf('bot of busy');
    const limited = { leagueWork: 8 };
    for (const day of [20, 21]) await submitOne(at(0, limited), bot, 'busy', day);
    // Six lines, and then eight more.
    expect(await submitOne(at(1, limited), bot, 'busy', 10)).toBe('accepted');
    expect(await submitOne(at(2, limited), bot, 'busy', 9)).toBe('accepted');
    const message =
      'Re-rated lines of league busy have reached their hourly quota of 8 (now 14). Late matches and corrections are accepted again at 2020-04-10T01:00:00.000Z.';
    const refusal = {
      ...{ code: 'QUOTA_EXCEEDED', message, quota: 'LEAGUE_WORK', use: 14, limit: 8 },
      refillsAt: new Date('2020-04-10T01:00:00.000Z'),
    };
    expect(await submitOne(at(59, limited), bot, 'busy', 8)).toMatchObject({
      ...refusal,
      path: ['input', 'matches', '0'],
    });
    await expect(voidFirst(at(59, limited), bot, 'busy')).rejects.toMatchObject({
      refusals: [{ ...refusal, path: ['input'] }],
    });
    expect((await voidFirst(at(59, limited), bot, 'busy', true)).effect).not.toBeNull();
    expect(await submitOne(at(59, limited), bot, 'busy', 30), 'in its order').toBe('accepted');
    expect(await submitOne(at(60, limited), bot, 'busy', 8)).toBe('accepted');
    await expectAllHolds(platform.app);
  });

  test('with the time of a fast clock is counted in no other hour, and blocks no other day', async () => {
    const ahead = 1000 * 24 * 60;
    await openLeague(at(0), 'ahead', 'zonestats');
    const bot = await accessOf('bot of ahead');
    await play(at(0), 'ahead', [match(20, 'ann beats ben'), match(21, 'ann beats ben')]);
    expect(await submitOne(at(ahead), bot, 'ahead', 10)).toBe('accepted');
    expect(await submitOne(at(ahead), bot, 'ahead', 30)).toBe('accepted');
    await app.tokenGrowth.tell();
    expect(await submitOne(at(1, { leagueWork: 1, tokenWork: 1 }), bot, 'ahead', 9)).toBe('accepted');
    expect(await submitOne(at(1), bot, 'ahead', 31)).toBe('accepted');
    await app.tokenGrowth.tell();
    const [spent] = await platform.sql('SELECT bytes FROM token_growth ORDER BY token_id DESC LIMIT 1');
    expect(spent).toEqual({ bytes: 416 });
    expect(await submitOne(at(1, { tokenStorage: 416 }), bot, 'ahead', 32)).toMatchObject({ quota: 'TOKEN_STORAGE' });
    await expectAllHolds(platform.app);
  });

  test('is limited for a token in all leagues, and its storage per day', async () => {
    for (const slug of ['one', 'two']) {
      await leagueWith(at(0), slug, 'zonestats', [match(20, 'ann beats ben'), match(21, 'ann beats ben')]);
    }
    const [bot, other] = [await accessOf('bot'), await accessOf('other')];
    expect(await submitOne(at(1, { tokenWork: 6 }), bot, 'one', 10)).toBe('accepted');
    expect(await submitOne(at(1, { tokenWork: 6 }), bot, 'two', 10)).toMatchObject({
      ...{ code: 'QUOTA_EXCEEDED', quota: 'TOKEN_WORK', use: 6, limit: 6 },
    });
    expect(await submitOne(at(1, { tokenWork: 6 }), other, 'two', 10)).toBe('accepted');
    expect(await submitOne(at(1, { tokenWork: 6 }), COMMAND_LINE, 'two', 11), 'no token').toBe('accepted');
    // Six lines with a contribution each, less what is saved of the four that were replaced.
    const bytes = 6 * (160 + 48) - 4 * (160 + 48 - 48);
    expect(await submitOne(at(70, { tokenStorage: bytes }), bot, 'two', 9)).toMatchObject({
      ...{ code: 'QUOTA_EXCEEDED', quota: 'TOKEN_STORAGE', use: bytes, limit: bytes },
      refillsAt: new Date('2020-04-11T00:00:00.000Z'),
    });
    expect(await submitOne(at(70, { tokenStorage: bytes + 1 }), bot, 'two', 9)).toBe('accepted');
    await expectAllHolds(platform.app);
  });

  test('counts as storage of a token in the order of its matches, in all leagues and processes', async () => {
    for (const slug of ['first', 'second']) await openLeague(at(0), slug, 'zonestats');
    const [bot, other] = [await accessOf('bot in order'), await accessOf('other in order')];
    const line = 160 + 48;
    expect(await submitOne(at(200), bot, 'first', 10, 'ann beats newcomer')).toBe('accepted');
    expect(await submitOne(at(200), bot, 'second', 10)).toBe('accepted');
    expect(await submitOne(at(200), other, 'second', 11)).toBe('accepted');
    const message =
      'Journals grown by your token have reached its daily quota of 0.000832 MB (now 0.000832 MB). Matches and corrections are accepted again at 2020-04-11T00:00:00.000Z.';
    const refusal = { code: 'QUOTA_EXCEEDED', quota: 'TOKEN_STORAGE', use: 4 * line, limit: 4 * line, message };
    const limited = { tokenStorage: 4 * line };
    // One without a newcomer and one with; and a late one.
    for (const [day, outcome] of [
      [12, 'ann beats ben'],
      [12, 'ann beats stranger'],
      [9, 'ann beats ben'],
    ] as const) {
      expect(await submitOne(at(201, limited), bot, 'second', day, outcome)).toMatchObject(refusal);
    }
    expect(await submitOne(at(201, limited), other, 'second', 12)).toBe('accepted');
    const [again] = await submitMatches(at(201, limited), bot, 'second', [match(10, 'ann beats ben')]);
    expect(again).toMatchObject({ kind: 'accepted', replayed: true });

    const replica = await openPlatform(platform.url);
    onTestFinished(replica.close);
    const elsewhere = { ...replica.app, ...limited, clock: at(201).clock };
    await platform.app.tokenGrowth.tell();
    // It has not heard of the token yet, and does after a second.
    expect(await submitOne(elsewhere, bot, 'second', 13)).toBe('accepted');
    await elsewhere.tokenGrowth.tell();
    expect(await submitOne(elsewhere, bot, 'second', 14)).toMatchObject({
      ...refusal,
      use: 6 * line,
      message: expect.any(String),
    });
    const { storage } = await tokenUse(elsewhere, bot.tokenId!, (since) =>
      sumTokenUse(elsewhere.database, bot.tokenId!, since),
    );
    expect(storage).toMatchObject({ use: 6 * line, limit: 4 * line });
    expect(await submitOne(at(201 + 1_440, limited), bot, 'second', 15), 'the next day').toBe('accepted');
    await expectAllHolds(platform.app);
  });
});
