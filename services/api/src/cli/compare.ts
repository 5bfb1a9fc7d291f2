import { availableParallelism } from 'node:os';
import type { Calibration } from '@openladder/rating';
import { type Command, InvalidArgumentError } from 'commander';
import { COMMAND_LINE } from '../access/access.js';
import { keptComparison } from '../analysis/kept-comparison.js';
import { compareRatingSystems, type RequestedSystem, requestedSystems } from '../compare/compare-rating-systems.js';
import type { SystemComparison } from '../compare/comparison.js';
import type { ScoredShares } from '../compare/scored-shares.js';
import { Refused } from '../kit/refusal.js';
import type { App } from '../start/app.js';
import { candidateText, parseCandidates, readCandidates } from './compare-candidates.js';
import { comparisonJson, comparisonReport, nameOf } from './compare-report.js';
import { countOption } from './options.js';
import { showProgress } from './progress.js';
import { FAILED, failure } from './report.js';
import { withApp } from './with-app.js';

interface Options extends ScoredShares {
  readonly with?: readonly RequestedSystem[];
  readonly from?: readonly RequestedSystem[];
  readonly workers: number;
  readonly json?: true;
  readonly presets?: true;
  readonly plot?: true;
}

export const MAX_WORKERS = 256;

export function addCompare(program: Command): void {
  program
    .command('compare')
    .description('compare how well rating systems, or settings, would have predicted the matches of a league')
    .argument('<league>', 'its slug')
    .option(
      '--with <system>',
      'a rating system, with any settings that differ from the defaults, such as timed-glicko:deviationGrowth=4; several ' +
        'values are compared in every combination: timed-glicko:deviationGrowth=1..16:weighting=linear,none; may be repeated',
      (text: string, candidates: readonly RequestedSystem[] = []) => [...candidates, ...parseCandidates(text)],
    )
    .option('--from <file>', 'a JSON file of rating systems: [{"ratingSystem": …, "settings": …}]', readCandidates)
    .option(
      '--workers <count>',
      'rating systems evaluated at the same time',
      countOption(MAX_WORKERS),
      availableParallelism(),
    )
    .option(
      '--burn-in <share>',
      'share of the matches, at the beginning, that are rated but not scored, such as 20%',
      share,
    )
    .option(
      '--held-out <share>',
      'share of the matches, at the end, held out to evaluate choices made on the rest, such as 40%',
      share,
    )
    .option('--presets', 'compare the presets of these rating systems as well')
    .option('--plot', 'also plot predicted against actual results')
    .option('--json', 'print JSON, in the order requested')
    .addHelpText(
      'after',
      '\nWithout --with or --from, all installed rating systems are compared with their default settings.',
    )
    .action((league: string, options: Options) => withApp('compare', (app) => run(app, league, options)));
}

async function run(
  app: App,
  league: string,
  { with: named = [], from = [], workers, burnIn, heldOut, json, plot, presets }: Options,
): Promise<void> {
  const given = [...named, ...from];
  const systems = requestedSystems(app.raters, given.length > 0 ? given : undefined, presets);
  const { update: onProgress, stop } = showProgress('Comparing', 1);
  const input = { league, systems, burnIn, heldOut };
  const comparison = await compareRatingSystems(app, COMMAND_LINE, input, { workers, onProgress })
    .catch((error) => {
      throw error instanceof Refused ? failure(explainedRefusal(error, systems)) : error;
    })
    .finally(stop);
  const lines = [...comparisonReport(comparison), ...(plot ? calibrationPlot(comparison) : [])];
  if (json) console.log(comparisonJson(comparison, keptComparison(comparison)));
  else for (const line of lines) console.log(line);
  const isMissing = comparison.systems.some(({ evaluation, isPresent }) => !evaluation && !isPresent);
  if (given.length > 0 && isMissing) process.exitCode = FAILED;
}

/** The refused rating system and the reason. */
function explainedRefusal({ refusals }: Refused, systems: readonly RequestedSystem[]): string {
  const lines = refusals.map(({ path, message }) => {
    const system = path[1] === 'systems' ? systems[Number(path[2])] : undefined;
    if (!system) return message;
    return `${candidateText(system.ratingSystem, Object(system.settings))}: ${message}`;
  });
  return lines.join('\n');
}

/** `20%` or `0.2`. */
export function share(text: string): number {
  const [, number, percent] = /^(\d{1,3}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = number === undefined ? Number.NaN : Number(number) / (percent ? 100 : 1);
  if (value >= 0 && value <= 0.9) return value;
  throw new InvalidArgumentError('It must be a share from 0% to 90%, such as 40% or 0.4.');
}

/** Columns from a chance of 0 to one of 1. */
const WIDTH = 50;
/** The 97.5% point of the normal distribution. */
const NORMAL = 1.96;

/**
 * Predicted chances compared with results, as lines for a terminal, for each tenth of the predicted chance. In a calibrated tenth, the
 * mark of the results is on the mark of the prediction or within the dashes: the 95% interval of chance alone.
 */
function calibrationPlot({ systems }: SystemComparison): string[] {
  const found = systems.filter(({ evaluation }) => evaluation);
  const ruler = `0%${'50%'.padStart(WIDTH / 2)}${'100%'.padStart(WIDTH / 2 - 1)}`;
  return [
    '',
    '| is the mean predicted chance, o what happened, # both; dashes are where chance alone puts it in 95 of 100 cases.',
    ...found.flatMap((system) => {
      const { calibration } = system.heldOut ?? system.evaluation!;
      return ['', nameOf(system), `predicted  happened  ${ruler}  sides`, ...calibration.map(plotLine)];
    }),
  ];
}

function plotLine({ predicted, actual, count }: Calibration): string {
  const margin = NORMAL * Math.sqrt((predicted * (1 - predicted)) / count);
  const cells = new Array<string>(WIDTH + 1).fill(' ');
  for (let at = reportColumn(predicted - margin); at <= reportColumn(predicted + margin); at++) cells[at] = '-';
  cells[reportColumn(predicted)] = '|';
  cells[reportColumn(actual)] = reportColumn(actual) === reportColumn(predicted) ? '#' : 'o';
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  return `${percent(predicted).padStart(9)}  ${percent(actual).padStart(8)}  ${cells.join('')}  ${count.toLocaleString('en')}`;
}

function reportColumn(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * WIDTH);
}
