import { defaultSettings } from '@openladder/rating';
import type { ComparedSystem, SystemComparison } from '../compare/compare-rating-systems.js';
import { candidateText } from './compare-candidates.js';

const HEAD = ['', 'log loss', 'Brier', 'accuracy', 'rating system'];
/** The last column is text; the others are numbers, or the mark before them. */
const TEXT = HEAD.length - 1;
const MARK = '*';

type Named = Pick<ComparedSystem, 'rater' | 'settings'>;

/** A comparison for people: a table with the best first, and after it why others are not in it. */
export function comparisonReport({ league, matches, systems }: SystemComparison): string[] {
  const rows = [
    HEAD,
    ...systems
      .filter(({ evaluation }) => evaluation)
      .toSorted(byLogLoss)
      .map(cellsOf),
  ];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const count = matches.toLocaleString('en');
  return [
    `${league.slug}: ${count} matches, each predicted from those before it; the best rating system first.`,
    '',
    ...rows.map((row) => row.map((cell, column) => cell.padStart(column === TEXT ? 0 : widths[column]!)).join('  ')),
    '',
    `${MARK} marks the rating system that ${league.slug} uses now.`,
    ...systems.flatMap(({ problem, ...system }) => (problem ? [`Not compared: ${reasonOf(system, problem)}.`] : [])),
  ];
}

/** The same for programs, in the order in which the rating systems were asked for. */
export function comparisonJson({ league, matches, systems }: SystemComparison): string {
  const listed = systems.map(({ rater, ...system }) => ({
    ratingSystem: rater.key,
    version: rater.version,
    ...system,
  }));
  return JSON.stringify({ league: league.slug, matches, systems: listed }, null, 2);
}

function byLogLoss(a: ComparedSystem, b: ComparedSystem): number {
  return a.evaluation!.logLoss - b.evaluation!.logLoss;
}

function cellsOf({ evaluation, isPresent, ...system }: ComparedSystem): string[] {
  const { logLoss, brier, accuracy } = evaluation!;
  const numbers = [logLoss.toFixed(5), brier.toFixed(5), `${(100 * accuracy).toFixed(2)} %`];
  return [isPresent ? MARK : '', ...numbers, nameOf(system)];
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
