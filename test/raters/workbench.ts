import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSettings, type PlayerId, type Rater } from '@openladder/rating';
import { afterEach } from 'vitest';
import { closeRaters } from '../../services/api/dist/raters/apart.js';
import { loadRaters, type RaterCatalogue } from '../../services/api/dist/raters/raters.js';
import { States } from '../../services/api/dist/rating/cached-states.js';
import type { Tally } from '../../services/api/dist/rating/journal-line.js';
import { rateMatches } from '../../services/api/dist/rating/rate-batch.js';
import { newFolder } from '../support/folder.js';

/** A line of the log. */
interface Line {
  readonly message: string;
  readonly reason?: string;
  readonly text?: string;
  readonly charactersLeftOut?: number;
}

/** Loads modules of raters as the service does, for the tests of a file. */
export function workbench() {
  const folder = newFolder();
  const write = async (name: string, text: string) => {
    const path = join(await folder, `${name}.mjs`);
    await writeFile(path, text);
    return path;
  };
  const opened: RaterCatalogue[] = [];
  afterEach(() => {
    for (const raters of opened.splice(0)) closeRaters(raters.values());
  });
  return {
    write,
    load: async (text: string, key = 'own', limits: { timeout?: number; heap?: number } = {}) => {
      const path = await write(key, text);
      const lines: Line[] = [];
      const note = (fields: object, message: string) => void lines.push({ ...fields, message });
      const raters = await loadRaters([path], {
        log: { info: note, warn: note, error: note },
        // Longer than a sound rater needs for an answer on a busy machine.
        timeout: 15_000,
        ...limits,
      });
      opened.push(raters);
      return { rater: raters.get(key)!, path, lines };
    },
  };
}

export const NEW = { areNew: true, isShown: true };
export const OLD = { areNew: false, isShown: false };

const duel = (index: number, winner: number, loser: number) => ({
  playedAt: Date.UTC(2024, 0, 1) + index * 86_400_000,
  sequence: index + 1,
  sides: [winner, loser].map((player, side) => ({ placement: side + 1, participants: [{ player }] })),
});
export const MATCHES = [duel(0, 1, 2), duel(1, 2, 3), duel(2, 1, 3), duel(3, 3, 1), duel(4, 2, 1)];

export const systemOf = (rater: Rater) => ({
  rater,
  settings: defaultSettings<Record<string, never>>(rater.settings),
  shownThrough: null,
});

export async function rate(rater: Rater, matches = MATCHES, mode = NEW) {
  const [states, tallies] = [new States(), new Map<PlayerId, Tally>()];
  const results = await rateMatches(systemOf(rater), matches, states, tallies, mode);
  const failures = results.map((result) => (result.kind === 'failed' ? result.message : null));
  return { results, states, tallies, failures };
}
