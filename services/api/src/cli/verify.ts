import type { Command } from 'commander';
import { report } from '../verify/report.js';
import { verifyDatabase } from '../verify/verify.js';
import type { VerifyProgress } from '../verify/verify-league.js';
import { FAILED } from './exit.js';
import { type Progress, showProgress } from './progress.js';
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
        const progress = progressByLeague();
        try {
          const verification = await verifyDatabase(app, slugs.length > 0 ? slugs : undefined, progress.update);
          progress.stop();
          for (const line of report(verification)) console.log(line);
          if (!verification.holds) process.exitCode = FAILED;
        } finally {
          progress.stop();
        }
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
