// A process that uses the embedded database of a folder: prints the URL when it can, and stops when its input ends.
import { startEmbeddedPostgres } from '../../services/api/dist/database/embedded/embedded-postgres.js';

try {
  const database = await startEmbeddedPostgres({ dataDir: process.argv[2] });
  console.log(JSON.stringify({ url: database.url, isAdopted: database.isAdopted }));
  process.stdin.resume().once('end', () => database.stop());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
