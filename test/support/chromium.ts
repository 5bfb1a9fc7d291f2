import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian has it, and others; CHROMIUM_PATH names another. */
const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function findChromium(): string | undefined {
  return PLACES.find((path) => path && existsSync(path));
}

/** It ends with this process. @throws Error if there is none */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('There is no Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.');
  // As root, Chromium has no sandbox.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
