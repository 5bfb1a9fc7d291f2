import { open, realpath, rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { EntityManager } from 'typeorm';
import { COMMAND_LINE } from '../access/access.js';
import { statOrNull } from '../database/embedded/files.js';
import { pluralize } from '../kit/words.js';
import { type League, unknownLeague } from '../league/league.js';
import { findLeague } from '../league/league.repository.js';
import { creationOf } from '../league/league.service.js';
import { type ExportOptions, exportLog } from '../match-log/export-log.js';
import type { App } from '../start/app.js';
import { showProgress } from './progress.js';
import { failure } from './report.js';
import { withApp } from './with-app.js';

interface Options {
  readonly out?: string;
  readonly settings?: true;
  readonly void: boolean;
  readonly asRated?: boolean;
}

type Write = (out: NodeJS.WritableStream) => Promise<void>;

export function addExport(program: Command): void {
  program
    .command('export')
    .description('write the matches of a league as JSON Lines, in the order in which they are rated')
    .argument('<league>', 'its slug')
    .option('--out <file>', 'file to write; standard output if omitted')
    .option('--no-void', 'omit void matches')
    .option('--as-rated', 'write sides that did not finish as they are rated: as last or as guests')
    .option('--settings', 'write the settings of the league instead, for "openladder import --create"')
    .action((slug: string, { out, settings, void: withVoid, asRated = false }: Options) =>
      withApp('export', async (app) => {
        const league = await findLeague(app.database.manager, COMMAND_LINE, slug);
        if (!league) throw failure(unknownLeague(slug).message);
        const write: Write = (stream) =>
          settings
            ? send([`${JSON.stringify(creationOf(league))}\n`], stream)
            : writeLog(app, league, { withVoid, asRated }, stream);
        await (out === undefined ? toStandardOutput(write) : toFile(write, out));
      }),
    );
}

async function toStandardOutput(write: Write): Promise<void> {
  try {
    await write(process.stdout);
  } catch (error) {
    // The reader has ended, for example "| head".
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/**
 * The file gets its name when it is complete, so that half a log is never taken for a whole one. A device or a pipe is written to directly:
 * replacing it would break its other users, such as those of /dev/null.
 */
async function toFile(write: Write, out: string): Promise<void> {
  const refused = (error: Error) => {
    throw failure(`--out must be a file that can be written: ${error.message}`);
  };
  const there = await statOrNull(out).catch(refused);
  if (there?.isDirectory()) refused(new Error(`${out} is a folder`));
  const isStream = there !== null && !there.isFile();
  // An anonymous pipe, as /dev/stdout may be, has no path.
  const target = there?.isFile() ? await realpath(out).catch(refused) : out;
  const draft = isStream ? target : `${target}.partial`;
  const file = await open(draft, 'w').catch(refused);
  await write(file.createWriteStream());
  if (draft !== target) await rename(draft, target).catch(refused);
}

async function writeLog(app: App, league: League, options: ExportOptions, out: NodeJS.WritableStream): Promise<void> {
  const progress = showProgress('Exporting', league.matchCount, 'matches');
  const counts = { matches: 0, void: 0, otherRules: 0 };
  async function* lines(tx: EntityManager) {
    for await (const { match, isVoid, hasOtherRules } of exportLog(tx, league, options)) {
      counts.matches++;
      if (hasOtherRules) counts.otherRules++;
      if (isVoid) counts.void++;
      progress.update(counts.matches);
      yield `${JSON.stringify(match)}\n`;
    }
  }
  try {
    await app.database.transaction('REPEATABLE READ', (tx) => send(lines(tx), out));
  } finally {
    progress.stop();
  }
  console.error(`Exported ${pluralize(counts.matches, 'match', 'matches')} of ${league.slug}.`);
  if (counts.void > 0) {
    console.error(
      `${pluralize(counts.void, 'of them is', 'of them are')} void in this league, but an import would rate ${counts.void === 1 ? 'it' : 'them'}. Use --no-void to omit them.`,
    );
  }
  if (counts.otherRules > 0) {
    console.error(
      `${pluralize(counts.otherRules, 'of them keeps', 'of them keep')} statusRules that the league had before, but an import would rate ${counts.otherRules === 1 ? 'it' : 'them'} by those that it has now. Use --as-rated to export sides that did not finish as they are rated.`,
    );
  }
}

function send(lines: Iterable<string> | AsyncIterable<string>, out: NodeJS.WritableStream): Promise<void> {
  return pipeline(Readable.from(lines), out, { end: out !== process.stdout });
}
