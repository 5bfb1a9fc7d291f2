import type { App } from '../app.js';

export async function createDemo(_app: App, _log: (message: string) => void): Promise<void> {}
