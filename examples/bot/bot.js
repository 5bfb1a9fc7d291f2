// Reports the results that it reads, a line each: see line.js. Put in its place whatever tells you of results.
import { createInterface } from 'node:readline';
import { createClient } from '@openladder/client';
import { matchOf } from './line.js';
import { openReports } from './reports.js';

const { LADDER_URL, LADDER_TOKEN, LADDER_LEAGUE } = process.env;
const league = createClient({ url: LADDER_URL, token: LADDER_TOKEN }).league(LADDER_LEAGUE);
const reports = await openReports(league, 'results.ndjson');
process.once('SIGINT', reports.close);

for await (const line of createInterface({ input: process.stdin })) {
  const match = matchOf(line);
  if (match) {
    const { result } = await reports.add(match);
    result.then(({ ok, replayed }) => ok && console.log(match.externalId, replayed ? 'was there' : 'counts'));
  } else if (line.trim()) console.error(`This line is no result: ${line}`);
}
await reports.drained().catch((error) => console.error(error.message));
await reports.close();
