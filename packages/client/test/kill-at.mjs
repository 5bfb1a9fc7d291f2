// Loaded before a program: kills it, like kill -9, at the change of a file whose number is in KILL_AT. A write in progress is
// half done.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT || Number.POSITIVE_INFINITY);
let changes = 0;

function change(halfway = () => {}) {
  changes++;
  if (changes < killAt) return;
  halfway();
  process.kill(process.pid, 'SIGKILL');
  // Until the signal arrives.
  for (;;);
}

const handle = await fs.promises.open(new URL(import.meta.url), 'r');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { appendFile } = prototype;
prototype.appendFile = function (bytes) {
  change(() => fs.writeSync(this.fd, bytes, 0, bytes.length >> 1));
  return appendFile.call(this, bytes);
};
for (const [owner, names] of [
  [prototype, ['truncate', 'datasync', 'sync']],
  [fs.promises, ['rename', 'unlink', 'writeFile']],
]) {
  for (const name of names) {
    const original = owner[name];
    owner[name] = function (...given) {
      change();
      return original.apply(this, given);
    };
  }
}
syncBuiltinESMExports();

/** The number of changes so far. */
export const countChanges = () => changes;
