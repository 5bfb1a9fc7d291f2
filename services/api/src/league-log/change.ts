import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import type { IdempotentRequest } from '../access/idempotency.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { type League, unknownLeague } from '../league/league.js';
import { findLeague, getLeague } from '../league/league.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import type { AppliedChange } from '../replay/applied-change.js';
import type { ReplayWork } from '../replay/replay-strategy.js';

/** Fields of every request for a change. */
export interface ChangeRequest {
  /** For the audit log. */
  readonly reason: string;
  /** Whether to report the effect and change nothing; false if omitted. */
  readonly dryRun?: boolean;
  /** Aborted when the caller no longer waits. */
  readonly left?: AbortSignal;
  /** Null or omitted: repeated requests are carried out again. */
  readonly once?: IdempotentRequest | null;
  /** Called with the work that the request caused. */
  readonly charge?: (work: ReplayWork) => void;
}

/** The needs that a change may use. */
export type ChangeNeeds = NeedsDatabase & NeedsClock & NeedsRaters;

/** The league of a request, with other objects that were looked up on the way. */
export interface FoundLeague {
  readonly league: League;
}

/**
 * A kind of write to a league's history, as a value. Each kind is a file of `changes/`; the engine is handed their list. Code refers to a
 * kind by name only in texts for people. Callers need the scope `league:admin` for the league.
 * @typeParam Input what a caller sends
 * @typeParam At what `find` has found
 * @typeParam Data the change as JSON: a job may carry it out later
 * @typeParam Shown what the answer shows beside the effect
 */
export interface ChangeDeclaration<
  Input extends ChangeRequest,
  At extends FoundLeague,
  Data extends object,
  Shown extends object,
> {
  /** Its name in stored jobs: the name of the mutation. */
  readonly kind: string;
  /** Its name in the audit log, in events and in metrics; its kind if omitted. Changes with the same effect may share one. */
  readonly action?: string;
  /** The event that webhooks get besides that of the new board: once for each match, or once. */
  readonly reports?: 'match.corrected' | 'player.merged';
  /** What became of its matches, in a message to people, such as `withdrawn`; if omitted: `corrected`. */
  readonly verb?: string;
  /** The kind that undoes it, perhaps itself; if omitted: none. */
  readonly undoneBy?: string;
  /** Whether it moves no rating, so that it is not listed among the corrections of a league. */
  readonly isNoCorrection?: boolean;
  /** Whether a start requests it for leagues that another version of their rater rated; its data is then the `raterVersion`. */
  readonly upgrades?: boolean;
  /** Whether it does the same to several matches: the audit log and the events then tell of each, beside the one of the league. */
  readonly isOfSeveral?: boolean;
  /** Whether it rates the whole log again, so that another version of the rater may have rated the league until now. */
  readonly ratesAnew?: boolean;
  /** @throws Refused if there is no such object that the caller may see */
  find(needs: ChangeNeeds, access: Access, input: Input): Promise<At>;
  /**
   * Checks the input.
   * @returns the change; null if it would change nothing
   * @throws Refused
   */
  check(needs: ChangeNeeds, access: Access, found: At, input: Input): Promise<Data | null> | Data | null;
  /** Checks the log of the league before anything changes. @throws Refused */
  checkLog?(needs: ChangeNeeds, sql: Sql, league: League, data: Data): Promise<void>;
  /** How many matches it changes itself, if there may be more than a request may change. */
  countMatches?(sql: Sql, league: League, data: Data): Promise<number>;
  /** Creates its newcomers, in the transaction that hands it to a job: the job's long transaction would keep their names locked. */
  admit?(needs: NeedsClock, tx: EntityManager, league: League, data: Data, access: Access): Promise<void>;
  /** Whether this process can carry it out as a job; `done` if nothing is left to do. True if omitted. */
  isForThisProcess?(needs: NeedsRaters, league: League, data: Data): boolean | 'done';
  /**
   * Changes the log, in the caller's transaction; the affected matches are rated afterwards.
   * @param isDry the transaction is rolled back
   * @param access of the caller; omitted in a dry run, and in a job, before which `admit` created its newcomers
   * @throws Refused if the match has changed since, or the change no longer makes sense
   * @throws Unchanged
   */
  apply(
    needs: ChangeNeeds,
    tx: EntityManager,
    league: League,
    data: Data,
    isDry: boolean,
    access?: Access,
  ): Promise<AppliedChange>;
  /** The changed object, as it is now. */
  show(needs: ChangeNeeds, found: At, input: Input): Promise<Shown>;
}

/** A declared change. */
export interface Change<Input extends ChangeRequest, At extends FoundLeague, Data extends object, Shown extends object>
  extends ChangeDeclaration<Input, At, Data, Shown> {
  readonly action: string;
}

/** The log is already as the change would make it. */
export class Unchanged extends Refused {}

/** The league that a request names by its slug. @throws Refused if there is none that the caller may see */
export async function findLeagueOf(
  { database }: NeedsDatabase,
  access: Access,
  { league: slug }: { readonly league: string },
): Promise<FoundLeague> {
  const league = await findLeague(database.manager, access, slug);
  if (!league) throw unknownLeague(slug);
  return { league };
}

/** The league as it is now. */
export async function showLeague({ database }: NeedsDatabase, { league }: FoundLeague): Promise<FoundLeague> {
  return { league: await getLeague(database.manager, league.id) };
}

/** Any kind of change, for the engine. */
// biome-ignore lint/suspicious/noExplicitAny: what one kind makes of its input only that kind reads
export type AnyChange = Change<any, any, any, any>;

/** Declares a change. */
export function defineChange<
  Input extends ChangeRequest,
  At extends FoundLeague,
  Data extends object,
  Shown extends object,
>(change: ChangeDeclaration<Input, At, Data, Shown>): Change<Input, At, Data, Shown> {
  return { action: change.kind, ...change };
}

/** A change as a job stores it. */
export interface StoredChange {
  readonly kind: string;
  /** The rater of the process that accepted it: processes with another version leave it alone. Omitted in upgrades, which name their version. */
  readonly ratedBy?: { readonly rater: string; readonly version: string };
  /** The version of the rater that an upgrade installs; omitted in all else. */
  readonly raterVersion?: string;
}

/** The kinds of changes, by their names. */
export type ChangeCatalogue = ReadonlyMap<string, AnyChange>;

export interface NeedsChanges {
  readonly changes: ChangeCatalogue;
}

/** @throws Error if two have one name, or one is undone by a change that is not listed */
export function catalogueOf(changes: readonly AnyChange[]): ChangeCatalogue {
  const catalogue = new Map(changes.map((change) => [change.kind, change]));
  if (catalogue.size !== changes.length) throw new Error('two changes have the same kind');
  for (const { kind, undoneBy } of changes) {
    if (undoneBy !== undefined && !catalogue.has(undoneBy)) throw new Error(`${kind} is undone by no listed change`);
  }
  return catalogue;
}

/** Actions in the audit log, in the order of the list, each once. */
export function auditActionsOf(changes: ChangeCatalogue, isMeant: (change: AnyChange) => unknown): string[] {
  return [...new Set([...changes.values()].filter(isMeant).map(({ action }) => action))];
}

/** The change that stands under an action in the audit log; undefined for actions that change no log. Those of one action tell the same. */
export function changeOfAction(changes: ChangeCatalogue, action: string | null): AnyChange | undefined {
  return [...changes.values()].find((change) => change.action === action);
}
