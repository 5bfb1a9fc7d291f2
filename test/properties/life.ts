import { expect } from 'vitest';
import type { MatchSubmission, SideSubmission } from '../../services/api/dist/match-log/checks.js';
import { chooseRatingSystem } from '../../services/api/dist/raters/rating-system.js';
import { type Correction, LeagueUnderTest } from './league-under-test.js';
import { asAmendment, detailsOf } from './match-content.js';
import { type CorrectingStep, DAY, HOUR, Model, type Moment, OPENING } from './model.js';
import { type Life, type MatchPlan, type SidePlan, type Step, SYSTEMS } from './plans.js';
import type { PlatformUnderTest } from './platform-under-test.js';
import { type Derived, derivedAt, type System } from './replay.js';

/** The board from a time on. */
interface Shown {
  readonly at: number;
  readonly moment: Moment;
}

let lives = 0;

/**
 * Lives a league's life in the service and in the model side by side: after each step they are equal to the bit. At the
 * end the past is asked for, and everything is undone.
 */
export async function live(platform: PlatformUnderTest, life: Life): Promise<void> {
  const lived = await LifeLived.begin(platform, life);
  for (const step of life.steps) await lived.take(lived.aimed(step));
  await lived.checkPast();
  await lived.checkInvariants();
  await lived.undoAll();
  if (life.isDeleted) await lived.delete();
  await lived.checkInvariants();
}

class LifeLived {
  readonly #platform: PlatformUnderTest;
  readonly #name: string;
  readonly #league: LeagueUnderTest;
  #model: Model;
  /** Index of the rating system in SYSTEMS. */
  #system: number;
  readonly #shown: Shown[] = [];
  #submitted = 0;
  #ids: ReadonlyMap<string, number> = new Map();
  /** Accounts that are linked. */
  #accounts: ReadonlySet<string> = new Set();
  /** The steps that undo those taken, oldest first. */
  readonly #undoing: Step[][] = [];
  #beginning: Derived | null = null;
  #isDeleted = false;

  private constructor(
    platform: PlatformUnderTest,
    name: string,
    league: LeagueUnderTest,
    { system, rule }: Pick<Life, 'system' | 'rule'>,
    openedAt: number,
  ) {
    this.#platform = platform;
    this.#name = name;
    this.#league = league;
    this.#system = system;
    this.#model = new Model(this.#systemOf(system), openedAt, rule, (person) => `${name}p${person}`);
  }

  static async begin(platform: PlatformUnderTest, { system, rule, beginning }: Life): Promise<LifeLived> {
    const name = `life${++lives}-`;
    platform.clock.now++;
    // No midnight passes during a life.
    if (platform.clock.now % DAY > DAY - HOUR) platform.clock.now += HOUR;
    const openedAt = platform.clock.now;
    const league = await LeagueUnderTest.open(platform, `${name}league`, { ...SYSTEMS[system]!, ...rule });
    const life = new LifeLived(platform, name, league, { system, rule }, openedAt);
    await life.take({ kind: 'submit', replica: 0, matches: beginning });
    life.#undoing.length = 0;
    const { journal, board } = await league.observe();
    life.#beginning = { journal, board };
    return life;
  }

  /** Most restorations are of void matches, and most unmergings of people who are merged, where there are any. */
  aimed(step: Step): Step {
    if (step.kind === 'restore' && step.match % 5 > 0) {
      const { log } = this.#model;
      const isVoid = [...log.keys()].filter((index) => log[index]!.status === 'VOID');
      return { ...step, match: isVoid[step.match % isVoid.length] ?? step.match };
    }
    if (step.kind === 'restoreMatches') {
      const isVoid = [...this.#model.log.keys()].filter((index) => this.#model.log[index]!.status === 'VOID');
      return { ...step, matches: step.matches.map((number) => isVoid[number % isVoid.length] ?? number) };
    }
    if (step.kind === 'unmerge' && step.person > 0) {
      const merged = [...this.#model.merges.keys()];
      return { ...step, person: merged[step.person % merged.length] ?? step.person };
    }
    return step;
  }

  /** Takes a step in the service and in the model, and compares them. */
  async take(step: Step): Promise<void> {
    // Whole milliseconds, and not always the same number of them.
    this.#platform.clock.now += 1 + ((this.#shown.length * 7919) % 5000);
    if (step.kind === 'submit') await this.#submit(step.replica, step.matches);
    else if (step.kind === 'resend') await this.#resend(step.replica, step.match);
    else if (step.kind === 'rename') await this.#rename(step.replica, step.person, `${this.#name}n${step.name}`);
    else if (step.kind === 'link') await this.#link(step.replica, step.person);
    else if (step.kind === 'wait') await this.#wait(step.replica, step.person, this.#model.timeOf(step.when));
    else if (step.kind === 'hide') await this.#hide(step.replica, step.person, step.isHidden);
    else if (step.kind === 'call') await this.#call(step.replica, step.person, step.name);
    else if (step.kind === 'erase') await this.#erase(step.replica, step.person);
    else if (step.kind === 'archive') await this.#archive(step.replica);
    else if (step.kind === 'move') await this.#move(step.replica);
    else await this.#correct(step);
    await this.#compare();
  }

  /** Hides or shows a player with a rated match; others may not be on record. */
  async #hide(replica: number, person: number, isHidden: boolean): Promise<void> {
    const counted = this.#model.merges.get(person) ?? person;
    const id = this.#ids.get(this.#model.handles[counted]!.at(-1)!);
    if (!this.#derived(this.#model.moment).journal.some(({ player }) => player === id)) return;
    const isChange = this.#model.hidden.has(counted) !== isHidden;
    await this.#league.hide(replica, this.#handleOf(person), isHidden);
    this.#model.hide(counted, isHidden);
    if (isChange) this.#undoing.push([{ kind: 'hide', replica, person: counted, isHidden: !isHidden }]);
  }

  async #call(replica: number, person: number, name: number | null): Promise<void> {
    const displayName = name === null ? null : `Łukasz 🦊 ${name}`;
    const player = this.#handleOf(person);
    expect(await this.#league.call(replica, player, displayName)).toBe(this.#model.call(person, displayName));
  }

  async #erase(replica: number, person: number): Promise<void> {
    const player = this.#handleOf(person);
    const erased = await this.#league.erase(replica, player, this.#model.handles[person]!.at(-1)!);
    const expected = this.#model.erase(person);
    if (erased === 'refused' || expected === 'refused') return expect(erased).toBe(expected);
    expect(new Set(erased.keys())).toEqual(new Set(expected.map((one) => this.#idOf(one))));
    for (const one of expected) this.#model.handles[one] = [erased.get(this.#idOf(one))!];
  }

  async #archive(replica: number): Promise<void> {
    const [plan] = this.#model.log;
    if (!plan) return;
    const externalId = `${this.#name}too-late`;
    expect(await this.#league.archive(replica, { ...plan.submission, externalId })).toBe(true);
    this.#model.audited += 2;
  }

  async #move(replica: number): Promise<void> {
    await this.#league.move(replica);
    this.#model.audited++;
  }

  /** Nothing is left of the league, and the platform is whole. */
  async delete(): Promise<void> {
    expect(await this.#league.delete()).toBe(0);
    this.#isDeleted = true;
  }

  async #submit(replica: number, plans: readonly MatchPlan[]): Promise<void> {
    const matches = plans.map((plan) => ({ plan, submission: this.#submissionOf(plan) }));
    const first = this.#model.log.length;
    const expected = this.#model.submit(matches).map((isAccepted) => (isAccepted ? 'rated' : 'rejected'));
    const submissions = matches.map(({ submission }) => submission);
    expect(await this.#league.submit(replica, submissions)).toEqual(expected);
    const sequences = this.#model.log.slice(first).map(({ sequence }) => sequence);
    this.#undoing.push(
      sequences.map((sequence) => ({ kind: 'void', replica, match: this.#model.numberOf(sequence), how: 'inline' })),
    );
  }

  async #resend(replica: number, number: number): Promise<void> {
    const match = this.#model.match(number);
    if (match) expect(await this.#league.submit(replica, [match.submission])).toEqual(['replayed']);
  }

  async #wait(replica: number, person: number, from: number): Promise<void> {
    const { merges, moment } = this.#model;
    const { journal } = this.#derived(moment);
    const until = await this.#league.expireWait(replica, this.#handleOf(person), from);
    const [player] = await this.#league.playerIds([this.#model.handles[merges.get(person) ?? person]!.at(-1)!]);
    const last = journal.findLast((line) => line.player === player?.[1]);
    this.#model.wait(person, until, last?.playedAt ?? Number.NEGATIVE_INFINITY);
  }

  async #rename(replica: number, person: number, handle: string): Promise<void> {
    const player = this.#model.handles[person]!.at(-1)!;
    const expected = this.#model.rename(person, handle);
    expect(await this.#league.rename(replica, player, handle)).toBe(expected);
  }

  /** Players are named by their accounts from then on, too. */
  async #link(replica: number, person: number): Promise<void> {
    const account = this.#accountOf(person);
    await this.#league.link(replica, this.#model.handles[person]!.at(-1)!, account, this.#accounts.has(account));
  }

  async #correct(step: CorrectingStep): Promise<void> {
    const trial = this.#model.copy();
    const undoing = this.#undo(step);
    const isConfiguring = step.kind === 'configure';
    const system = isConfiguring ? step.system % SYSTEMS.length : this.#system;
    const expected = isConfiguring ? trial.configure(this.#systemOf(system)) : trial.correct(step);
    const correction = this.#toCorrection(step);
    const found = correction ? await this.#league.correct(step.replica, correction, step.how) : 'refused';
    if (found === 'cancelled') {
      expect([step.how, expected]).toEqual(['cancelled', 'done']);
      // The players of an amendment are made when it is asked for.
      if (step.kind === 'amend' && step.to.plan) this.#model.see(step.to.plan.sides);
      return;
    }
    expect(found, `${step.kind}, ${step.how}`).toBe(expected);
    if (expected !== 'done' || step.how === 'dryRun') return;
    this.#model = trial;
    this.#system = system;
    this.#undoing.push(undoing);
  }

  #toCorrection(step: CorrectingStep): Correction | null {
    const handle = (person: number) => this.#handleOf(person);
    switch (step.kind) {
      case 'merge':
        return { kind: 'merge', player: handle(step.person), into: handle(step.into) };
      case 'unmerge':
        return { kind: 'unmerge', player: handle(step.person) };
      case 'configure':
        return { kind: 'configure', ...SYSTEMS[step.system % SYSTEMS.length]! };
      case 'recompute':
        return { kind: 'recompute' };
      case 'voidMatches':
      case 'restoreMatches': {
        const matches = this.#model.matches(step.matches);
        return matches.length > 0 ? { kind: step.kind, matches } : null;
      }
    }
    const match = this.#model.match(step.match);
    if (!match) return null;
    const { sequence, version } = match;
    if (step.kind !== 'amend') return { kind: step.kind, sequence, version };
    const { hours, plan, weight, details } = step.to;
    const playedAt = hours === null ? null : new Date(OPENING + hours * HOUR);
    return {
      kind: 'amend',
      sequence,
      version,
      playedAt,
      sides: plan && this.#sidesOf(plan),
      weight,
      details: detailsOf(details),
    };
  }

  /** The step that takes back a correction, made before the correction is. */
  #undo(step: CorrectingStep): Step[] {
    const how = 'inline';
    const { replica } = step;
    switch (step.kind) {
      case 'void':
      case 'restore':
      case 'amend': {
        const match = this.#model.match(step.match);
        if (!match) return [];
        // Its number among the matches, however many there are by then.
        const number = this.#model.numberOf(match.sequence);
        if (step.kind === 'amend') return [{ ...step, match: number, to: asAmendment(match), how }];
        return [{ ...step, match: number, kind: step.kind === 'void' ? 'restore' : 'void', how }];
      }
      case 'voidMatches':
      case 'restoreMatches': {
        const isVoid = step.kind === 'voidMatches';
        const changed = this.#model.matches(step.matches).filter(({ status }) => (status === 'RATED') === isVoid);
        const matches = changed.map(({ sequence }) => this.#model.numberOf(sequence));
        return [{ kind: isVoid ? 'restoreMatches' : 'voidMatches', replica, matches, how }];
      }
      case 'merge':
        return [{ kind: 'unmerge', replica, person: step.person, how }];
      case 'unmerge': {
        const into = this.#model.merges.get(step.person);
        return into === undefined ? [] : [{ kind: 'merge', replica, person: step.person, into, how }];
      }
      case 'configure':
        return [{ kind: 'configure', replica, system: this.#system, how }];
      case 'recompute':
        return [];
    }
  }

  /** Undoes every step, the last one first: what is left is the beginning, to the bit. */
  async undoAll(): Promise<void> {
    const steps = this.#undoing.toReversed().flat();
    for (const step of steps) {
      const before = this.#model.audited;
      await this.take(step);
      // Players who met, or matches that another rater cannot rate, stay in the log though they are void.
      if (this.#model.audited === before) return;
    }
    const { journal, board } = await this.#league.observe();
    // A wait can't be undone, and may stand before a match that was not there at the time.
    if (this.#model.waits.length === 0) expect({ journal, board }).toEqual(this.#beginning);
  }

  /** Asks for the past: as it was shown, as it would be told now, and as it would have been told then. */
  async checkPast(): Promise<void> {
    const now = this.#model.moment;
    for (const [index, { at, moment }] of this.#shown.entries()) {
      const until = this.#shown[index + 1]?.at ?? at + 10;
      for (const asKnownAt of new Set([at, until - 1])) {
        const shown = await this.#league.boardAt({ asOf: null, asKnownAt: new Date(asKnownAt) });
        expect(shown, `as shown after step ${index}`).toEqual(this.#derived(moment, undefined, now).board);
      }
      const asOf = OPENING + ((index * 37) % 90) * HOUR;
      for (const [asKnownAt, log] of [
        [null, now],
        [new Date(at), moment],
      ] as const) {
        const shown = await this.#league.boardAt({ asOf: new Date(asOf), asKnownAt });
        expect(shown, `as of hour ${(asOf - OPENING) / HOUR}, known at ${index}`).toEqual(
          this.#derived(log, asOf, now).board,
        );
      }
    }
  }

  async checkInvariants(): Promise<void> {
    expect(await this.#league.problems(this.#isDeleted), 'what openladder verify finds').toEqual([]);
  }

  async #compare(): Promise<void> {
    this.#accounts = await this.#league.accounts();
    this.#ids = await this.#league.playerIds(this.#model.handles.map((handles) => handles.at(-1)!));
    const { log, lastSequence, revision, audited, ratedThrough, moment, system } = this.#model;
    const { journal, board } = this.#derived(moment);
    expect(await this.#league.observe()).toEqual({
      league: {
        ...{
          revision,
          matchCount: log.length,
          playerCount: new Set(journal.map(({ player }) => player)).size,
          lastSequence,
        },
        ratedThrough: ratedThrough === null ? null : new Date(ratedThrough),
        rater: system.rater.key,
      },
      matches: log.map(({ sequence, externalId, playedAt, status, version, sides, weight, details }) => ({
        ...{ sequence, externalId, playedAt, status, version, weight, details: detailsOf(details) },
        roles: sides.map(({ role }) => role),
      })),
      audited,
      journal,
      board,
    });
    const called = [...this.#model.displayNames].map(([person, name]) => [this.#idOf(person), name] as const);
    expect(await this.#league.displayNames(this.#ids.values())).toEqual(new Map(called));
    this.#shown.push({ at: this.#platform.clock.now, moment });
  }

  #derived(moment: Moment, asOf?: number, now?: Moment): Derived {
    return derivedAt(moment, (person) => this.#idOf(person), asOf, now);
  }

  #idOf(person: number): number {
    return this.#ids.get(this.#model.handles[person]!.at(-1)!)!;
  }

  #systemOf(index: number): System {
    const { ratingSystem, settings } = SYSTEMS[index]!;
    const path = { key: [], settings: [] };
    return chooseRatingSystem(this.#platform.replicas[0]!.raters, ratingSystem, settings, path);
  }

  #submissionOf(plan: MatchPlan): MatchSubmission {
    const externalId = `${this.#name}${++this.#submitted}`;
    const playedAt = new Date(this.#model.timeOf(plan));
    const { weight, details } = plan;
    return { externalId, playedAt, sides: this.#sidesOf(plan), weight, details: detailsOf(details) };
  }

  #sidesOf({ sides, isScored }: Pick<MatchPlan, 'sides' | 'isScored'>): SideSubmission[] {
    return sides.map(({ placement, status, role, participants }: SidePlan) => ({
      ...{ placement, status, role },
      participants: participants.map(({ person, isGuest, minutesPlayed, score }) => ({
        player: this.#handleOf(person),
        isGuest,
        minutesPlayed,
        score: isScored ? score : null,
      })),
    }));
  }

  /** Any handle that a person has or had, or their account, another every time. */
  #handleOf(person: number): string {
    const account = this.#accountOf(person);
    const names = [...this.#model.handles[person]!, ...(this.#accounts.has(account) ? [account] : [])];
    return names[this.#shown.length % names.length]!;
  }

  #accountOf(person: number): string {
    return `test:${this.#name}p${person}`;
  }
}
