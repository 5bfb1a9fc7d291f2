import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runBots } from './bots.js';
import { type Fault, pause } from './fault.js';
import { openStageIn } from './stage.js';

const run = promisify(execFile);
/** A cluster takes some 80 MB when it is new. */
const SIZE = '300m';

/** The disk of the database fills up under load, and is emptied again. */
export const fullDisk: Fault = {
  name: 'the disk fills up',
  rounds: { short: 1, long: 20 },
  prepare: async () => {
    const disk = await mkdtemp(join(tmpdir(), 'openladder-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', disk]);
    const { cluster, replicas, openLeague, clear } = await openStageIn(disk, 2);
    return {
      round: async (random) => {
        const ledger = await openLeague(random);
        const bots = runBots([ledger], random, replicas.any, { submissions: 12 });
        await pause(random.integer(10, 200));
        const filler = join(disk, 'filler');
        await fill(disk, filler);
        await pause(random.integer(500, 2000));
        await rm(filler);
        await bots;
        await ledger.prove(cluster.url);
      },
      clear: async () => {
        await clear();
        await unmount(disk);
        await rm(disk, { recursive: true });
      },
    };
  },
};

/** A process that was just stopped may not have released its files yet. */
async function unmount(disk: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run('umount', [disk]);
      return;
    } catch (error) {
      if (tries === 1_200) throw error;
      await pause(100);
    }
  }
}

/** Whether a small file system can be made here, which only root may do, and not everywhere. */
export async function canMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'openladder-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    await run('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function fill(disk: string, filler: string): Promise<void> {
  const file = await open(filler, 'w');
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk);
      if (bavail === 0) return;
      await file.write(Buffer.alloc(Math.min(bavail * bsize, 1 << 20)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
