// Reports the results that it reads, one per line: see line.js. Replace the reading by your own source of results.
import { createInterface } from 'node:readline';
import { createClient } from '@openladder/client';
import { matchOf } from './line.js';
import { openReports } from './reports.js';
import { giveUp, readEnvironment } from './start.js';

const reports = await open().catch(giveUp);
const lines = createInterface({ input: process.stdin });
let isInterrupted = false;
process.once('SIGINT', () => {
  isInterrupted = true;
  lines.close();
});

for await (const line of lines) {
  const match = matchOf(line);
  if (match) {
    const { result } = await reports.add(match);
    result.then(({ ok, replayed }) => ok && console.log(match.externalId, replayed ? 'was there' : 'counts'));
  } else if (line.trim()) console.error(`This line is no result: ${line}`);
}
// Unreported results stay in the file for the next run if somebody stops the bot.
if (!isInterrupted) await reports.drained().catch((error) => console.error(error.message));
await reports.close();

async function open() {
  const { LADDER_URL, LADDER_TOKEN, LADDER_LEAGUE } = readEnvironment('LADDER_URL', 'LADDER_TOKEN', 'LADDER_LEAGUE');
  return openReports(createClient({ url: LADDER_URL, token: LADDER_TOKEN }).league(LADDER_LEAGUE), 'results.ndjson');
}
