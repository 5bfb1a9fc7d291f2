import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';

/** The data folder beside the checkout, which is no part of the repository. */
const DATA = process.env.OPENLADDER_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

export const FOOTBALL = join(DATA, 'football/results.csv');
export const ROBOTICS = join(DATA, 'robotics/matches_2019.csv');

/** How docs/import.md reads FOOTBALL. */
export const FOOTBALL_MAPPING =
  'date=date; side=home_team:home_score; side=away_team:away_score; id=date+home_team+away_team+#';

/**
 * Tests of real files. Where a file is missing, one skipped test stands in their place and says so on the console: a
 * checkout without the data folder passes, but nobody takes it for one that was tested with it.
 */
export function describeWithFiles(title: string, files: readonly string[], tests: () => void): void {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length === 0) {
    describe(title, tests);
    return;
  }
  const reason = `Missing: ${missing.join(', ')}. Set OPENLADDER_DATA to the folder of the data.`;
  test(`${title} (the data folder is not there)`, ({ skip }) => {
    console.warn(`NOT TESTED: ${title}. ${reason}`);
    skip(reason);
  });
}
