import type { Texts } from '../texts/en.js';
import { useUi } from '../ui.js';
import { type Named, nameOf, PlayerLink } from './player.js';
import { Delta } from './results.js';

type SideStatus = 'FINISHED' | keyof Texts['unfinished'];

/** A side of a match in a list. */
export interface ListedSide {
  readonly name: string | null;
  readonly effectivePlacement: number | null;
  readonly status: SideStatus;
  readonly score: number | null;
  readonly participants: readonly {
    readonly player: Named;
    readonly isGuest?: boolean;
    readonly score: number | null;
    readonly ratingChange?: { readonly delta: number | null } | null;
  }[];
}

/** Most players of a side that are named in one line. */
const NAMED = 3;

/** The sides as they finished, the winner first. */
export function inOrder<Side extends Pick<ListedSide, 'effectivePlacement'>>(sides: readonly Side[]): readonly Side[] {
  const place = ({ effectivePlacement }: Side) => effectivePlacement ?? Number.POSITIVE_INFINITY;
  return [...sides].sort((left, right) => place(left) - place(right) || 0);
}

/** A side in a few words: its name, or those of its players. */
export function titleOf({ name, participants }: Pick<ListedSide, 'name' | 'participants'>, t: Texts): string {
  if (name) return name;
  const names = participants.slice(0, NAMED).map(({ player }) => nameOf(player));
  const more = participants.length - names.length;
  return more > 0 ? `${names.join(', ')} ${t.andOthers(String(more))}` : names.join(', ');
}

/** Points of a side: its own, or else of its only player. */
export function scoreOf({ score, participants }: ListedSide): number | null {
  return score ?? (participants.length === 1 ? (participants[0]?.score ?? null) : null);
}

/** How two sides finished: the score where there is one, otherwise who won. */
export function resultOf(sides: readonly ListedSide[], t: Texts, format: (value: number) => string): string {
  const [left, right] = inOrder(sides);
  if (!left || !right || sides.length !== 2) return '';
  const [ours, theirs] = [scoreOf(left), scoreOf(right)];
  if (ours !== null && theirs !== null) return `${format(ours)} : ${format(theirs)}`;
  return left.effectivePlacement === right.effectivePlacement ? t.drew : t.beat;
}

interface SidesProps {
  readonly slug: string;
  readonly sides: readonly ListedSide[];
}

/** A match in a line: who against whom, how it ended, and what it did to each rating. */
export function Sides({ slug, sides }: SidesProps) {
  const { t, format } = useUi();
  const [left, right] = inOrder(sides);
  if (left && right && sides.length === 2) {
    return (
      <div class="duel">
        <SideNames slug={slug} side={left} />
        <span class="result">{resultOf(sides, t, format.decimal)}</span>
        <SideNames slug={slug} side={right} />
      </div>
    );
  }
  return (
    <ol class="ranking">
      {inOrder(sides).map((side) => (
        <li>
          <span class="place">{side.effectivePlacement ?? t.none}</span>
          <SideNames slug={slug} side={side} />
        </li>
      ))}
    </ol>
  );
}

/** How a side ended a match that it did not finish; null where it did. */
export function statusOf({ status }: Pick<ListedSide, 'status'>, t: Texts): string | null {
  return status === 'FINISHED' ? null : t.unfinished[status];
}

function SideNames({ slug, side }: { readonly slug: string; readonly side: ListedSide }) {
  const { t } = useUi();
  const { name, participants } = side;
  const status = statusOf(side, t);
  return (
    <span class="side">
      {name && <bdi class="team">{name}</bdi>}
      {participants.map(({ player, isGuest, ratingChange }) => (
        <span class="participant">
          <PlayerLink slug={slug} player={player} />
          {isGuest && <small class="quiet">{t.guest}</small>}
          {ratingChange && <Delta delta={ratingChange.delta} />}
        </span>
      ))}
      {status && <small class="quiet">{status}</small>}
    </span>
  );
}
