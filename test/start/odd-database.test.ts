import { onTestFinished, test } from 'vitest';
import { databaseOfTest } from '../support/database.js';
import { expectAllHolds, openPlatform } from '../support/platform.js';
import { onServer } from '../support/server.js';
import { buildLeagues } from '../support/small-leagues.js';

const ODD = [
  'extra_float_digits = -3',
  `DateStyle = 'German, DMY'`,
  `TimeZone = 'Asia/Kolkata'`,
  `bytea_output = 'escape'`,
];

test('a database that is set to write values otherwise keeps every bit', async () => {
  const { url } = await databaseOfTest();
  const [{ name }] = (await onServer(url, 'SELECT current_database() AS name')) as [{ name: string }];
  const set = (setting: string) => onServer(url, `ALTER DATABASE "${name}" ${setting}`);
  for (const setting of ODD) await set(`SET ${setting}`);
  await buildLeagues(undefined, () => openPlatform(url));
  await set('RESET ALL');
  const platform = await openPlatform(url);
  onTestFinished(platform.close);
  await expectAllHolds(platform.app);
});
