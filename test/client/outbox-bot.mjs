// A bot that adds five matches to an outbox, from the number given, and says which are promised. kill-at.mjs may kill it.
import { writeSync } from 'node:fs';
import '../../packages/client/test/kill-at.mjs';

const { createClient, duel } = await import('@openladder/client');
const { openOutbox } = await import('@openladder/client/outbox');
const [url, token, path, from] = process.argv.slice(2);
const league = createClient({ url, token }).league('europe');
const outbox = await openOutbox(league, path, {
  onResult: ({ externalId }, { ok }) => {
    writeSync(1, `${ok ? 'rated' : 'refused'} ${externalId}\n`);
  },
});
for (let n = Number(from); n < Number(from) + 5; n++) {
  await outbox.add({
    externalId: `g-${n}`,
    playedAt: new Date(Date.UTC(2020, 0, 1, 0, 0, n)),
    sides: duel('ann', 'ben'),
  });
  writeSync(1, `added g-${n}\n`);
}
await outbox.drained();
await outbox.close();
