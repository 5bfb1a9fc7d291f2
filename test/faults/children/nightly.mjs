// Runs the nightly run once, as a worker does, and dies whenever it is killed.
import { readConfig } from '../../../services/api/dist/config.js';
import { runNightly } from '../../../services/api/dist/nightly/run-nightly.js';
import { openApp } from '../../../services/api/dist/open-app.js';

const { app, close } = await openApp(readConfig(process.env), () => undefined);
process.stdout.write('running\n');
await runNightly(app, { info: () => undefined, error: (error) => console.error(error) });
await close();
