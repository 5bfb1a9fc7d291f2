import { main } from '@openladder/api/dist/main.js';
import { answerParent } from './child.js';
import { seconds } from './interleaved.js';

/** A file to import by the command, in a process of its own. */
export interface ImportTask {
  readonly databaseUrl: string;
  readonly file: string;
  readonly slug: string;
  readonly ratingSystem: string;
  readonly map: string;
}

/** Answers with the seconds that the command took. */
answerParent(async ({ databaseUrl, file, slug, ratingSystem, map }: ImportTask) => {
  process.env['OPENLADDER_DATABASE_URL'] = databaseUrl;
  process.env['OPENLADDER_LOG_LEVEL'] = 'silent';
  const report = console.log;
  console.log = () => undefined;
  const took = await seconds(() => main(['import', slug, file, '--create', ratingSystem, '--map', map]));
  console.log = report;
  if (process.exitCode) throw new Error(`the import ended with ${process.exitCode}`);
  return took;
});
