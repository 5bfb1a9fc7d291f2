import { defaultSettings, type Evaluation, type LossDifference } from '@openladder/rating';
import type { Baseline, ComparedSystem, SystemComparison } from '../compare/compare-rating-systems.js';
import { candidateText } from './compare-candidates.js';

const HEAD = ['', 'log loss', 'against now', 'Brier', 'accuracy', 'pairs', 'slope', 'rating system'];
/** The last column is text; the others are numbers, or the mark before them. */
const TEXT = HEAD.length - 1;
const MARK = '*';

type Named = Pick<ComparedSystem, 'rater' | 'settings'>;

/** A comparison for people: a table with the best first, and after it why others are not in it. */
export function comparisonReport({ league, matches, baselines, systems }: SystemComparison): string[] {
  const found = systems.filter(({ evaluation }) => evaluation).map(rowOf);
  // Where plain Elo was asked for, it has its line.
  const others = baselines.filter((baseline) => systems.every(({ evaluation }) => evaluation !== baseline.evaluation));
  const known = others.map(({ baseline, evaluation }) => row(BASELINES[baseline], evaluation));
  const rows = [HEAD, ...[...found, ...known].toSorted((a, b) => a.logLoss - b.logLoss).map(({ cells }) => cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const count = matches.toLocaleString('en');
  return [
    `${league.slug}: ${count} matches, each predicted from those before it; the best rating system first.`,
    '',
    ...rows.map((row) => row.map((cell, column) => cell.padStart(column === TEXT ? 0 : widths[column]!)).join('  ')),
    '',
    `${MARK} marks the rating system that ${league.slug} uses now.`,
    '"against now" is the difference to it, with the 95% interval. "pairs" is the share of decided pairs whose favourite was in front.',
    'A slope below 1 says that chances are too sure, above 1 that they are too timid.',
    ...systems.flatMap(warningOf),
    ...systems.flatMap(({ problem, ...system }) => (problem ? [`Not compared: ${reasonOf(system, problem)}.`] : [])),
  ];
}

/** The same for programs, in the order in which the rating systems were asked for. */
export function comparisonJson({ league, matches, baselines, systems }: SystemComparison): string {
  const listed = systems.map(({ rater, ...system }) => ({
    ratingSystem: rater.key,
    version: rater.version,
    ...system,
  }));
  const withoutDays = (name: string, value: unknown) => (name === 'daily' ? undefined : value);
  return JSON.stringify({ league: league.slug, matches, baselines, systems: listed }, withoutDays, 2);
}

const BASELINES: Readonly<Record<Baseline, string>> = {
  EVEN: '(always even)',
  BASE_RATES: '(base rates)',
  ELO: '(elo, as a yardstick)',
};

interface Row {
  readonly logLoss: number;
  readonly cells: readonly string[];
}

function rowOf({ evaluation, isPresent, difference, ...system }: ComparedSystem): Row {
  return row(nameOf(system), evaluation!, isPresent ? MARK : '', difference);
}

function row(name: string, evaluation: Evaluation, mark = '', difference: LossDifference | null = null): Row {
  const { logLoss, brier, accuracy, pairs, calibrationSlope } = evaluation;
  const cells = [
    mark,
    logLoss.toFixed(5),
    difference ? differenceText(difference) : '',
    brier.toFixed(5),
    percent(accuracy),
    pairs.order === null ? '' : percent(pairs.order),
    calibrationSlope === null ? '' : calibrationSlope.toFixed(2),
    name,
  ];
  return { logLoss, cells };
}

/** `-0.0034 ± 0.0012`. */
function differenceText({ difference, high }: LossDifference): string {
  const mean = `${difference < 0 ? '' : '+'}${difference.toFixed(4)}`;
  return high === null ? mean : `${mean} ± ${(high - difference).toFixed(4)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function warningOf({ worseThan, ...system }: ComparedSystem): string[] {
  if (!worseThan) return [];
  return [`Warning: ${nameOf(system)} is no better than guessing ${BASELINES[worseThan]}.`];
}

/** A problem may begin with the rating system that has it; its name with its settings is enough. */
function reasonOf(system: Named, problem: string): string {
  const { key } = system.rater;
  return problem.startsWith(`${key} `) ? nameOf(system) + problem.slice(key.length) : `${nameOf(system)}: ${problem}`;
}

/** As `--with` names it, without the settings that are at their defaults. */
function nameOf({ rater, settings }: Named): string {
  const defaults = defaultSettings(rater.settings);
  const chosen = Object.entries(settings).filter(([name, value]) => value !== defaults[name]);
  return candidateText(rater.key, Object.fromEntries(chosen));
}
