// Runs the nightly run once, as a worker does, and dies whenever it is killed.

import { runNightly } from '../../../services/api/dist/nightly/pass-midnight.js';
import { readConfig } from '../../../services/api/dist/start/config.js';
import { openApp } from '../../../services/api/dist/start/open-app.js';

const { app, close } = await openApp(readConfig(process.env), () => undefined);
process.stdout.write('running\n');
await runNightly(app, { info: () => undefined, error: (error) => console.error(error) });
await close();
