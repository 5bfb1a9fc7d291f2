import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';

/** Findings of `openladder verify` about these leagues and the platform. */
export async function verifyLeagues(databaseUrl: string, slugs?: readonly string[]): Promise<unknown[]> {
  const { app, close } = await openApp(readConfig({ OPENLADDER_DATABASE_URL: databaseUrl }), () => undefined);
  try {
    const { platform, leagues } = await verifyDatabase(app, slugs);
    return [...platform, ...leagues.flatMap(({ slug, problems }) => problems.map((problem) => ({ slug, ...problem })))];
  } finally {
    await close();
  }
}
