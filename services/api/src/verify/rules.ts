import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { ChangeCatalogue } from '../league-log/change.js';
import { type Findings, type Invariant, MAX_FINDINGS, type Mend, type Violation } from './findings.js';
import { rowsOf } from './snapshot.js';

/**
 * An invariant as rows that must not exist. To add one, add such a value to the list of its subject, and damage for it to
 * `test/verify`.
 * @typeParam About the subject of the statement, such as a league
 */
export interface Rule<About extends object> {
  readonly invariant: Invariant;
  /** Finds the rows, in the order in which they are reported. `$revision` in it is the field `revision` of `About`. */
  readonly statement: string;
  /** Describes the fault of a row; `false`: none. */
  says(row: Readonly<Record<string, unknown>>, about: About): Violation | false | readonly (Violation | false)[];
  /** Whether the statement finds rows to check, however many, and `says` decides which are wrong. Otherwise each row is wrong. */
  readonly isSuspicion?: true;
  readonly mend?: Mend;
}

/** The actions of changes of a league's history in its audit log and its events. */
interface Actions {
  /** Actions whose entries all have a revision. A submission has one only if it has late matches. */
  readonly deriving: readonly string[];
  /** Actions on several matches, with an entry and an event for each besides those of the league. */
  readonly ofSeveral: readonly string[];
  /** Actions on one match or player, of which webhooks are notified. */
  readonly reported: readonly string[];
}

export function actionsOf(changes: ChangeCatalogue): Actions {
  const all = [...changes.values()];
  const several = all.filter(({ isOfSeveral }) => isOfSeveral);
  const reported = all.filter(({ reports, isOfSeveral }) => reports && !isOfSeveral);
  return {
    deriving: [...all.map(({ action }) => action), 'submitMatches'],
    ofSeveral: several.map(({ action }) => action),
    reported: reported.map(({ action }) => action),
  };
}

/** A rule for one league: the parameters of its statement are the league's fields and the actions. */
export type LeagueRule = Rule<League & Actions>;

/** A rule for data that belongs to no league. */
export type PlatformRule = Rule<Actions>;

/** Rules of one invariant. */
export function rulesOf<About extends object>(
  invariant: Invariant,
  rules: readonly Omit<Rule<About>, 'invariant'>[],
): Rule<About>[] {
  return rules.map((rule) => ({ invariant, ...rule }));
}

/**
 * Reports the first rows of each rule. Memory holds one page of rows.
 * @param tx a snapshot
 * @returns whether there are none
 */
export async function checkRules<About extends object>(
  tx: Sql,
  rules: readonly Rule<About>[],
  about: About,
  findings: Findings,
): Promise<boolean> {
  let holds = true;
  for (const rule of rules) {
    for await (const [at, expected, found] of violations(tx, rule, about)) {
      findings.add(rule.invariant, at, expected, found, rule.mend);
      holds = false;
    }
  }
  return holds;
}

async function* violations<About extends object>(tx: Sql, rule: Rule<About>, about: About): AsyncGenerator<Violation> {
  const { text, values } = numbered(rule.statement, about);
  const pages = rule.isSuspicion
    ? rowsOf<Record<string, unknown>>(tx, 'suspects', text, values)
    : [await tx.query(`${text} LIMIT ${MAX_FINDINGS}`, values)];
  for await (const page of pages) for (const row of page) yield* violationsOf(rule.says(row, about));
}

/** PostgreSQL numbers its parameters. */
function numbered(statement: string, about: object): { text: string; values: unknown[] } {
  const names: string[] = [];
  const text = statement.replaceAll(/\$([a-zA-Z]+)/g, (_, name: string) => {
    if (!(name in about)) throw new Error(`The statement of a rule has the unknown parameter $${name}: ${statement}`);
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, values: names.map((name) => about[name as keyof typeof about]) };
}

function violationsOf(said: ReturnType<Rule<object>['says']>): readonly Violation[] {
  if (said === false) return [];
  return isOne(said) ? [said] : said.filter((each) => each !== false);
}

const isOne = (said: Violation | readonly (Violation | false)[]): said is Violation => typeof said[0] === 'string';
