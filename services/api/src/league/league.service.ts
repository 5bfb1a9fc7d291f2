import { type Json, QUEUE_BAND, QUEUE_WAIT_SECONDS } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canAdminister, requirePlatformAdmin } from '../access/access.js';
import { type IdempotentRequest, settleOnce } from '../access/idempotency.js';
import { insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { checkLine, checkReadable, type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { isNamedZone } from '../kit/wall-time.js';
import { leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import type { NeedsRaters } from '../raters/raters.js';
import { chooseRatingSystem, type RaterChoice } from '../raters/rating-system.js';
import { type League, refuseArchived, unknownLeague } from './league.js';
import {
  findLeague,
  getLeague,
  insertLeague,
  insertRevision,
  isTimeZone,
  type LeagueChange,
  lockLeague,
  storeLeague,
} from './league.repository.js';
import { readPicture, storePicture } from './league-picture.js';
import { updateRankingDue, updateRefreshDue } from './nights.repository.js';
import { lockShowing, publishLeague } from './public-players.repository.js';
import { findSlugOwner, lockSlugs, updateFormerSlugs } from './slug.repository.js';
import { asGiven, type GivenStatusRules, withGivenRules } from './status-rules.js';

export type CreateLeagueNeeds = NeedsDatabase & NeedsClock & NeedsRaters;
export type UpdateLeagueNeeds = NeedsDatabase & NeedsClock & NeedsWakeUps;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 2000;
/** Degrees of a circle, from 0. */
const MAX_HUE = 359;
/** The greatest distance of a chance from 1/2. */
const MAX_QUEUE_BAND = 0.5;
const MAX_MIN_MATCHES = 1000;
/** Places with points, and points of one. */
const MAX_PLACES = 100;
const MAX_POINTS = 10_000;
/** A hundred years, in days. */
const MAX_ACTIVE_WITHIN = 36_500;
/** A day, in seconds. */
const MAX_QUEUE_WAIT = 86_400;

type StoredDetails = Omit<
  LeagueChange,
  'slug' | 'isOpenEntry' | 'statusRules' | 'picture' | 'archivedAt' | 'deletedAt'
>;

/**
 * Properties of a league besides its rating system. Omitted ones do not change, or get their defaults; null removes a limit, and the
 * colour.
 */
export type LeagueDetails = { readonly [Name in keyof StoredDetails]?: StoredDetails[Name] | null } & {
  readonly openEntry?: boolean | null;
  /** Omitted ones do not change. */
  readonly statusRules?: GivenStatusRules | null;
};

export interface UpdateLeague extends LeagueDetails {
  readonly slug?: string | null;
  /** A file in Base64; null removes it. */
  readonly picture?: string | null;
}

export interface CreateLeague extends LeagueDetails {
  readonly slug: string;
  readonly name: string;
  readonly ratingSystem: string;
  readonly settings?: unknown;
}

/**
 * Creates a league.
 * @throws Refused if the slug is taken, a text or time is invalid, or the settings do not match their schema
 * @throws AccessDenied
 */
export async function createLeague(
  needs: CreateLeagueNeeds,
  access: Access,
  input: CreateLeague,
  once: IdempotentRequest | null = null,
): Promise<League> {
  requirePlatformAdmin(access, 'create leagues');
  const now = needs.clock();
  const recall = ({ league }: { league: number }) => getLeague(needs.database.manager, league);
  let system: RaterChoice;
  const check = async () => {
    refuseAny(checkSlug(input.slug), ...checkDetails(input), await checkTimeZone(needs, input));
    const path = { key: ['input', 'ratingSystem'], settings: ['input', 'settings'] };
    system = chooseRatingSystem(needs.raters, input.ratingSystem, input.settings ?? {}, path);
  };
  const keep = ({ id }: League) => ({ league: id });
  return settleOnce(needs.database, null, { once, now, recall, check, keep }, async (tx) => {
    await lockSlugs(tx);
    if ((await findSlugOwner(tx, input.slug)) !== null) throw takenSlug(input.slug);
    const league = await insertLeague(tx, {
      slug: input.slug,
      name: input.name,
      description: input.description ?? '',
      hue: input.hue ?? null,
      visibility: input.visibility ?? 'PUBLIC',
      isOpenEntry: input.openEntry ?? true,
      lateMatches: input.lateMatches ?? 'REPLAY',
      opensAt: input.opensAt ?? null,
      timeZone: input.timeZone ?? 'UTC',
      queueBand: input.queueBand ?? QUEUE_BAND,
      queueWait: input.queueWait ?? QUEUE_WAIT_SECONDS,
      minMatches: input.minMatches ?? 0,
      activeWithin: input.activeWithin ?? null,
      statusRules: input.statusRules ? withGivenRules(null, input.statusRules) : null,
      placePoints: input.placePoints?.length ? input.placePoints : null,
      rater: system.rater.key,
      raterVersion: system.rater.version,
      settings: system.settings,
      appliedAt: now,
      createdAt: now,
    });
    if (!league) throw takenSlug(input.slug);
    await insertRevision(tx, league.id, { ...league, reason: 'the league was created', replay: null });
    await insertAuditEntry(tx, access, {
      leagueId: league.id,
      subject: leagueSubject(league.id),
      action: 'createLeague',
      reason: `league ${league.slug}`,
      before: null,
      after: auditView(league),
      at: now,
    });
    return league;
  });
}

/** The fields with which `createLeague` can recreate a league, as the site exports them. */
export function creationOf({ isOpenEntry, rater, statusRules, ...league }: League): CreateLeague {
  const { slug, name, description, hue, minMatches, activeWithin, visibility, placePoints } = league;
  const { lateMatches, opensAt, timeZone, settings, queueWait, queueBand } = league;
  return {
    ...{ slug, name, description, minMatches, visibility, openEntry: isOpenEntry, lateMatches, timeZone },
    ...{ ratingSystem: rater, settings, queueWait, queueBand },
    ...(hue !== null && { hue }),
    ...(activeWithin !== null && { activeWithin }),
    ...(opensAt !== null && { opensAt }),
    ...(placePoints !== null && { placePoints }),
    statusRules: asGiven(statusRules),
  };
}

/**
 * Changes a league's properties, but not its rating system. A former slug still leads to the league, and no other league can get it. Only
 * platform admins may change slugs, because learning that a slug is taken reveals a league.
 * @throws Refused
 * @throws AccessDenied
 */
export async function updateLeague(
  needs: UpdateLeagueNeeds,
  access: Access,
  slug: string,
  { slug: newSlug = null, picture: file, ...details }: UpdateLeague,
  reason: string,
): Promise<League> {
  const known = await getAdministered(needs, access, slug);
  if (newSlug !== null) requirePlatformAdmin(access, 'change slugs');
  const picture = file == null ? file : readPicture(file);
  refuseAny(
    newSlug === null ? undefined : checkSlug(newSlug),
    ...checkDetails(details),
    await checkTimeZone(needs, details),
    checkLine(reason, ['input', 'reason']),
  );

  const league = await transaction(needs.database, known.id, async (tx) => {
    if ((details.visibility ?? known.visibility) !== known.visibility) await lockShowing(tx, known.id);
    const before = await lockLeague(tx, known.id);
    refuseArchived(before);
    const at = needs.clock();
    const isRenamed = newSlug !== null && newSlug !== before.slug;
    if (isRenamed) await giveSlug(tx, before, newSlug, at);
    const changed = await storeLeague(tx, known.id, {
      ...toChange(details, before),
      ...(isRenamed && { slug: newSlug }),
      ...(picture !== undefined && { picture: picture?.name ?? null }),
    });
    if (picture !== undefined) await storePicture(tx, known.id, picture);
    if (changed.visibility !== before.visibility) await publishLeague(tx, known.id);
    const moved = changed.timeZone === before.timeZone ? changed : await updateRefreshDue(tx, known.id);
    const isRankedAlike = changed.minMatches === before.minMatches && changed.activeWithin === before.activeWithin;
    const after = isRankedAlike ? moved : await updateRankingDue(tx, known.id);
    await insertAuditEntry(tx, access, {
      leagueId: known.id,
      subject: leagueSubject(known.id),
      action: 'updateLeague',
      reason,
      before: auditView(before),
      after: auditView(after),
      at,
    });
    return after;
  });
  needs.wakeUps.announce(leagueTopic(known.id));
  return league;
}

/**
 * The league that a caller wants to change.
 * @throws Refused if there is none that the caller may see
 * @throws AccessDenied
 */
export async function getAdministered(needs: NeedsDatabase, access: Access, slug: string): Promise<League> {
  const need = `administer ${slug}`;
  if (access === ANONYMOUS) throw new AccessDenied(access, need);
  const league = await findLeague(needs.database.manager, access, slug);
  if (!league) throw unknownLeague(slug);
  if (!canAdminister(access, league)) throw new AccessDenied(access, need);
  return league;
}

/** @throws Refused if the slug is or was another league's */
async function giveSlug(tx: EntityManager, { id, slug: from }: League, to: string, at: Date): Promise<void> {
  await lockSlugs(tx);
  const owner = await findSlugOwner(tx, to);
  if (owner !== null && owner !== id) throw takenSlug(to);
  await updateFormerSlugs(tx, id, { from, to, at });
}

function takenSlug(slug: string): Refused {
  return new Refused(refuse('SLUG_TAKEN', ['input', 'slug'], { value: shown(slug) }));
}

function checkSlug(slug: string): Refusal | undefined {
  if (SLUG.test(slug)) return undefined;
  return refuse('SLUG', ['input', 'slug'], { value: shown(slug) });
}

function* checkDetails({
  name,
  description,
  hue,
  opensAt,
  queueBand,
  queueWait,
  minMatches,
  activeWithin,
  placePoints,
}: LeagueDetails): Generator<Refusal | undefined> {
  if (name != null) yield checkLine(name, ['input', 'name'], MAX_NAME);
  if (description) yield checkDescription(description);
  if (opensAt) yield checkReadable(opensAt, ['input', 'opensAt']);
  yield checkWhole('hue', hue, 0, MAX_HUE);
  yield checkWhole('minMatches', minMatches, 0, MAX_MIN_MATCHES);
  yield checkWhole('activeWithin', activeWithin, 1, MAX_ACTIVE_WITHIN);
  if (placePoints && placePoints.length > MAX_PLACES) {
    const values = { field: 'placePoints', max: MAX_PLACES, count: placePoints.length };
    yield refuse('COUNT_MAX', ['input', 'placePoints'], values);
  }
  const outside = placePoints?.find((points) => !(points >= 0 && points <= MAX_POINTS));
  if (outside !== undefined) {
    const values = { field: 'placePoints', min: 0, max: MAX_POINTS, value: outside };
    yield refuse('NUMBER_RANGE', ['input', 'placePoints'], values);
  }
  if (queueBand != null && !(queueBand > 0 && queueBand <= MAX_QUEUE_BAND)) {
    const values = { field: 'queueBand', limit: 0, max: MAX_QUEUE_BAND, value: queueBand };
    yield refuse('ABOVE', ['input', 'queueBand'], values);
  }
  if (queueWait != null && !(queueWait >= 1 && queueWait <= MAX_QUEUE_WAIT)) {
    const values = { field: 'queueWait', min: 1, max: MAX_QUEUE_WAIT, value: queueWait };
    yield refuse('SECONDS', ['input', 'queueWait'], values);
  }
}

function checkWhole(field: string, value: number | null | undefined, least: number, most: number): Refusal | undefined {
  if (value == null || (Number.isInteger(value) && value >= least && value <= most)) return undefined;
  return refuse('WHOLE_NUMBER_RANGE', ['input', field], { field, min: least, max: most, value });
}

/** A database also accepts time zones that are local to its machine; another one might not. */
async function checkTimeZone({ database }: NeedsDatabase, { timeZone }: LeagueDetails): Promise<Refusal | undefined> {
  if (timeZone == null || (isNamedZone(timeZone) && (await isTimeZone(database.manager, timeZone)))) return undefined;
  return refuse('TIME_ZONE', ['input', 'timeZone'], { field: 'timeZone', value: shown(timeZone) });
}

/** Unlike other texts, a description may be empty or have several lines. */
function checkDescription(description: string): Refusal | undefined {
  return checkLine(description.replaceAll(/[\r\n\t]/g, ' '), ['input', 'description'], MAX_DESCRIPTION);
}

function toChange(
  { openEntry, opensAt, activeWithin, hue, placePoints, statusRules, ...details }: LeagueDetails,
  before: League,
): LeagueChange {
  const rules = statusRules && withGivenRules(before.statusRules, statusRules);
  const entries = Object.entries({ ...details, isOpenEntry: openEntry, statusRules: rules });
  const given = entries.filter(([, value]) => value != null);
  return {
    ...Object.fromEntries(given),
    ...(opensAt !== undefined && { opensAt }),
    ...(activeWithin !== undefined && { activeWithin }),
    ...(hue !== undefined && { hue }),
    ...(placePoints !== undefined && { placePoints: placePoints?.length ? placePoints : null }),
  };
}

function auditView(league: League): Json {
  const { slug, name, description, hue, picture, visibility, isOpenEntry: openEntry, lateMatches, timeZone } = league;
  const { opensAt, queueBand, queueWait, minMatches, activeWithin, statusRules, placePoints } = league;
  const { rater, raterVersion, settings } = league;
  return {
    ...{ slug, name, description, hue, visibility, openEntry, lateMatches, timeZone, queueBand, queueWait },
    ...{ minMatches, activeWithin, rater, raterVersion, settings },
    opensAt: opensAt?.toISOString() ?? null,
    ...(picture && { picture }),
    ...(placePoints && { placePoints: [...placePoints] }),
    ...(statusRules && { statusRules: { ...statusRules } }),
  };
}
