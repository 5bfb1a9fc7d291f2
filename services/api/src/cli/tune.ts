import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { COMMAND_LINE } from '../access/access.js';
import { keptTuning } from '../analysis/kept-comparison.js';
import { isSame, type RequestedSystem } from '../compare/compare-rating-systems.js';
import type { ScoredShares } from '../compare/scored-shares.js';
import {
  DEFAULT_SECONDS,
  MAX_EVALUATIONS,
  MAX_SECONDS,
  THOROUGH_EVALUATIONS,
  type Tuning,
  tuneRatingSystem,
} from '../compare/tune-rating-system.js';
import { pluralize } from '../kit/words.js';
import type { App } from '../start/app.js';
import { MAX_WORKERS, share } from './compare.js';
import { parseCandidates } from './compare-candidates.js';
import { comparisonJson, comparisonReport, differenceText, nameOf } from './compare-report.js';
import { countOption } from './options.js';
import { showProgress } from './progress.js';
import { withApp } from './with-app.js';

interface Options extends ScoredShares {
  readonly with?: RequestedSystem;
  readonly only?: readonly string[];
  readonly evaluations: number;
  readonly seconds: number;
  readonly workers: number;
  readonly json?: true;
}

export function addTune(program: Command): void {
  program
    .command('tune')
    .description('search for the settings with which a rating system would have predicted the matches of a league best')
    .argument('<league>', 'its slug')
    .option(
      '--with <system>',
      "the rating system, if it is not the league's, and the settings to begin with, such as elo:k=40",
      oneSystem,
    )
    .option('--only <settings>', 'settings that may change, such as k,newcomerK (default: all)', (text) =>
      text.split(','),
    )
    .option('--evaluations <count>', 'settings to try at most', countOption(MAX_EVALUATIONS), THOROUGH_EVALUATIONS)
    .option('--seconds <count>', 'time that the search may take', countOption(MAX_SECONDS), DEFAULT_SECONDS)
    .option(
      '--burn-in <share>',
      'share of the matches, at the beginning, that are rated but not scored (default: 20%)',
      share,
    )
    .option(
      '--held-out <share>',
      'share of the matches, at the end, held out to evaluate the result of the search (default: 40%)',
      share,
    )
    .option('--workers <count>', 'settings tried at the same time', countOption(MAX_WORKERS), availableParallelism())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nChanges nothing: it says how to use what it finds.')
    .action((league: string, options: Options) => withApp('tune', (app) => tuneLeague(app, league, options)));
}

async function tuneLeague(app: App, league: string, options: Options): Promise<void> {
  const { with: begun, workers, json, ...more } = options;
  const { update: onProgress, stop } = showProgress('Tuning', 1);
  const input = { league, ...begun, ...more };
  const tuning = await tuneRatingSystem(app, COMMAND_LINE, input, { workers, onProgress }).finally(stop);
  console.log(json ? comparisonJson(tuning.comparison, keptTuning(tuning)) : tuningReport(tuning).join('\n'));
}

function oneSystem(text: string): RequestedSystem {
  const [system, ...others] = parseCandidates(text);
  if (!system || others.length > 0)
    throw new InvalidArgumentError('It must be one rating system, with one value each.');
  return system;
}

const ALL_FITTED =
  'The chances of all systems are fitted to the matches before the held-out ones, as the search fits them.';

/** The result of a search for settings, for people: the comparison that measures it, and how to use it. */
function tuningReport(tuning: Tuning): string[] {
  const same =
    tuning.sameBy === null
      ? 'Some settings were stopped because they took too long, so another machine may find others.'
      : `With --evaluations ${tuning.sameBy} --seconds ${MAX_SECONDS}, any machine finds the same.`;
  const more = tuning.isTimeOver
    ? ['The time was over before all was tried that seemed worth it: --seconds allows more.', same]
    : [];
  return [...comparisonReport(tuning.comparison, true), ALL_FITTED, '', ...verdictOf(tuning), ...more];
}

function verdictOf({ rater, settings, isRecommended, evaluations, comparison }: Tuning): string[] {
  const { league, systems } = comparison;
  const row = systems.find((system) => isSame(system, { rater, settings }))!;
  const tried = `Of ${pluralize(evaluations, 'setting')} tried`;
  if (row.isPresent) return [`${tried}, none is better than the current settings of ${league.slug}.`];
  const found = `${tried}, ${nameOf({ rater, settings })} is the best before the held-out matches.`;
  const difference = row.heldOutDifference ? `: ${differenceText(row.heldOutDifference)}` : '';
  if (!isRecommended) {
    const isWorse = (row.heldOutDifference?.low ?? 0) > 0;
    const verdict = isWorse ? 'is worse' : 'is not certainly better';
    return [`${found} On these matches it ${verdict} than the current settings of ${league.slug}${difference}.`];
  }
  const input = { league: league.slug, ratingSystem: rater.key, settings, reason: 'tuned', dryRun: true };
  return [
    `${found} On these matches it is better than the current settings of ${league.slug}${difference}.`,
    'To preview its effect on the board, send configureRatingSystem with this input:',
    JSON.stringify({ input }),
  ];
}
