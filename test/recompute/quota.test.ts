import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { configureRatingSystem } from '../../services/api/dist/correction/configure-rating-system.js';
import { voidMatch } from '../../services/api/dist/correction/correct-match.js';
import { findLeague } from '../../services/api/dist/league/league.repository.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { match, newPlatform, openLeague, type Platform, play } from '../verify/platform.js';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
});
afterAll(async () => {
  await platform.close();
  await platform.drop();
});

const leagueOf = async (slug: string) => (await findLeague(platform.app.database.manager, COMMAND_LINE, slug))!;

async function expectAllHolds(): Promise<void> {
  const { leagues, platform: others } = await verifyDatabase(platform.app);
  expect([...leagues.flatMap(({ problems }) => problems), ...others]).toEqual([]);
}

test('a league counts every line of its journal and every contribution, in whatever way it is rated', async () => {
  const { app } = platform;
  await openLeague(app, 'counted', 'zonestats');
  await play(app, 'counted', [match(1, 'ann beats ben'), match(2, 'ben beats cleo'), match(3, 'ann beats cleo')]);
  expect((await leagueOf('counted')).journalBytes).toBe(6 * (160 + 48));
  await play(app, 'counted', [match(0, 'ann beats dora')]);
  // Eight lines, and six that they replaced, of which no state comes back.
  expect((await leagueOf('counted')).journalBytes).toBe(8 * (160 + 48) + 6 * 160);
  await configureRatingSystem(app, COMMAND_LINE, {
    ...{ league: 'counted', ratingSystem: 'timed-glicko', settings: {}, reason: 'to try it', dryRun: false },
  });
  expect((await leagueOf('counted')).journalBytes).toBe(16 * (160 + 48) + 6 * 160);
  await expectAllHolds();
});

test('a league that has come to its quota rates no more, says so, and goes on when the quota is raised', async () => {
  const { app } = platform;
  await openLeague(app, 'full', 'zonestats');
  await play(app, 'full', [match(1, 'ann beats ben')]);
  const { id: leagueId, journalBytes } = await leagueOf('full');
  const limited = { ...app, leagueStorage: journalBytes };
  const message =
    'the journal of league full must be less than its quota of 0.000416 MB, but is 0.000416 MB; nothing more can be rated until the operator raises OPENLADDER_LEAGUE_STORAGE';

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
  await expectAllHolds();
});
