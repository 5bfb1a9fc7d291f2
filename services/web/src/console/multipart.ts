import { once } from 'node:events';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { headerOf, hear, type SiteRequest } from '../http.js';
import { BadForm, Form } from './form-data.js';
import type { UploadedFile } from './uploads.js';

/** Fields allowed besides the file: the key of its form, and a few words. */
const LIMITS = { files: 1, fields: 20, fieldSize: 4_000, parts: 24, headerPairs: 20 };

/** Bytes allowed besides the file. */
const ROOM = 100_000;

/** What to do with a file that is too large. */
const REMEDIES = {
  FILE_SIZE: '',
  IMPORT_SIZE: '. Import it on the computer of the service: openladder import <league> <file>',
};

export interface FileLimit {
  readonly bytes: number;
  /** The refusal of a larger file. */
  readonly rule: keyof typeof REMEDIES;
}

/** A form with a file. */
export interface UploadForm<Result> {
  readonly form: Form;
  /** The result for the file; null if there was none, or its form was invalid. */
  readonly result: Result | null;
}

/**
 * Reads a form with a file, which is passed on as it arrives. The rest of a file that is no longer needed is read and discarded, so that
 * the browser receives the response.
 * @param limit of the file
 * @param isGood whether the fields before the file are those of a form from this service; otherwise it is discarded
 * @throws BadForm if it is no such form, or too large: before any of it is read, if its length is announced
 */
export async function readUpload<Result>(
  request: SiteRequest,
  { bytes, rule }: FileLimit,
  isGood: (form: Form) => boolean,
  receive: (file: UploadedFile) => Promise<Result>,
): Promise<UploadForm<Result>> {
  const megabytes = bytes / 1_000_000;
  const message = `file must be at most ${megabytes} MB, but is larger${REMEDIES[rule]}`;
  const tooLarge = () => new BadForm(413, { rule, parameters: { megabytes }, message });
  if (Number(headerOf(request, 'content-length')) > bytes + ROOM) throw tooLarge();
  const form = new Form(new URLSearchParams());
  const parser = openParser(request);
  let work: Promise<Result> | null = null;
  const ended = once(parser, 'finish');
  parser.on('field', (name, value) => form.values.append(name, value));
  parser.on('file', (_, stream, name) => {
    const file = hear(stream);
    // A file without a name is a field that was left empty.
    if (!name || work || !isGood(form)) return void file.resume();
    parser.once('error', (error) => file.destroy(error as Error));
    work = receive({ name, content: file.iterator({ destroyOnReturn: false }) }).finally(() => file.resume());
    handled(work);
  });
  handled(ended);
  try {
    let length = 0;
    for await (const chunk of request.body) {
      length += chunk.length;
      if (length > bytes + ROOM) throw tooLarge();
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), ended]);
    }
    parser.end();
    await ended;
  } catch (error) {
    parser.destroy(error as Error);
    // Received data is deleted first.
    await Promise.allSettled([work]);
    if (error instanceof BadForm) throw error;
    throw new BadForm(400, { message: 'The form did not arrive completely. Send it again.' });
  }
  return { form, result: await work };
}

/** Prevents an unhandled rejection; the caller that awaits the work gets the failure. */
function handled(work: Promise<unknown>): void {
  work.catch(() => undefined);
}

function openParser({ headers }: SiteRequest): BusboyInstance {
  try {
    return hear(new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS }));
  } catch {
    throw new BadForm(400, { message: 'The form cannot be read.' });
  }
}
