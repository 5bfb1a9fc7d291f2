import type { ComponentChildren } from 'preact';
import { enumParam, given, givenDay, type PageRequest, urls } from '../page.js';
import type { Texts } from '../texts/en/site.js';
import { endOf, startOf, useUi } from '../ui.js';
import { Delta, Options, Time } from './elements.js';
import { CountryTag, type Named, nameOf, PlayerLink } from './player.js';

export type SideStatus = 'FINISHED' | keyof Texts['unfinished'];

/** A side of a match in a list. */
export interface ListedSide {
  readonly name: string | null;
  readonly role?: string | null;
  readonly effectivePlacement: number | null;
  readonly status: SideStatus;
  readonly score: number | null;
  /** That was expected of its players against each opponent. */
  readonly expectedScore?: number | null;
  readonly participants: readonly {
    readonly player: Named & { readonly country?: string | null };
    readonly isGuest?: boolean;
    readonly score: number | null;
    readonly ratingChange?: { readonly delta: number | null } | null;
  }[];
}

/** A line names at most this many players of a side. */
const NAMED = 3;
/** A title names all sides of a match if there are at most this many. */
const NAMED_SIDES = 4;

/** The sides as they finished, the winner first. */
export function inOrder<Side extends Pick<ListedSide, 'effectivePlacement'>>(sides: readonly Side[]): readonly Side[] {
  const place = ({ effectivePlacement }: Side) => effectivePlacement ?? Number.POSITIVE_INFINITY;
  return [...sides].sort((left, right) => place(left) - place(right) || 0);
}

interface Titled {
  readonly name: string | null;
  readonly participants: readonly { readonly player: Named }[];
}

/** How many sides started and came in behind the first of these, which are in order. */
export function behindOf(ordered: readonly Pick<ListedSide, 'effectivePlacement' | 'status'>[]): number {
  return ordered.filter(
    ({ effectivePlacement, status }) =>
      effectivePlacement !== ordered[0]!.effectivePlacement && status !== 'DID_NOT_START',
  ).length;
}

/** A short title for a side: its only player, the name of the team, or the names of its players. */
export function titleOf({ name, participants }: Titled, t: Texts): string {
  if (name && participants.length > 1) return name;
  return namesOf(participants, t);
}

/** A title for a match: its sides in order of finish; of many, the winner and how many others started. @param shown writes a side's title */
export function matchTitleOf(
  sides: readonly Pick<ListedSide, 'name' | 'participants' | 'effectivePlacement' | 'status'>[],
  t: Texts,
  shown: (title: string) => string = (title) => title,
): string {
  const ordered = inOrder(sides);
  const titles = ordered.slice(0, NAMED_SIDES).map((side) => shown(titleOf(side, t)));
  const more = sides.length - titles.length;
  const all = titles.join(' – ');
  if (more <= 0) return all;
  const behind = behindOf(ordered);
  return behind > 0 ? t.raceTitle(titles[0]!, String(behind)) : `${all} ${t.andMore(more)}`;
}

/** A title that distinguishes a side from others of the same name: a team with its players. */
export function rosterOf({ name, participants }: Pick<ListedSide, 'name' | 'participants'>, t: Texts): string {
  const names = namesOf(participants, t);
  return name && participants.length > 1 ? `${name} (${names})` : names;
}

function namesOf(participants: Titled['participants'], t: Texts): string {
  const names = participants.slice(0, NAMED).map(({ player }) => nameOf(player));
  const more = participants.length - names.length;
  return more > 0 ? `${names.join(', ')} ${t.andOthers(String(more))}` : names.join(', ');
}

/** Everybody on a side, with the name of the team and everybody's score. */
export function lineUpOf(side: ListedSide, t: Texts, format: (value: number) => string): string {
  const { name, participants } = side;
  const isAlone = participants.length === 1;
  const players = participants.map(({ player, score }) =>
    isAlone || score === null ? nameOf(player) : `${nameOf(player)} ${format(score)}`,
  );
  const score = scoreOf(side);
  const status = statusOf(side, t);
  return [
    name && !isAlone && t.named(name, '').trimEnd(),
    players.join(', '),
    score !== null && (isAlone ? format(score) : `(${format(score)})`),
    status && `(${status})`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The score of a side: its own, or that of its only player. */
export function scoreOf({ score, participants }: ListedSide): number | null {
  return score ?? (participants.length === 1 ? (participants[0]?.score ?? null) : null);
}

/** How many players the title of a side names; null if it is the name of a team. */
function headsOf({ name, participants }: ListedSide): number | null {
  return name && participants.length > 1 ? null : participants.length;
}

/** The result between two sides: the score if there is one, otherwise the winner. It is shown between their names. */
export function resultOf(sides: readonly ListedSide[], t: Texts, format: (value: number) => string): string {
  const [left, right] = inOrder(sides);
  if (!left || !right || sides.length !== 2) return '';
  const [ours, theirs] = [scoreOf(left), scoreOf(right)];
  if (ours !== null && theirs !== null) return `${format(ours)} : ${format(theirs)}`;
  return left.effectivePlacement === right.effectivePlacement ? t.drew : t.beat(headsOf(left));
}

/** The players and the result in a line of text; of many sides, only the winner. */
export function lineOf(sides: readonly ListedSide[], t: Texts, format: (value: number) => string): string {
  if (sides.length !== 2) return matchTitleOf(sides, t);
  const names = inOrder(sides).map((side) => titleOf(side, t));
  return names.join(` ${resultOf(sides, t, format)} `);
}

/** The same for a list, in which readers look for people: “Blue beat Red” is no help. */
export function shortLineOf(sides: readonly ListedSide[], t: Texts, format: (value: number) => string): string {
  const people = sides.map((side) => ({ ...side, name: null }));
  return lineOf(people, t, format);
}

interface SidesProps {
  readonly slug: string;
  readonly sides: readonly ListedSide[];
  /** Handles of players whose sides are always shown. */
  readonly of?: readonly string[];
}

/** A list shows at most this many sides of a match, unless there are only one or two more. */
const LISTED_SIDES = 3;

/** The sides of a race in a list: the first ones and the side of a player, or only those of several players. */
function listed(sides: readonly ListedSide[], of: readonly string[]): readonly ListedSide[] {
  if (sides.length <= LISTED_SIDES + 2) return sides;
  const isSought = ({ participants }: ListedSide) =>
    participants.some(({ player }) => of.includes(player.handle.toLowerCase()));
  return sides.filter((side, index) => (of.length < 2 && index < LISTED_SIDES) || isSought(side));
}

/** A match in a line: the players, the result, and the change of each rating. */
export function Sides({ slug, sides, of = [] }: SidesProps) {
  const { t, format } = useUi();
  const [left, right] = inOrder(sides);
  if (left && right && sides.length === 2) {
    const result = resultOf(sides, t, format.decimal);
    return (
      <div class="duel">
        <SideNames slug={slug} side={left} role={roleInList(left, right)} />
        <span class={result.includes(' : ') ? 'result' : 'result word'}>{result}</span>
        <SideNames slug={slug} side={right} role={roleInList(right, left)} />
        {left.expectedScore != null && <Chance side={left} other={right} />}
      </div>
    );
  }
  const shown = listed(inOrder(sides), of);
  const more = sides.length - shown.length;
  const isMixed = sides.some(({ role }) => role !== sides[0]?.role);
  return (
    <ol class="ranking">
      {shown.map((side) => (
        <li>
          <span class="place">{placeOf(side) ?? t.none}</span>
          <SideNames slug={slug} side={side} role={isMixed ? (side.role ?? null) : null} />
        </li>
      ))}
      {more > 0 && <li class="quiet more">{t.andOthers(format.count(more))}</li>}
    </ol>
  );
}

/** The score that was expected of the side that is named first. Of a winner it is a surprise below one half. */
export function Chance({ side, other }: { readonly side: ListedSide; readonly other: ListedSide }) {
  const { t, format } = useUi();
  const share = side.expectedScore!;
  const isUpset = share < 0.5 && side.effectivePlacement !== other.effectivePlacement;
  const shown = format.chance(share);
  return (
    <small class={isUpset ? 'chance upset' : 'chance'}>
      <span aria-hidden="true">{shown}</span>
      <span class="hidden">{t.boards.expected(shown)}</span>
    </small>
  );
}

/** The place that a side came in at; null if it did not finish, whatever place that has for its rating. */
export function placeOf({
  status,
  effectivePlacement,
}: Pick<ListedSide, 'status' | 'effectivePlacement'>): number | null {
  return status === 'FINISHED' ? effectivePlacement : null;
}

/** Why a side did not finish the match; null if it did. */
export function statusOf({ status }: Pick<ListedSide, 'status'>, t: Texts): string | null {
  return status === 'FINISHED' ? null : t.unfinished[status];
}

/** The role of a side in the game, in the reader's language if it has a word for it; null if the side has no role. */
export function roleOf(role: string | null, t: Texts): string | null {
  const key = role?.toLowerCase();
  return key !== undefined && Object.hasOwn(t.sideRoles, key) ? t.sideRoles[key]! : role;
}

/** Where a side of two plays, if that is its role. */
export function groundOf({ role }: Pick<ListedSide, 'role'>): 'home' | 'away' | null {
  const word = role?.toLowerCase();
  return word === 'home' || word === 'away' ? word : null;
}

/** The role of a side of two in a list: none if both have the same, or if the other side's role implies it. */
export function roleInList(side: Pick<ListedSide, 'role'>, other: Pick<ListedSide, 'role'>): string | null {
  const isImplied = groundOf(side) === 'away' && groundOf(other) === 'home';
  return isImplied || side.role === other.role ? null : (side.role ?? null);
}

interface SideNamesProps {
  readonly slug: string;
  readonly side: ListedSide;
  /** The role to be shown. */
  readonly role: string | null;
}

function SideNames({ slug, side, role }: SideNamesProps) {
  const { t } = useUi();
  const { name, participants } = side;
  const isAlone = participants.length === 1;
  const words = [roleOf(role, t), statusOf(side, t)].filter(Boolean).join(' · ');
  const team = name && <bdi>{name}</bdi>;
  return (
    <span class="side">
      {/* After the last of several players, a role and an ending would be taken for that player's. */}
      {!isAlone && (team || words) && (
        <span class="team">
          {team}
          {team && words && ' · '}
          {words}
        </span>
      )}
      {participants.map(({ player, isGuest, ratingChange }) => (
        <span class="participant">
          <PlayerLink slug={slug} player={player} />
          <CountryTag code={player.country} slug={slug} />
          {isGuest && <small class="quiet">{t.guest}</small>}
          {ratingChange && <Delta delta={ratingChange.delta} />}
        </span>
      ))}
      {isAlone && team && <span class="team">{team}</span>}
      {isAlone && words && <small class="quiet">{words}</small>}
    </span>
  );
}

/** A match in a list. */
export interface ListedMatch {
  readonly externalId: string;
  readonly playedAt: string;
  readonly status: 'RATED' | 'VOID';
  readonly version: number;
  readonly sides: readonly ListedSide[];
}

/**
 * The player whose matches these are. The matches of a former or merged handle do not name it, but the player to whom it leads: the only one
 * who took part in all of them.
 * @returns null if that is unclear
 */
export function takingPart(matches: readonly Pick<ListedMatch, 'sides'>[], handle: string): Named | null {
  const lineUps: (readonly Named[])[] = matches.map(({ sides }) =>
    sides.flatMap(({ participants }) => participants.map(({ player }) => player)),
  );
  const named = lineUps.flat().find((player) => player.handle.toLowerCase() === handle.toLowerCase());
  if (named) return named;
  const [first = [], ...others] = lineUps;
  const [only, another] = first.filter((player) =>
    others.every((lineUp) => lineUp.some((own) => own.handle === player.handle)),
  );
  return only && !another ? only : null;
}

interface LoggedMatchProps {
  readonly slug: string;
  readonly match: ListedMatch;
  /** Handles of players who are always shown. */
  readonly of?: readonly string[];
}

/** A match in the log, with a link to its page. */
function LoggedMatch({ slug, match, of }: LoggedMatchProps) {
  const { t } = useUi();
  const { externalId, playedAt, status, version, sides } = match;
  return (
    <li class={status === 'VOID' ? 'void' : undefined}>
      <a class="when" href={urls.match(slug, externalId)}>
        <Time at={playedAt} form="minute" />
      </a>
      <Sides slug={slug} sides={sides} {...(of && { of })} />
      <span class="flags">
        {status === 'VOID' && <span class="flag">{t.voided}</span>}
        {status === 'RATED' && version > 1 && <span class="flag">{t.corrected}</span>}
      </span>
    </li>
  );
}

/** The filters in the address of a list of matches, by days and by whether they count. @throws BadQuery */
export function matchFiltersOf(request: PageRequest) {
  const [from, to] = [givenDay(request, 'from'), givenDay(request, 'to')];
  return {
    status: enumParam(request, 'status', ['RATED', 'VOID']),
    from: from && startOf(from, request.zone),
    to: to && endOf(to, request.zone),
  };
}

interface MatchFiltersProps {
  /** Path of the list. */
  readonly path: string;
  readonly request: PageRequest;
  /** Fields for players. */
  readonly children: ComponentChildren;
}

/** A form for these filters. */
export function MatchFilters({ path, request, children }: MatchFiltersProps) {
  const { t } = useUi();
  const statuses = Object.entries({ '': t.any, RATED: t.statusRated, VOID: t.voided });
  return (
    <search>
      <form class="filters" action={path}>
        {children}
        {(['from', 'to'] as const).map((name) => (
          <label>
            {t[name]} <input type="date" name={name} value={given(request, name)} />
          </label>
        ))}
        <label>
          {t.status}{' '}
          <select name="status">
            <Options options={statuses} chosen={given(request, 'status') ?? ''} />
          </select>
        </label>
        <button type="submit">{t.filter}</button>
        {request.query.size > 0 && <a href={path}>{t.clear}</a>}
      </form>
    </search>
  );
}

type MatchListProps = Pick<LoggedMatchProps, 'slug' | 'of'> & { readonly matches: readonly ListedMatch[] };

/** Matches of one league, one per line. */
export function MatchList({ matches, ...line }: MatchListProps) {
  return (
    <ol class="matches">
      {matches.map((match) => (
        <LoggedMatch match={match} {...line} />
      ))}
    </ol>
  );
}
