import { isDeepStrictEqual } from 'node:util';

const STATUSES = ['FORFEIT', 'DID_NOT_FINISH', 'DID_NOT_START', 'DISQUALIFIED'];
const TREATMENTS = ['placed', 'last', 'unrated'] as const;
type Treatment = (typeof TREATMENTS)[number];

/** One side of a match, as reported and as rated. */
interface SideForm {
  readonly placement: number | null;
  readonly score: number | null;
  readonly players: readonly number[];
  readonly guests: readonly boolean[];
  readonly scores: readonly (number | null)[];
}

/** A match whose log contains the reported values. */
export interface ReportedRow {
  readonly sequence: number;
  readonly reported: readonly (Omit<SideForm, 'players' | 'guests' | 'scores'> & {
    readonly status: string;
    readonly participants: readonly { playerId: number; isGuest: boolean; score: number | null }[];
  })[];
  readonly player_ids: readonly number[];
  readonly sides: readonly number[] | null;
  readonly guests: readonly boolean[] | null;
  readonly scores: readonly (number | null)[] | null;
  readonly placements: readonly number[] | null;
  readonly side_scores: readonly (number | null)[] | null;
}

/**
 * If a side did not finish, the rated sides follow from the reported ones by one rule for each status, and one more if no side is rated by
 * its own result.
 */
export function isRatedByRules(row: ReportedRow): boolean {
  const { reported } = row;
  if (!isSideList(reported) || !reported.some(({ status }) => STATUSES.includes(status))) return false;
  if (!reported.every(({ status, participants }) => isKnown(status) && isSideList(participants))) return false;
  const given = reported.map((side): SideForm => {
    const { placement, score, participants } = side;
    const [players, guests] = [participants.map((p) => p.playerId), participants.map((p) => p.isGuest)];
    return { placement, score, players, guests, scores: participants.map((p) => p.score) };
  });
  const rated = ratedForms(row);
  return choices(reported.map(({ status }) => status)).some((treatments) =>
    TREATMENTS.some((rule) => isDeepStrictEqual(formsBy(given, treatments, rule), rated)),
  );
}

const isSideList = (value: unknown): boolean => Array.isArray(value);

const isKnown = (status: string) => status === 'FINISHED' || STATUSES.includes(status);

/** Every combination of rules, one for each status. */
function choices(statuses: readonly string[]): Treatment[][] {
  let all: Map<string, Treatment>[] = [new Map([['FINISHED', 'placed']])];
  for (const status of new Set(statuses)) {
    if (status === 'FINISHED') continue;
    all = all.flatMap((chosen) => TREATMENTS.map((rule) => new Map([...chosen, [status, rule]])));
  }
  return all.map((chosen) => statuses.map((status) => chosen.get(status)!));
}

function ratedForms(row: ReportedRow): SideForm[] {
  const forms: (SideForm & { players: number[]; guests: boolean[]; scores: (number | null)[] })[] = [];
  for (const [place, player] of row.player_ids.entries()) {
    const side = row.sides?.[place] ?? place;
    forms[side] ??= {
      placement: row.placements?.[side] ?? null,
      score: row.side_scores?.[side] ?? null,
      ...{ players: [], guests: [], scores: [] },
    };
    forms[side].players.push(player);
    forms[side].guests.push(row.guests?.[place] ?? false);
    forms[side].scores.push(row.scores?.[place] ?? null);
  }
  return forms;
}

/** The rated sides of a match under these rules, as the descriptions in the schema define them. */
function formsBy(given: readonly SideForm[], treatments: readonly Treatment[], nobodyFinished: Treatment): SideForm[] {
  const isPlaced = given.some(({ placement }) => placement !== null);
  const results = given.map(({ placement, score, scores }) => {
    if (isPlaced) return placement === null ? null : -placement;
    return score ?? (scores.includes(null) ? null : scores.reduce<number>((sum, own) => sum + own!, 0));
  });
  const byResult = (one: Treatment, side: number) => (one === 'placed' && results[side] === null ? 'last' : one);
  const byStatus = treatments.map(byResult);
  const final = byStatus.includes('placed')
    ? byStatus
    : byStatus.map((one, side) => (one === 'last' ? byResult(nobodyFinished, side) : one));
  if (final.every((one) => one === 'placed')) return [...given];
  const placed = results.filter((_, side) => final[side] === 'placed') as number[];
  const isPointless = final.includes('last');
  return given.map((form, side) => ({
    placement: 1 + (final[side] === 'placed' ? placed.filter((other) => other > results[side]!).length : placed.length),
    score: isPointless ? null : form.score,
    players: form.players,
    guests: form.guests.map((isGuest) => isGuest || final[side] === 'unrated'),
    scores: isPointless ? form.scores.map(() => null) : form.scores,
  }));
}
