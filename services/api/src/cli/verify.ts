import type { Command } from 'commander';
import { pluralize } from '../kit/words.js';
import { countProblems, INVARIANTS, type Problem } from '../verify/findings.js';
import { type Verification, verifyDatabase } from '../verify/verify.js';
import type { LeagueVerification, VerifyProgress } from '../verify/verify-league.js';
import { type Progress, showProgress } from './progress.js';
import { FAILED } from './report.js';
import { withApp } from './with-app.js';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description(
      'verify that ratings, journal and standings are a replay of the match log; exit status 1 if they are not',
    )
    .argument('[league...]', 'slugs of the leagues to verify; all leagues if omitted')
    .action((slugs: string[]) =>
      withApp('verify', async (app) => {
        const { update, stop } = progressByLeague();
        const verification = await verifyDatabase(app, slugs.length > 0 ? slugs : undefined, update).finally(stop);
        for (const line of report(verification)) console.log(line);
        if (!verification.holds) process.exitCode = FAILED;
      }),
    );
}

/** One bar after another: leagues are verified one by one. */
function progressByLeague(): { update: (progress: VerifyProgress) => void; stop: () => void } {
  let shown: { league: string; progress: Progress } | undefined;
  const stop = () => {
    shown?.progress.stop();
    shown = undefined;
  };
  const update = ({ league, done, total }: VerifyProgress) => {
    if (shown?.league !== league) {
      stop();
      shown = { league, progress: showProgress(`Verifying ${league}`, total, 'matches') };
    }
    shown.progress.update(done);
  };
  return { update, stop };
}

const SHOWN_LENGTH = 200;

/** The findings for people: a line for each league and one for the platform, with the problems below. */
export function* report({ leagues, platform }: Verification): Generator<string> {
  for (const league of leagues) {
    yield `${league.slug}: ${extent(league)}: ${verdict(league.problems)}${pending(league)}`;
    yield* details(league.problems);
  }
  yield `tokens and audit log: ${verdict(platform)}`;
  yield* details(platform);
}

function extent({ matches, changes, ratings }: LeagueVerification): string {
  return `${pluralize(matches, 'match', 'matches')}, ${pluralize(changes, 'rating change')}, ${pluralize(ratings, 'rating')}`;
}

function verdict(problems: readonly Problem[]): string {
  const count = countProblems(problems);
  return count === 0 ? 'all hold' : pluralize(count, 'problem');
}

/** Not a problem: the board is consistent, and waits for a recompute by another version of its rater. */
function pending({ needsDerivingUnder, derivedBy, problems }: LeagueVerification): string {
  if (needsDerivingUnder === null) return '';
  const limit = problems.length === 0 ? ` that can be checked without ${derivedBy}` : '';
  return `${limit}; must be recomputed with ${needsDerivingUnder}`;
}

function* details(problems: readonly Problem[]): Generator<string> {
  for (const { invariant, count, findings } of problems) {
    yield `  Broken: ${INVARIANTS[invariant]}`;
    for (const { at, expected, found, mend } of findings) {
      const cure = mend ? `; \`openladder mend ${mend}\` repairs it` : '';
      yield `    ${at}: expected ${shownValue(expected)}, found ${shownValue(found)}${cure}`;
    }
    if (count > findings.length) yield `    and ${(count - findings.length).toLocaleString('en')} more`;
  }
}

/** Shows a number with all its digits, and a text as it is. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
