import { readConfig } from '@openladder/api/dist/start/config.js';
import { type OpenApp, openApp } from '@openladder/api/dist/start/open-app.js';
import { type ChildServer, startInChild } from './child.js';

/** The administrator of services under measurement. */
export const ADMIN_TOKEN = 'bench-admin-token-long-enough';

function environment(databaseUrl: string) {
  return {
    OPENLADDER_DATABASE_URL: databaseUrl,
    OPENLADDER_PORT: '0',
    OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
    OPENLADDER_DEMO: 'false',
    OPENLADDER_LOG_LEVEL: 'silent',
    OPENLADDER_RATE_LIMIT: 'off',
  };
}

/**
 * `openladder serve` in a process of its own.
 * @param env OPENLADDER_* variables beside those that every measurement has
 */
export function startService(databaseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<ChildServer> {
  const program = new URL('../bin/openladder.mjs', import.meta.resolve('@openladder/api/dist/main.js'));
  return startInChild(program, ['serve'], { ...environment(databaseUrl), ...env });
}

/** The use cases without HTTP, in this process. */
export function openService(databaseUrl: string): Promise<OpenApp> {
  return openApp(readConfig(environment(databaseUrl)), () => undefined);
}
