import type { SiteRequest } from '../http.js';
import { withQuery } from '../page.js';
import { Form } from './form-data.js';
import type { Tried } from './page.js';

/** Parameters in the address of a page about a sent form, besides its own query: see `Tried` and `Said`. */
const WORDS = ['kept', 'done', 'of', 'at'];

/** The part of the page with the response to a form: browsers show it, and begin to read there. */
export const ANSWER = 'answer';

/** An address without its parameters about a sent form. */
export function withoutWords(url: string): string {
  const [path, query] = url.split('?', 2);
  return withQuery(path!, new URLSearchParams(query), Object.fromEntries(WORDS.map((name) => [name, undefined])));
}

/** The address of a page with a stored form. */
export function withKept({ url }: Pick<SiteRequest, 'url'>, id: string): string {
  const [path, query] = withoutWords(url).split('?', 2);
  return `${withQuery(path!, new URLSearchParams(query), { kept: id })}#${ANSWER}`;
}

/** The result of a form, as text. */
export function textOf({ form, ...tried }: Tried): string {
  const { plan, newPlayers } = form;
  return JSON.stringify({ ...tried, form: { values: form.values.toString(), plan, newPlayers } });
}

/** The result of a form, from the text of `textOf`. */
export function triedIn(text: string): Tried {
  const { form: kept, ...tried } = JSON.parse(text);
  const form = new Form(new URLSearchParams(kept.values));
  return { ...tried, form: Object.assign(form, { plan: kept.plan, newPlayers: kept.newPlayers }) };
}

/** A form that was not carried out, because its session had ended. @param values all of its fields */
export function unsent(values: URLSearchParams): Tried {
  const form = new Form(values);
  return { action: form.action, of: form.text('_of'), form, errors: [], data: null, isUnsent: true };
}
