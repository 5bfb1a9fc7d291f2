import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { ADMIN_TOKEN, type Service } from './service.js';
import { shared } from './shared.js';

/** A browser without JavaScript that is signed in to the console, or not yet. */
export interface ConsoleVisitor {
  get(path: string): Promise<Response>;
  /** The HTML of a page that must be there. */
  read(path: string): Promise<string>;
  /** The same, once nothing is in progress on the page any more. */
  settled(path: string): Promise<string>;
  /**
   * Opens a page, writes into one of its forms and sends it.
   * @param form its id
   * @param written fields by name; undefined unticks a box
   * @returns what is answered; redirects are not followed, except to the page that shows what came of the form
   */
  fill(path: string, form: string, written?: Readonly<Record<string, string | undefined>>): Promise<Response>;
  /** As `fill`. @returns the page that answers */
  answered(...form: Parameters<ConsoleVisitor['fill']>): Promise<string>;
  /** Sends a form as it stands in a page that was read. */
  send(html: string, form: string, written?: Readonly<Record<string, string | undefined>>): Promise<Response>;
  /** Opens a page and hands in a file, by its form `upload` and its field `file` unless told otherwise. */
  upload(path: string, name: string, content: string | Uint8Array, form?: string, field?: string): Promise<Response>;
  /** Sends what no page has. */
  post(
    path: string,
    fields: Readonly<Record<string, string>> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Response>;
  readonly cookie: () => string;
}

/** Opens a browser. @param url of the service */
export function newConsoleVisitor(url: string, language = 'en'): ConsoleVisitor {
  let cookie = '';
  const keep = (answer: Response) => {
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';', 1)[0]!;
    return answer;
  };
  const get = async (path: string) => {
    const headers = { accept: 'text/html', 'accept-language': language, cookie };
    return keep(await fetch(url + path, { headers, redirect: 'manual' }));
  };
  /** What came of a form that is not done is on a page that is requested again. */
  const shown = (answer: Response) => {
    const place = answer.headers.get('location');
    return place?.includes('kept=') ? get(place.replace(/#.*/, '')) : answer;
  };
  const post: ConsoleVisitor['post'] = async (path, fields, headers = {}) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { origin: url, 'accept-language': language, cookie, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return shown(keep(answer));
  };
  const read = async (path: string) => {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };
  const settled = async (path: string) => {
    for (;;) {
      const html = await read(path);
      if (!html.includes('data-progress')) return html;
      await setTimeout(50);
    }
  };
  const send: ConsoleVisitor['send'] = (html, form, written = {}) => {
    const { action, fields } = formIn(html, form);
    const all = { ...fields, ...written };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return post(action, Object.fromEntries(sent));
  };
  const upload: ConsoleVisitor['upload'] = async (path, name, content, form = 'upload', field = 'file') => {
    const body = new FormData();
    for (const [other, value] of Object.entries(formIn(await read(path), form).fields)) {
      if (other !== field) body.append(other, value);
    }
    body.append(field, new Blob([content as BlobPart]), name);
    return shown(
      keep(await fetch(url + path, { method: 'POST', headers: { origin: url, cookie }, body, redirect: 'manual' })),
    );
  };
  const fill: ConsoleVisitor['fill'] = async (path, form, written) => send(await read(path), form, written);
  return {
    get,
    read,
    settled,
    post,
    send,
    upload,
    fill,
    answered: async (...form) => (await fill(...form)).text(),
    cookie: () => cookie,
  };
}

/** Opens a browser and signs in with a token. */
export async function signedIn(url: string, token: string, language?: string): Promise<ConsoleVisitor> {
  const visitor = newConsoleVisitor(url, language);
  const answer = await visitor.fill('/console/sign-in', 'sign-in', { secret: token });
  expect(answer.status).toBe(303);
  return visitor;
}

/** A browser of all tests of a file, in which the administrator of a story is signed in. */
export function useConsole(story: Pick<Service, 'url'>): ConsoleVisitor {
  return shared(() => signedIn(story.url, ADMIN_TOKEN));
}

/** A form with all that it would send if nobody wrote anything. */
export function formIn(html: string, id: string): { action: string; fields: Record<string, string> } {
  const form = new RegExp(`<form id="${id}"[^>]*>.*?</form>`, 's').exec(html)?.[0];
  if (!form) throw new Error(`There is no form ${id}`);
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input(?:[^">]|"[^"]*")*>/g)) {
    const name = attribute(tag, 'name');
    const isOff = attribute(tag, 'type') === 'checkbox' && !/\schecked/.test(tag);
    if (name !== undefined && !isOff) fields[name] = attribute(tag, 'value') ?? '';
  }
  for (const [, tag, text] of form.matchAll(/(<textarea[^>]*>)(.*?)<\/textarea>/gs)) {
    fields[attribute(tag!, 'name')!] = unescaped(text!);
  }
  for (const [, tag, options] of form.matchAll(/(<select[^>]*>)(.*?)<\/select>/gs)) {
    const all = [...options!.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const chosen = all.find((option) => /\sselected/.test(option)) ?? all[0]!;
    fields[attribute(tag!, 'name')!] = attribute(chosen, 'value') ?? '';
  }
  return { action: attribute(form, 'action')!.replace(/#.*/, ''), fields };
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`^<(?:[^">]|"[^"]*")*?\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescaped(found);
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
