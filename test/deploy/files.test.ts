import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../services/api/dist/metrics/metrics.js';
import { readConfig } from '../../services/api/dist/start/config.js';

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));
const run = promisify(execFile);

/** Every file, by its path. */
async function files(): Promise<Map<string, string>> {
  const entries = await readdir(DEPLOY, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(DEPLOY.length), await readFile(path, 'utf8')] as const)),
  );
}

/** A test that needs a program of the machine; without it the test is skipped, and says so. */
function testWith(program: string, title: string, work: () => Promise<void>): void {
  test(title, async ({ skip }) => {
    if (existsSync(program)) return work();
    console.warn(`NOT TESTED: ${title}. There is no ${program}.`);
    return skip(`there is no ${program}`);
  });
}

describe('the files of deploy/', () => {
  test('set existing variables to valid values', async () => {
    const problems: string[] = [];
    let count = 0;
    for (const [path, text] of await files()) {
      // NAME=value in shell, Dockerfile, systemd and comments; NAME: value in YAML.
      for (const [, name, value] of text.matchAll(/\b(OPENLADDER_[A-Z_]+)(?:=|: )["']?([^\s"',;]*)/g)) {
        if (/[${}<]/.test(value!)) continue;
        count++;
        const beside = name === 'OPENLADDER_DIRECT_DATABASE_URL' ? { OPENLADDER_DATABASE_URL: value } : {};
        try {
          readConfig({ ...beside, [name!]: value });
        } catch (error) {
          problems.push(`${path}: ${(error as Error).message}`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });

  test('query existing metrics', async () => {
    const known = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
    for (const path of ['monitoring/alerts.yaml', 'monitoring/dashboard.json']) {
      const text = (await files()).get(path)!;
      const used = new Set([...text.matchAll(/\b(openladder_[a-z_]+)\b/g)].map(([, name]) => name!));
      const unknown = [...used].filter((name) => !known.includes(name.replace(/_(bucket|sum|count)$/, '')));
      expect(unknown, path).toEqual([]);
      expect(used.size, path).toBeGreaterThan(3);
    }
  });

  testWith('/usr/bin/promtool', 'have alerts that promtool takes, and that fire', async () => {
    const cwd = join(DEPLOY, 'monitoring');
    await run('/usr/bin/promtool', ['check', 'config', 'prometheus.yaml'], { cwd });
    await run('/usr/bin/promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd });
  });

  testWith('/usr/bin/systemd-analyze', 'have a unit that is exposed by 2.0 of 10 at most', async () => {
    const unit = join(DEPLOY, 'systemd/openladder.service');
    const { stdout } = await run('/usr/bin/systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
    const [, exposure] = /Overall exposure level for openladder\.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(2);
  });

  testWith('/usr/bin/kubectl', 'have a kustomization that builds', async () => {
    const { stdout } = await run('/usr/bin/kubectl', ['kustomize', join(DEPLOY, 'kustomize')]);
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'Job'])
      expect(stdout).toContain(`kind: ${kind}\n`);
  });
});
