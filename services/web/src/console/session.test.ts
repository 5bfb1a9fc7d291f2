import { expect, test } from 'vitest';
import { formKeyOf, isFormKey, placeAfter, sessionOf } from './session.js';

const ID = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE';

test.each([
  [`openladder_session=${ID}`, ID],
  [`other=1; openladder_session=${ID}; more=2`, ID],
  [`openladder_session=${ID};other`, ID],
  [`xopenladder_session=${ID}`, null],
  ['openladder_session=', null],
  [`openladder_session=${ID}%0d%0aX: y`, null],
  [`openladder_session=${'x'.repeat(500)}`, null],
  [undefined, null],
])('the session of a cookie: %s', (cookie, id) => {
  expect(sessionOf({ headers: { cookie } })).toBe(id);
});

test('the key of a form is valid only for its session, and does not reveal it', () => {
  const key = formKeyOf(ID);
  expect(isFormKey(key, ID)).toBe(true);
  expect(isFormKey(key, `${ID}x`)).toBe(false);
  expect(isFormKey('', ID)).toBe(false);
  expect(isFormKey('ü', ID)).toBe(false);
  expect(key).not.toContain(ID);
});

test.each([
  ...['https://elsewhere.example/', '//elsewhere.example/console/new', '/\\elsewhere.example/console', '/consoles'],
  ...['/console@elsewhere.example', 'javascript:alert(1)', '/console/../l/europe', undefined],
])('signing in leads nobody to %s', (wanted) => {
  expect(placeAfter(wanted, 'http://here.example')).toBe('/console');
});
