import { isDeepStrictEqual } from 'node:util';
import type { MatchSubmission } from '../../services/api/dist/match-log/checks.js';
import { type Amendment, type MatchPlan, PEOPLE, type SidePlan, type Step, type TimePlan } from './plans.js';
import type { BoardRule, System, Wait } from './replay.js';

/** A match in the model's log, with numbers of people for players. */
export interface LoggedMatch {
  readonly sequence: number;
  readonly externalId: string;
  readonly playedAt: number;
  readonly status: 'RATED' | 'VOID';
  readonly version: number;
  readonly sides: readonly SidePlan[];
  readonly isScored: boolean;
  readonly weight: number;
  readonly details: number | null;
  /** As it was first sent. */
  readonly submission: MatchSubmission;
}

/** A wait in the model's log. */
export type LoggedWait = Omit<Wait, 'player'> & { readonly person: number };

/** A step that corrects the log, or rates it anew. */
export type CorrectingStep = Extract<
  Step,
  {
    kind:
      | 'amend'
      | 'void'
      | 'restore'
      | 'voidMatches'
      | 'restoreMatches'
      | 'merge'
      | 'unmerge'
      | 'configure'
      | 'recompute';
  }
>;

/** The league at one moment. */
export interface Moment {
  readonly log: readonly LoggedMatch[];
  readonly waits: readonly LoggedWait[];
  /** Merged players, each with the player they count as. */
  readonly merges: ReadonlyMap<number, number>;
  readonly system: System;
  /** The midnight as of which the board is shown. */
  readonly shownThrough: number;
  readonly rule: BoardRule;
  /** People who are on no board, past ones neither. */
  readonly hidden: ReadonlySet<number>;
}

export const OPENING = Date.parse('2020-01-01T00:00:00Z');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The expected league after each step, by nothing but the rules. */
export class Model {
  log: LoggedMatch[] = [];
  waits: LoggedWait[] = [];
  merges = new Map<number, number>();
  system: System;
  revision = 1;
  /** Entries of the league in the audit log; the first is that of its opening. */
  audited = 1;
  /** Handles that everybody has or had, the present one last. */
  readonly handles: string[][];
  hidden = new Set<number>();
  /** Display names by the people who have one. */
  displayNames = new Map<number, string>();
  readonly #erased = new Set<number>();
  readonly #shownThrough: number;
  readonly #rule: BoardRule;

  constructor(system: System, openedAt: number, rule: BoardRule, name: (person: number) => string) {
    this.system = system;
    this.#rule = rule;
    this.#shownThrough = midnightBefore(openedAt);
    this.handles = Array.from({ length: PEOPLE }, (_, person) => [name(person)]);
  }

  /** The same once more, to try something on. */
  copy(): Model {
    const copy = new Model(this.system, this.#shownThrough, this.#rule, () => '');
    copy.log = [...this.log];
    copy.waits = [...this.waits];
    copy.merges = new Map(this.merges);
    copy.revision = this.revision;
    copy.audited = this.audited;
    for (const [person, handles] of this.handles.entries()) copy.handles[person] = [...handles];
    for (const person of this.#known) copy.#known.add(person);
    copy.hidden = new Set(this.hidden);
    copy.displayNames = new Map(this.displayNames);
    for (const person of this.#erased) copy.#erased.add(person);
    return copy;
  }

  get moment(): Moment {
    const { system } = this;
    const shownThrough = this.#shownThrough;
    return {
      log: [...this.log],
      waits: [...this.waits],
      merges: new Map(this.merges),
      system,
      shownThrough,
      rule: this.#rule,
      hidden: new Set(this.hidden),
    };
  }

  get ratedThrough(): number | null {
    const times = this.log.filter(({ status }) => status === 'RATED').map(({ playedAt }) => playedAt);
    return times.length > 0 ? Math.max(...times) : null;
  }

  /** The newest arrival. */
  get lastSequence(): number {
    return this.log.length + this.waits.length;
  }

  /** When something of this plan happens. */
  timeOf({ after, hours }: TimePlan): number {
    return (after === 'newest' ? (this.ratedThrough ?? OPENING) : OPENING) + hours * HOUR;
  }

  /** Has been in a match, so that the service knows them. */
  isKnown(person: number): boolean {
    return this.#known.has(person);
  }

  readonly #known = new Set<number>();

  match(number: number): LoggedMatch | undefined {
    return this.log[number % this.log.length];
  }

  /** Matches by their numbers, each once. */
  matches(numbers: readonly number[]): LoggedMatch[] {
    return [...new Set(numbers.map((number) => this.match(number)))].filter((match) => match !== undefined);
  }

  /** A match's number among the matches, however many there are by then. */
  numberOf(sequence: number): number {
    return this.log.findIndex((match) => match.sequence === sequence);
  }

  /**
   * A wait that expires at a time.
   * @param lastPlayedAt of the player they count as; no wait stands before it
   */
  wait(person: number, until: number, lastPlayedAt: number): void {
    this.waits.push({ sequence: this.lastSequence + 1, person, at: Math.max(until, lastPlayedAt) });
    this.#known.add(person);
  }

  /** @returns for each match whether it is accepted */
  submit(matches: readonly { readonly plan: MatchPlan; readonly submission: MatchSubmission }[]): boolean[] {
    const newest = this.ratedThrough;
    const accepted = matches.map(({ plan: { sides } }) => this.#isFitting(sides) && !this.#meetsHimself(sides));
    const fresh = matches.filter((_, index) => accepted[index]);
    for (const { plan, submission } of fresh) {
      const playedAt = +submission.playedAt!;
      const { sides, isScored, weight, details } = plan;
      const sequence = this.lastSequence + 1;
      const { externalId } = submission;
      const content = { playedAt, sides, isScored, weight, details };
      this.log.push({ sequence, externalId, status: 'RATED', version: 1, ...content, submission });
      this.see(sides);
    }
    if (newest !== null && fresh.some(({ submission }) => +submission.playedAt! < newest)) this.#derive();
    return accepted;
  }

  /** Carries out a correction. @returns whether it is one that the service carries out, refuses, or need not do */
  correct(step: CorrectingStep): 'done' | 'refused' | 'nothing' {
    switch (step.kind) {
      case 'void':
      case 'restore': {
        const match = this.match(step.match);
        if (!match) return 'refused';
        const status = step.kind === 'void' ? 'VOID' : 'RATED';
        if (match.status === status) return 'nothing';
        return this.#replace({ ...match, status });
      }
      case 'voidMatches':
      case 'restoreMatches':
        return this.#changeStatuses(this.matches(step.matches), step.kind === 'voidMatches' ? 'VOID' : 'RATED');
      case 'amend':
        return this.#amend(step.match, step.to);
      case 'merge':
        if (!this.#canMerge(step.person, step.into)) return 'refused';
        this.merges.set(step.person, step.into);
        return this.#derive();
      case 'unmerge':
        if (!this.merges.delete(step.person)) return 'refused';
        return this.#derive();
      case 'recompute':
        return this.#derive();
      case 'configure':
        throw new Error('call configure');
    }
  }

  configure(system: System): 'done' | 'refused' {
    if (!this.log.every(({ sides }) => isRatedBy(system, sides))) return 'refused';
    this.system = system;
    return this.#derive();
  }

  /** @param person somebody with a rated match */
  hide(person: number, isHidden: boolean): void {
    if (this.hidden.has(person) === isHidden) return;
    if (isHidden) this.hidden.add(person);
    else this.hidden.delete(person);
    this.audited++;
  }

  /** Gives a display name, or takes it. */
  call(person: number, name: string | null): 'done' | 'refused' {
    if (!this.isKnown(person) || this.#erased.has(person)) return 'refused';
    if (name === null) this.displayNames.delete(person);
    else this.displayNames.set(person, name);
    return 'done';
  }

  /** Nobody knows the person by a name that they had, nor those who are merged with them. @returns all who are erased */
  erase(person: number): readonly number[] | 'refused' {
    if (!this.isKnown(person) || this.#erased.has(person)) return 'refused';
    const counted = this.merges.get(person) ?? person;
    const merged = [...this.merges].filter(([, into]) => into === counted).map(([one]) => one);
    const together = [counted, ...merged].filter((one) => !this.#erased.has(one));
    for (const one of together) {
      this.#erased.add(one);
      this.displayNames.delete(one);
    }
    return together;
  }

  rename(person: number, handle: string): 'done' | 'refused' {
    if (!this.isKnown(person) || this.#erased.has(person)) return 'refused';
    const owner = this.handles.findIndex((own) => own.includes(handle));
    if (owner >= 0 && owner !== person && this.isKnown(owner)) return 'refused';
    this.handles[person] = [...this.handles[person]!.filter((own) => own !== handle), handle];
    return 'done';
  }

  #amend(number: number, { hours, plan, weight, details }: Amendment): 'done' | 'refused' | 'nothing' {
    const match = this.match(number);
    if (!match || match.status === 'VOID') return 'refused';
    if (plan && (!this.#isFitting(plan.sides) || this.#meetsHimself(plan.sides))) return 'refused';
    if (plan) this.see(plan.sides);
    const playedAt = hours === null ? match.playedAt : OPENING + hours * HOUR;
    const content = plan && { sides: plan.sides, isScored: plan.isScored };
    const amended = {
      ...{ ...match, playedAt, ...content },
      ...(weight !== undefined && { weight }),
      ...(details !== undefined && { details }),
    };
    if (!isDeepStrictEqual(ratedContent(amended), ratedContent(match))) return this.#replace(amended);
    if (amended.details === match.details) return 'nothing';
    // Details are not rated.
    this.#put(amended);
    this.audited++;
    return 'done';
  }

  /** One revision, and an entry of the audit log for each match beside that of the league. */
  #changeStatuses(matches: readonly LoggedMatch[], status: LoggedMatch['status']): 'done' | 'refused' | 'nothing' {
    if (matches.length === 0) return 'refused';
    const changed = matches.filter((match) => match.status !== status);
    if (changed.length === 0) return 'nothing';
    for (const match of changed) this.#put({ ...match, status });
    this.audited += changed.length;
    return this.#derive();
  }

  #replace(match: LoggedMatch): 'done' {
    this.#put(match);
    return this.#derive();
  }

  #put(match: LoggedMatch): void {
    this.log[this.numberOf(match.sequence)] = { ...match, version: match.version + 1 };
  }

  #derive(): 'done' {
    this.revision++;
    this.audited++;
    return 'done';
  }

  /** These people are known from now on. */
  see(sides: readonly SidePlan[]): void {
    for (const { participants } of sides) for (const { person } of participants) this.#known.add(person);
  }

  #isFitting(sides: readonly SidePlan[]): boolean {
    return isRatedBy(this.system, sides);
  }

  #meetsHimself(sides: readonly SidePlan[]): boolean {
    const people = peopleOf(sides).map((person) => this.merges.get(person) ?? person);
    return new Set(people).size < people.length;
  }

  #canMerge(person: number, into: number): boolean {
    if (person === into || !this.isKnown(into) || this.merges.has(person) || this.merges.has(into)) return false;
    if ([...this.merges.values()].includes(person)) return false;
    const same = [into, ...[...this.merges].filter(([, to]) => to === into).map(([one]) => one)];
    const matches = this.log.filter(({ sides }) => peopleOf(sides).includes(person));
    const isThere = matches.length > 0 || this.waits.some((wait) => wait.person === person);
    return isThere && !matches.some(({ sides }) => peopleOf(sides).some((other) => same.includes(other)));
  }
}

/** What an amendment must change for ratings to follow. */
function ratedContent({ playedAt, sides, isScored, weight }: LoggedMatch): object {
  const scoreOf = (score: number) => (isScored ? score : null);
  return {
    playedAt,
    weight,
    sides: sides.map((side) => ({
      ...side,
      participants: side.participants.map((one) => ({ ...one, score: scoreOf(one.score) })),
    })),
  };
}

/** Leagues are opened in UTC. */
export function midnightBefore(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

function peopleOf(sides: readonly SidePlan[]): number[] {
  return sides.flatMap(({ participants }) => participants.map(({ person }) => person));
}

function isRatedBy({ rater, settings }: System, sides: readonly SidePlan[]): boolean {
  const { minSides, maxSides, minPlayersPerSide, maxPlayersPerSide } = rater.formats(settings);
  const isWithin = (count: number, least: number, most: number | null) => count >= least && count <= (most ?? count);
  return (
    isWithin(sides.length, minSides, maxSides) &&
    sides.every(({ participants }) => isWithin(participants.length, minPlayersPerSide, maxPlayersPerSide))
  );
}
