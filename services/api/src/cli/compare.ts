import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { COMMAND_LINE } from '../access/access.js';
import {
  compareRatingSystems,
  everyRatingSystem,
  type RequestedSystem,
  type SystemComparison,
} from '../compare/compare-rating-systems.js';
import { Refused } from '../kit/refusal.js';
import type { App } from '../start/app.js';
import { candidateText, parseCandidates, readCandidates } from './compare-candidates.js';
import { comparisonJson, comparisonReport } from './compare-report.js';
import { FAILED, failure } from './exit.js';
import { showProgress } from './progress.js';
import { withApp } from './with-app.js';

interface Options {
  readonly with?: readonly RequestedSystem[];
  readonly from?: readonly RequestedSystem[];
  readonly workers: number;
  readonly json?: true;
}

const MOST_WORKERS = 256;

export function addCompare(program: Command): void {
  program
    .command('compare')
    .description('compare how well rating systems, or settings, would have predicted the matches of a league')
    .argument('<league>', 'its slug')
    .option(
      '--with <system>',
      'a rating system, with settings that are not at their defaults, such as timed-glicko:deviationGrowth=4; several ' +
        'values are compared in every combination: timed-glicko:deviationGrowth=1..16:weighting=linear,none; may be repeated',
      (text: string, candidates: readonly RequestedSystem[] = []) => [...candidates, ...parseCandidates(text)],
    )
    .option('--from <file>', 'a JSON file of rating systems: [{"ratingSystem": …, "settings": …}]', readCandidates)
    .option('--workers <count>', 'rating systems evaluated at the same time', workerCount, availableParallelism())
    .option('--json', 'print JSON, in the order requested')
    .addHelpText(
      'after',
      '\nWithout --with or --from, all installed rating systems are compared with their default settings.',
    )
    .action((league: string, options: Options) => withApp((app) => run(app, league, options)));
}

async function run(app: App, league: string, { with: named = [], from = [], workers, json }: Options): Promise<void> {
  const given = [...named, ...from];
  const systems = given.length > 0 ? given : everyRatingSystem(app.raters);
  const comparison = await compared(app, league, systems, workers);
  if (json) console.log(comparisonJson(comparison));
  else for (const line of comparisonReport(comparison)) console.log(line);
  const isMissing = comparison.systems.some(({ evaluation, isPresent }) => !evaluation && !isPresent);
  if (given.length > 0 && isMissing) process.exitCode = FAILED;
}

async function compared(
  app: App,
  league: string,
  systems: readonly RequestedSystem[],
  workers: number,
): Promise<SystemComparison> {
  const progress = showProgress('Comparing', 1);
  try {
    return await compareRatingSystems(app, COMMAND_LINE, { league, systems }, { workers, onProgress: progress.update });
  } catch (error) {
    throw error instanceof Refused ? failure(explained(error, systems)) : error;
  } finally {
    progress.stop();
  }
}

/** The refused rating system and the reason. */
function explained({ refusals }: Refused, systems: readonly RequestedSystem[]): string {
  const lines = refusals.map(({ path, message }) => {
    const system = path[1] === 'systems' ? systems[Number(path[2])] : undefined;
    if (!system) return message;
    return `${candidateText(system.ratingSystem, Object(system.settings))}: ${message}`;
  });
  return lines.join('\n');
}

function workerCount(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST_WORKERS) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_WORKERS}.`);
}
