import { defaultSettings, type Formats, type Json, type Rater, RaterFault } from '@openladder/rating';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { Unavailable } from '../kit/unavailable.js';
import { orElse } from './apart.js';
import type { LeagueChances } from './league-chances.js';
import type { RaterCatalogue } from './raters.js';

/** Settings of a rating system: a value for each property of the rater's schema. */
export type SettingValues = Readonly<Record<string, Json>>;

/** The part of a league that decides how it is rated. */
interface RatedLeague {
  readonly slug: string;
  /** Key of the rater. */
  readonly rater: string;
  /** The version that derived its board. */
  readonly raterVersion: string;
  readonly settings: SettingValues;
  readonly refreshedThrough: Date;
  readonly chanceFit?: LeagueChances | null;
  readonly minMatches?: number;
  readonly activeWithin?: number | null;
}

/** A rater with settings that it accepts. */
export interface RaterChoice {
  readonly rater: Rater;
  readonly settings: SettingValues;
}

/** A rater as a league uses it. */
export interface RatingSystem extends RaterChoice {
  /** The board shows states grown by `idle` up to this midnight; null: as stored. */
  readonly shownThrough: Date | null;
  /** The conditions for a rank; null or omitted: every player whom the rater ranks has one. */
  readonly boardRule?: BoardRule | null;
  /** The league's fit of the chances; null or omitted if it has none. */
  readonly chanceFit?: LeagueChances | null;
}

/** A league uses a rater that is not installed; the operator must install it again. */
export class RaterMissing extends Refused {
  constructor({ slug, rater }: Pick<RatedLeague, 'slug' | 'rater'>) {
    super(refuse('RATER_MISSING', [], { league: slug, ratingSystem: rater }));
  }
}

/** Seconds; most logs are rated again in less. */
const RETRY_AFTER = 5;

/** The installed version of the league's rater is not the one that derived its board, so its states cannot be used. */
export class DerivedByOtherVersion extends Unavailable {
  override readonly name = 'DerivedByOtherVersion';

  constructor({ slug, rater, raterVersion }: RatedLeague, installed: string) {
    const versions = `${rater} ${raterVersion} derived its board, and ${rater} ${installed} is installed here`;
    const message = `league ${slug} must be recomputed: ${versions}. Try again in a moment; League.recomputes shows the progress.`;
    super(message, { retryAfter: RETRY_AFTER });
  }
}

/**
 * The rating system of a league, which continues from the states of its board.
 * @throws RaterMissing
 * @throws DerivedByOtherVersion
 */
export function ratingSystemOf(raters: RaterCatalogue, league: RatedLeague): RatingSystem {
  const system = installedSystemOf(raters, league);
  if (isOtherVersion(league, system)) throw new DerivedByOtherVersion(league, system.rater.version);
  return system;
}

/**
 * The rating system of a league with the installed version of its rater, for work that does not use its states: checks,
 * and replays of the whole log.
 * @throws RaterMissing
 */
export function installedSystemOf(raters: RaterCatalogue, league: Omit<RatedLeague, 'raterVersion'>): RatingSystem {
  const rater = raters.get(league.rater);
  if (!rater) throw new RaterMissing(league);
  const { refreshedThrough: shownThrough, chanceFit = null } = league;
  const settings = completeSettings(rater, league.settings);
  return { rater, settings, shownThrough, boardRule: boardRuleOf(league), chanceFit };
}

/** The settings with defaults for omitted ones, such as settings that a later version of the rater has added. */
export function completeSettings(rater: Rater, given: object): SettingValues {
  return { ...defaultSettings<SettingValues>(rater.settings), ...given };
}

/** Whether another version of the league's own rater derived its board. */
export function isOtherVersion(
  { rater, raterVersion }: Pick<RatedLeague, 'rater' | 'raterVersion'>,
  system: Pick<RaterChoice, 'rater'>,
): boolean {
  return rater === system.rater.key && raterVersion !== system.rater.version;
}

const ajv = new Ajv2020({ allErrors: true, strictNumbers: true, verbose: true });

/** How many offending settings one refusal lists. */
const MAX_PROBLEMS = 20;

/**
 * Validates a choice of rater and settings; omitted settings have their defaults.
 * @param path place of the settings in the input
 * @throws Refused with every offending setting
 */
export function chooseRatingSystem(
  raters: RaterCatalogue,
  key: string,
  given: unknown,
  path: { readonly key: readonly string[]; readonly settings: readonly string[] },
): RaterChoice {
  const rater = raters.get(key);
  if (!rater) {
    throw new Refused(refuse('RATING_SYSTEM', path.key, { values: [...raters.keys()], value: shown(key) }));
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refused(refuse('SETTINGS_OBJECT', path.settings, { value: shown(given) }));
  }
  const settings = completeSettings(rater, given);
  const problems = [...schemaProblems(rater, settings, path.settings)];
  if (problems.length === 0) {
    for (const { setting, rule } of rater.checkSettings?.(settings) ?? []) {
      problems.push(refuse('SETTING_OF_RATER', [...path.settings, setting], { setting, problem: rule }));
    }
  }
  refuseAny(...problems);
  // In their stored form: JSON has no -0, and the log must be rated as it will be when they are read again.
  return { rater, settings: JSON.parse(JSON.stringify(settings)) };
}

function schemaProblems(rater: Rater, settings: SettingValues, path: readonly string[]): Refusal[] {
  const validate = ajv.compile(rater.settings);
  if (validate(settings)) return [];
  return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map((error) => {
    const isUnknown = error.keyword === 'additionalProperties';
    const setting = isUnknown ? String(error.params.additionalProperty) : (error.instancePath.split('/')[1] ?? '');
    return explainSetting(error, rater, [...path, setting], { setting, value: shown(settings[setting]) });
  });
}

/** @param given the setting that breaks the schema, and its value as shown */
function explainSetting(
  { keyword, params, message }: ErrorObject,
  { key, settings }: Rater,
  path: readonly string[],
  given: { readonly setting: string; readonly value: string },
): Refusal {
  switch (keyword) {
    case 'additionalProperties':
      return refuse('SETTING_UNKNOWN', path, { ...given, ratingSystem: key, known: Object.keys(settings.properties) });
    case 'enum':
      return refuse('SETTING_ONE_OF', path, { ...given, values: params.allowedValues.map(String) });
    case 'type':
      return refuse('SETTING_TYPE', path, { ...given, type: String(params.type) });
    case 'exclusiveMinimum':
      return refuse('SETTING_ABOVE', path, { ...given, limit: params.limit });
    case 'minimum':
      return refuse('SETTING_MIN', path, { ...given, min: params.limit });
    case 'exclusiveMaximum':
      return refuse('SETTING_BELOW', path, { ...given, limit: params.limit });
    case 'maximum':
      return refuse('SETTING_MAX', path, { ...given, max: params.limit });
    default:
      return refuse('SETTING_SCHEMA', path, { ...given, problem: message ?? 'breaks its schema' });
  }
}

/** Which players have a rank on a league's board, in addition to the rater's conditions. */
export interface BoardRule {
  /** Rated matches that a player must have. */
  readonly minMatches: number;
  /** Days before the newest midnight within which they must have played; null: no limit. */
  readonly activeWithin: number | null;
}

const DAY = 86_400_000;

/** Players are active if they have played after this time, in milliseconds since 1970; null without a limit. @param through the board's midnight */
export function activeSince({ activeWithin }: BoardRule, through: Date): number | null {
  return activeWithin === null ? null : through.getTime() - activeWithin * DAY;
}

/** Whether a rule denies a player a rank. @param player with their rated matches, and the time of the newest */
export function isUnlisted(
  rule: BoardRule | null | undefined,
  through: Date | null,
  { matchesPlayed, lastPlayedAt }: { readonly matchesPlayed: number; readonly lastPlayedAt: number | null },
): boolean {
  if (!rule) return false;
  if (matchesPlayed < rule.minMatches) return true;
  const since = through && activeSince(rule, through);
  return since !== null && lastPlayedAt !== null && lastPlayedAt < since;
}

/**
 * Rated matches that a player needs for a rank, by the rule and by the rater: 1 or more. A player with this many may still have
 * none.
 * @param standIn called if the rater cannot tell now: leagues must always be readable
 */
export function matchesForRank(
  rater: Rater | undefined,
  settings: unknown,
  { minMatches }: Pick<BoardRule, 'minMatches'>,
  standIn: () => void = () => undefined,
): number {
  if (!rater?.matchesForRank) return Math.max(1, minMatches);
  const ownMinimum = orElse(
    () => rater.matchesForRank!(settings),
    () => {
      standIn();
      return 1;
    },
  );
  return Math.max(1, minMatches, ownMinimum);
}

/** The rule of a league; null if every player whom the rater ranks has a rank. */
export function boardRuleOf({ minMatches = 0, activeWithin = null }: Partial<BoardRule>): BoardRule | null {
  return minMatches > 1 || activeWithin !== null ? { minMatches, activeWithin } : null;
}

/** Players on each side. */
interface Shape {
  readonly sides: readonly { readonly participants: { readonly length: number } }[];
}

/**
 * Whether the league's rating system can rate a match of this shape. If another value of one setting would allow it, the refusal names
 * that.
 */
export function checkFormat(
  rater: Rater,
  settings: SettingValues,
  match: Shape,
  path: readonly (string | number)[],
): Refusal | undefined {
  const problem = problemOf(rater.formats(settings), match);
  if (!problem) return undefined;
  const at = [...path, ...problem.path];
  const { field, min, max, count } = problem;
  const values = { field, ratingSystem: rater.key, count };
  for (const { setting, formats } of otherFormats({ rater, settings })) {
    if (problemOf(formats, match)) continue;
    if (max === null) return refuse('FORMAT_MIN_WITHOUT', at, { ...values, min, setting });
    if (min === max) return refuse('FORMAT_EXACT_WITHOUT', at, { ...values, exactly: min, setting });
    return refuse('FORMAT_RANGE_WITHOUT', at, { ...values, min, max, setting });
  }
  if (max === null) return refuse('FORMAT_MIN', at, { ...values, min });
  if (min === max) return refuse('FORMAT_EXACT', at, { ...values, exactly: min });
  return refuse('FORMAT_RANGE', at, { ...values, min, max });
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly field: string;
  readonly min: number;
  /** Null: no limit. */
  readonly max: number | null;
  readonly count: number;
}

function problemOf(
  { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide }: Formats,
  match: Shape,
): Problem | undefined {
  const sides = match.sides.length;
  if (sides < minSides || sides > (maxSides ?? sides)) {
    return { path: ['sides'], field: 'sides', min: minSides, max: maxSides, count: sides };
  }
  for (const [index, { participants }] of match.sides.entries()) {
    const count = participants.length;
    if (count >= minPlayersPerSide && count <= (maxPlayersPerSide ?? count)) continue;
    const path = ['sides', index, 'participants'];
    return { path, field: 'participants', min: minPlayersPerSide, max: maxPlayersPerSide, count };
  }
  return undefined;
}

interface OtherFormats {
  /** The setting and its value, for people. */
  readonly setting: string;
  readonly settings: SettingValues;
  readonly formats: Formats;
}

/** The formats of a rating system with another value of one setting, for each setting with a list of values. */
export function* otherFormats({ rater, settings }: RaterChoice): Generator<OtherFormats> {
  for (const [name, schema] of Object.entries(rater.settings.properties)) {
    for (const value of schema.enum ?? (schema.type === 'boolean' ? [false, true] : [])) {
      const formats = value === settings[name] ? undefined : formatsWith(rater, { ...settings, [name]: value });
      if (formats) yield { setting: `${name}: ${value}`, settings: { [name]: value }, formats };
    }
  }
}

/** Undefined if the settings contradict each other, or a third party's rater fails with them. */
function formatsWith(rater: Rater, settings: SettingValues): Formats | undefined {
  try {
    return (rater.checkSettings?.(settings) ?? []).length > 0 ? undefined : rater.formats(settings);
  } catch (error) {
    if (error instanceof RaterFault) return undefined;
    throw error;
  }
}
