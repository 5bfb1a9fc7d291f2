import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findChromium, launchChromium } from './chromium.js';
import { shared } from './shared.js';

/**
 * Tests in a real browser. Where there is none, one skipped test stands in their place and says so on the console: a machine
 * without it passes, but nobody takes it for one that was tested with it.
 */
export function describeInBrowser(title: string, tests: () => void): void {
  if (findChromium()) {
    describe(title, tests);
    return;
  }
  const reason = 'There is no Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.';
  test(`${title} (there is no browser)`, ({ skip }) => {
    console.warn(`NOT TESTED: ${title}. ${reason}`);
    skip(reason);
  });
}

/** How long a busy machine may take for what a test waits for, in milliseconds; it is half a minute otherwise. */
const TIMEOUT = 300_000;

/** A visitor with a browser: empty storage, no cookies. */
export interface Visitor {
  readonly page: Page;
  /** Every URL that the page asked for, sockets too. */
  readonly asked: readonly string[];
  /** What the browser complained about, and errors that no script caught. */
  readonly complaints: readonly string[];
  leave(): Promise<void>;
}

/** A visitor of all tests of a file or a `describe`. */
export function useVisitor(...window: Parameters<typeof newVisitor>): Visitor {
  const open = () => newVisitor(...window);
  return shared(open, ({ leave }) => leave());
}

/** Opens an empty page in the browser, which is started once a worker. @param size of the window, in pixels */
export async function newVisitor(size = { width: 1280, height: 800 }, timezoneId = 'UTC'): Promise<Visitor> {
  browser ??= launchChromium();
  const context = await (await browser).newContext({ viewport: size, timezoneId });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, asked, complaints, leave: () => context.close() };
}

/** What a page has that this process has not, for functions that run there. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type InPage = any;

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 800 };

async function layOutEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { document, CSSStyleSheet } = globalThis as InPage;
    for (const details of document.querySelectorAll('details')) details.open = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
}

/** A visitor who looks closely at the page that is open. */
export interface Examiner extends Visitor {
  /** Fails unless the page fits and is open to everybody, on a phone in light and on a desk in dark. */
  look(): Promise<void>;
  /** Lays out what a phone would leave until it is scrolled to, and opens what is folded. */
  layOutEverything(): Promise<void>;
}

/** @param isFine complaints of the browser that are no fault */
export async function newExaminer(isFine: RegExp): Promise<Examiner> {
  const visitor = await newVisitor(PHONE);
  const { page } = visitor;
  await page.addInitScript(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const look = async () => {
    for (const [size, colorScheme] of [
      [DESK, 'dark'],
      [PHONE, 'light'],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await layOutEverything(page);
      const found = await page.evaluate(async () => {
        const { document, axe } = globalThis as InPage;
        // Colours may be on their way from light to dark.
        for (const animation of document.getAnimations()) animation.finish();
        const { scrollWidth, clientWidth } = document.documentElement;
        const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        return {
          tooWide: Math.max(scrollWidth - clientWidth, 0),
          violations: violations.map(({ id, nodes }: InPage) => `${id}: ${nodes[0].html}`),
        };
      });
      expect(found, `${page.url()} in ${colorScheme}`).toEqual({ tooWide: 0, violations: [] });
    }
    expect(visitor.complaints.filter((complaint) => !isFine.test(complaint))).toEqual([]);
  };
  return { ...visitor, look, layOutEverything: () => layOutEverything(page) };
}

/** A community's site, on an origin and a site of its own. */
export interface OtherSite {
  /** Without a slash at the end. */
  readonly origin: string;
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/**
 * Serves files to browsers at an origin that shares neither port nor host with the service, nor the site, as browsers use the
 * word. Only a browser knows its name: names below localhost are this machine.
 * @param files by their path, such as /board.html; the type follows from how it ends. Without a file, / is an empty page
 */
export async function openOtherSite(
  files: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<OtherSite> {
  const known: Readonly<Record<string, string>> = { '/': '<!doctype html><title>A community</title>', ...files };
  const server = createServer(({ url }, response) => {
    const path = url!.split('?', 1)[0]!;
    const body = Object.hasOwn(known, path) ? known[path] : undefined;
    const type = TYPES[extname(path) || '.html'] ?? 'application/octet-stream';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { origin: `http://community.localhost:${port}`, stop };
}

let browser: Promise<Browser> | undefined;
