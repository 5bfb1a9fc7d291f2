import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The folder for temporary files is full or unusable. */
export class TemporaryFileFailed extends Error {
  override readonly name = 'TemporaryFileFailed';

  constructor(folder: string, reason: string) {
    super(`a temporary file in ${folder} failed: ${reason}; set TMPDIR to use another folder for temporary files`);
  }
}

/**
 * A file that disappears with its user. If the system allows it, the file has no name, so that nothing remains of it even if the
 * process is killed.
 */
export class TemporaryFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: number;
  readonly #isNamed: boolean;

  /** @throws TemporaryFileFailed */
  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, `openladder-${randomUUID()}.tmp`);
    this.#file = this.#try(() => openSync(this.#path, 'wx+', 0o600));
    this.#isNamed = !isRemoved(this.#path);
  }

  /** @throws TemporaryFileFailed */
  write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; ) {
      done += this.#try(() => writeSync(this.#file, bytes, done, bytes.length - done, at + done));
    }
  }

  /**
   * Reads back data written at a position.
   * @throws TemporaryFileFailed
   */
  read(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; ) {
      const read = this.#try(() => readSync(this.#file, bytes, done, bytes.length - done, at + done));
      if (read === 0) throw new TemporaryFileFailed(this.#folder, 'it is shorter than what was written');
      done += read;
    }
  }

  close(): void {
    closeSync(this.#file);
    if (this.#isNamed) isRemoved(this.#path);
  }

  #try<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      throw new TemporaryFileFailed(this.#folder, (error as Error).message);
    }
  }
}

/** Some systems cannot remove an open file. */
function isRemoved(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
