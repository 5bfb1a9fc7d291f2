import { answerParent } from './child.js';
import { seconds } from './interleaved.js';
import { openService } from './service.js';
import { recompute } from './synthetic-league.js';

/** A league to recompute in a process of its own. */
export interface RecomputeTask {
  readonly databaseUrl: string;
  readonly slug: string;
}

/** Answers with the seconds that the job took. */
answerParent(async ({ databaseUrl, slug }: RecomputeTask) => {
  const { app, close } = await openService(databaseUrl);
  try {
    return await seconds(() => recompute(app, slug));
  } finally {
    await close();
  }
});
