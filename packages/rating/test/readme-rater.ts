import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const README = new URL('../README.md', import.meta.url);

/** A file in a page. */
export interface ShownFile {
  readonly path: string;
  readonly text: string;
}

/** A package on disk. */
export interface WrittenPackage {
  readonly packageName: string;
  readonly directory: string;
}

/** The files of the page's rater: each is a fenced block below a line with its name in backticks. */
export async function readmeFiles(): Promise<ShownFile[]> {
  const page = await readFile(README, 'utf8');
  return [...page.matchAll(/^`([\w./-]+)`\n\n```\w+\n(.*?)^```$/gms)].map(([, path, text]) => ({
    path: path!,
    text: text!,
  }));
}

/**
 * Writes the rater of the page "Write a rater in 40 lines", word for word, as a package of its own. It finds
 * `@openladder/rating` as any package does: in a node_modules at or above the directory.
 * @param directory the package's folder, created if missing
 * @throws RangeError if the page shows no package.json
 */
export async function writeReadmeRater(directory: string): Promise<WrittenPackage> {
  const files = await readmeFiles();
  const manifest = files.find(({ path }) => path === 'package.json');
  if (!manifest) throw new RangeError('packages/rating/README.md shows no package.json');
  for (const { path, text } of files) {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return { packageName: JSON.parse(manifest.text).name, directory };
}
