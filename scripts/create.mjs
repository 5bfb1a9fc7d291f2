#!/usr/bin/env node
// npm create @openladder/rater my-rater, and the same for a bot: copies the template beside this file. The build puts both into the packages.
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATE = fileURLToPath(new URL('template/', import.meta.url));
/** The template's package.json, with its own name. */
const MANIFEST = JSON.parse(readFileSync(join(TEMPLATE, 'package.json'), 'utf8'));
const { name: PLACEHOLDER } = MANIFEST;
/** The root of the checkout, if this is in one. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const KIND = PLACEHOLDER.replace('my-', '');
/** Names that are valid both as keys of rating systems and as npm packages. */
const NAME = /^[a-z][a-z0-9-]{0,62}$/;

const [folder, ...more] = process.argv.slice(2);
const problem = problemWith(folder);
if (problem) {
  console.error(problem);
  process.exitCode = 2;
} else {
  write(resolve(folder));
  console.log(`Made a ${KIND} in ${folder}. Run these two commands there:\n\n  ${install()}\n  npm test\n`);
}

/** The command that installs the template's needs. In a checkout it installs the package beside it, which need not be in any registry. */
function install() {
  if (!existsSync(join(ROOT, 'pnpm-workspace.yaml'))) return 'npm install';
  const { dependencies, peerDependencies } = MANIFEST;
  const [needed] = Object.keys(dependencies ?? peerDependencies);
  const path = join(ROOT, 'packages', needed.replace('@openladder/', ''));
  return `npm install ${dependencies ? '' : '--save-dev '}${path.includes(' ') ? JSON.stringify(path) : path}`;
}

function problemWith(folder) {
  if (folder === undefined || folder.startsWith('-') || more.length > 0) {
    return `Usage: npm create @openladder/${KIND} <folder>, for example ${PLACEHOLDER}`;
  }
  const name = basename(resolve(folder));
  if (!NAME.test(name)) {
    return `The last part of the folder is the name of the ${KIND}. It must have 1 to 63 lowercase letters, digits and hyphens, and begin with a letter, but is ${JSON.stringify(name)}.`;
  }
  if (!existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0)) return undefined;
  return `${folder} is not an empty folder. Choose another one.`;
}

function write(target) {
  cpSync(TEMPLATE, target, { recursive: true });
  for (const file of readdirSync(target)) {
    const path = join(target, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(PLACEHOLDER, basename(target)));
  }
  // Not in the template: npm packs no file of this name.
  writeFileSync(join(target, '.gitignore'), 'node_modules/\n*.ndjson*\n');
}
