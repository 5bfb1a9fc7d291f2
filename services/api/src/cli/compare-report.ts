import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, type Estimate, greatestMiss, type LossDifference } from '@openladder/rating';
import type { KeptTuning, StoredComparison } from '../analysis/kept-comparison.js';
import { presetNameOf } from '../compare/compare-rating-systems.js';
import type { Baseline, ComparedBaseline, ComparedSystem, SystemComparison } from '../compare/comparison.js';
import { groupedBy } from '../kit/grouped-by.js';
import { pluralize } from '../kit/words.js';
import { candidateText } from './compare-candidates.js';

const HEAD = ['', 'log loss', 'against now', 'Brier', 'accuracy', 'pairs', 'slope', 'rating system'];
/** Column before the others if matches are held out: the table is sorted by it. */
const CHOSEN_BY = 'chosen by';
const MARK = '*';

type Named = Pick<ComparedSystem, 'rater' | 'settings'>;

/**
 * A comparison for people: a table with the best first, then the reasons why others are missing.
 * @param isFitted whether all chances are fitted already; the gain of a fit is then left out
 */
export function comparisonReport(comparison: SystemComparison, isFitted = false): string[] {
  const { league, heldOutMatches } = comparison;
  const groups = alike(comparison.systems);
  const systems = groups.map(([system]) => system);
  const rows = reportRows(comparison, groups);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const last = widths.length - 1;
  return [
    ...titleOf(comparison),
    '',
    ...rows.map((row) => row.map((cell, column) => cell.padStart(column === last ? 0 : widths[column]!)).join('  ')),
    '',
    `${MARK} marks the rating system that ${league.slug} uses now.`,
    legendOf(systems, heldOutMatches > 0),
    'A slope below 1 means that chances are overconfident, above 1 that they are underconfident.',
    ...(heldOutMatches > 0 && !isFitted ? systems.flatMap(fitLine) : []),
    ...systems.flatMap((system) => missLine(system, isFitted)),
    ...systems.flatMap(warningOf),
    ...reasons(comparison.systems),
  ];
}

function titleOf({ league, matches, burnInMatches, heldOutMatches }: SystemComparison): string[] {
  const are = burnInMatches === 1 ? 'match is' : `${burnInMatches.toLocaleString('en')} are`;
  const burnIn = burnInMatches > 0 ? ` The first ${are} not scored.` : '';
  const whole = `${league.slug}: ${pluralize(matches, 'match', 'matches')}, each predicted from earlier matches; the best rating system first.${burnIn}`;
  if (heldOutMatches === 0) return [whole];
  const [last, those] =
    heldOutMatches === 1
      ? ['match', 'that last match']
      : [`${heldOutMatches.toLocaleString('en')} matches`, 'those last matches'];
  return [
    whole,
    `Ordered by the log loss before the last ${last} ("${CHOSEN_BY}"); all other figures are of ${those}.`,
  ];
}

/** Explains the columns. An interval is measured by the days of the matches. */
function legendOf(systems: readonly ComparedSystem[], isHeldOut: boolean): string {
  const isOfOneDay = systems.some((system) => shownDifference(system, isHeldOut)?.high === null);
  const interval = isOfOneDay
    ? '; it has no 95% interval, because all scored matches are of one day'
    : ', with the 95% interval';
  return `"against now" is the difference to it${interval}. "pairs" is the share of decided pairs in which the favourite finished ahead.`;
}

function shownDifference({ difference, heldOutDifference }: ComparedSystem, isHeldOut: boolean): LossDifference | null {
  return isHeldOut ? heldOutDifference : difference;
}

type Group = readonly [ComparedSystem, ...ComparedSystem[]];

/** Groups settings that make no difference on the log; settings in use come first. */
function alike(systems: readonly ComparedSystem[]): readonly Group[] {
  const isAlike = (one: ComparedSystem, other: ComparedSystem) =>
    one.rater.key === other.rater.key &&
    isDeepStrictEqual([one.evaluation, one.heldOut], [other.evaluation, other.heldOut]);
  const groups: [ComparedSystem, ...ComparedSystem[]][] = [];
  for (const system of systems.filter(({ evaluation }) => evaluation)) {
    const group = groups.find(([first]) => isAlike(first, system));
    if (!group) groups.push([system]);
    else if (system.isPresent) group.unshift(system);
    else group.push(system);
  }
  return groups;
}

function reportRows({ heldOutMatches, baselines, systems }: SystemComparison, groups: readonly Group[]): string[][] {
  const isHeldOut = heldOutMatches > 0;
  const found = groups.map((group) => rowOf(group, isHeldOut));
  // If plain Elo was requested, it has its line.
  const others = baselines.filter((baseline) => systems.every(({ evaluation }) => evaluation !== baseline.evaluation));
  const known = others.map((baseline) => row(BASELINES[baseline.baseline], baseline));
  const sorted = [...found, ...known].toSorted((a, b) => a.logLoss - b.logLoss);
  const rows = [HEAD, ...sorted.map(({ cells }) => cells)];
  if (!isHeldOut) return rows;
  const chosenBy = [CHOSEN_BY, ...sorted.map(({ logLoss }) => logLoss.toFixed(5))];
  return rows.map((cells, index) => cells.toSpliced(1, 0, chosenBy[index]!));
}

/** The same for programs, in the order in which the rating systems were requested. */
export function comparisonJson(
  { league, sequence, revision }: SystemComparison,
  found: StoredComparison | KeptTuning,
): string {
  return JSON.stringify({ league: league.slug, sequence, revision, ...found }, null, 2);
}

const BASELINES: Readonly<Record<Baseline, string>> = {
  EVEN: '(always even)',
  BASE_RATES: '(base rates)',
  ELO: '(elo, as a yardstick)',
};

interface Row {
  /** The table is sorted by it. */
  readonly logLoss: number;
  readonly cells: string[];
}

function rowOf([system, ...same]: Group, isHeldOut: boolean): Row {
  const { evaluation, heldOut, isPresent } = system;
  const shown = shownDifference(system, isHeldOut);
  const also = same.length > 0 ? ` (the same: ${same.map(nameOf).join('; ')})` : '';
  const preset = presetNameOf(system);
  const name = nameOf(system) + (preset === null ? '' : `, preset "${preset}"`) + also;
  return row(name, { evaluation: evaluation!, heldOut }, isPresent ? MARK : '', shown);
}

function row(
  name: string,
  { evaluation, heldOut }: Pick<ComparedBaseline, 'evaluation' | 'heldOut'>,
  mark = '',
  difference: LossDifference | null = null,
): Row {
  const { logLoss, brier, accuracy, pairs, calibrationSlope } = heldOut ?? evaluation;
  const cells = [
    mark,
    logLoss.toFixed(5),
    difference ? differenceText(difference) : '',
    brier.toFixed(5),
    percentOf(accuracy),
    pairs.order === null ? '' : percentOf(pairs.order),
    calibrationSlope === null ? '' : calibrationSlope.toFixed(2),
    name,
  ];
  return { logLoss: evaluation.logLoss, cells };
}

/** The gain of a rating system from fitted chances. */
function fitLine({ fit, ...system }: ComparedSystem): string[] {
  if (!fit?.isRecommended) return [];
  const { slope, sideAdvantage, sideRole, favouriteAdvantage, slopeBySides, gain } = fit;
  const whose = sideRole ? `an advantage of the ${sideRole} side` : 'a side advantage';
  const side = sideAdvantage ? ` and ${whose} of ${estimateText(sideAdvantage)}` : '';
  const sentences = [
    `${nameOf(system)} would gain ${differenceText(gain)} by a slope of ${estimateText(slope)}${side}.`,
    favouriteAdvantage &&
      `In matches of more than two sides, favourites win ${favouriteAdvantage.value < 0 ? 'less' : 'more'} often than that predicts: ${estimateText(favouriteAdvantage)}.`,
    slopeBySides &&
      `In matches of more than two sides, the slope ${slopeBySides.value < 0 ? 'falls' : 'grows'} with their number: the exponent is ${estimateText(slopeBySides)}.`,
  ];
  return [sentences.filter(Boolean).join(' ')];
}

/** The worst miscalibration of a rating system, and whether a fit would correct it. */
function missLine({ evaluation, heldOut, fit, ...system }: ComparedSystem, isFitted: boolean): string[] {
  const miss = evaluation && greatestMiss((heldOut ?? evaluation).calibration);
  if (!miss) return [];
  const share = (chance: number) => `${Math.round(100 * chance)} %`;
  const sides = miss.count.toLocaleString('en');
  const said = `Warning: ${nameOf(system)} predicts ${share(miss.predicted)}; the actual share is ${share(miss.actual)} (${sides} sides).`;
  return [isFitted ? said : `${said}${helpOf(heldOut !== null, fit)}`];
}

function helpOf(isHeldOut: boolean, fit: ComparedSystem['fit']): string {
  if (!isHeldOut) return ' --held-out 40% shows whether fitted chances would correct it.';
  if (!fit?.isRecommended) return '';
  return greatestMiss(fit.evaluation.calibration)
    ? ' Fitted chances would correct a part of it.'
    : ' Fitted chances would correct it.';
}

/** `0.85 ± 0.04`. */
function estimateText({ value, high }: Estimate): string {
  return high === null ? value.toFixed(2) : `${value.toFixed(2)} ± ${(high - value).toFixed(2)}`;
}

/** `-0.0034 ± 0.0012`. */
export function differenceText({ difference, high }: LossDifference): string {
  const mean = `${difference < 0 ? '' : '+'}${difference.toFixed(4)}`;
  return high === null ? mean : `${mean} ± ${(high - difference).toFixed(4)}`;
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

function warningOf({ worseThan, ...system }: ComparedSystem): string[] {
  if (!worseThan) return [];
  return [`Warning: ${nameOf(system)} is no better than guessing ${BASELINES[worseThan]}.`];
}

/** Reasons why systems are not compared, grouped by rating system and reason. */
function reasons(systems: readonly ComparedSystem[]): string[] {
  const left = systems.filter(({ problem }) => problem);
  const groups = groupedBy(left, ({ rater, problem }) => `${rater.key} ${problem}`);
  return [...groups.values()].map(([first, ...same]) => {
    const also = same.length > 0 ? ` The same: ${same.map(nameOf).join('; ')}.` : '';
    return `Not compared: ${reportedReason(first!, first!.problem!)}.${also}`;
  });
}

/** A problem may begin with the name of its rating system, which the report prints anyway. */
function reportedReason(system: Named, problem: string): string {
  const { key } = system.rater;
  return problem.startsWith(`${key} `) ? nameOf(system) + problem.slice(key.length) : `${nameOf(system)}: ${problem}`;
}

/** Its name for `--with`, without settings that have their defaults. */
export function nameOf({ rater, settings }: Named): string {
  const defaults = defaultSettings(rater.settings);
  const chosen = Object.entries(settings).filter(([name, value]) => value !== defaults[name]);
  return candidateText(rater.key, Object.fromEntries(chosen));
}
