// Writes a journal, and prints each finished step on standard output: "added 7", "settled 7".
import { writeSync } from 'node:fs';
import { countChanges } from './kill-at.mjs';

const { openJournal } = await import('../dist/outbox/journal.js');
const journal = await openJournal(process.argv[2]);
const say = (text) => writeSync(1, `${text}\n`);
const GROUP = 400;

for (let group = 0; group < 4; group++) {
  const ids = Array.from({ length: GROUP }, (_, n) => group * GROUP + n);
  await journal.add(ids.map((id) => ({ externalId: `${id}`, playedAt: '2026-11-20T12:00:00Z', sides: [] })));
  say(ids.map((id) => `added ${id}`).join('\n'));
  const settled = [...journal.waiting].slice(0, GROUP - 10);
  // Printed first: settled matches need not wait, however much of this was written.
  say(settled.map(([, match]) => `settled ${match.externalId}`).join('\n'));
  await journal.settle(settled.map(([n]) => n));
}
await journal.close();
say(`changes ${countChanges()}`);
