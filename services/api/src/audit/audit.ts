import { checkText, refuseAny } from '../kit/refusal.js';

/** The kinds of thing that an entry of the audit log can be about, with the number of integers that name one. */
const KEY_LENGTHS = { League: 1, Match: 2, Player: 1, Token: 1, Webhook: 2 } as const;
export type SubjectKind = keyof typeof KEY_LENGTHS;

/** The subject of an entry of the audit log. */
export interface AuditSubject {
  readonly kind: SubjectKind;
  /** Its internal key: an id, or of a match or a webhook the league's id and its own. */
  readonly key: readonly number[];
}

/** The subject as the database stores it, for example `Match:3:17`: by ids, which no renaming changes. */
export type SubjectText = `${SubjectKind}:${string}`;

export function leagueSubject(id: number): SubjectText {
  return `League:${id}`;
}

export function matchSubject({ leagueId, sequence }: { leagueId: number; sequence: number }): SubjectText {
  return `Match:${leagueId}:${sequence}`;
}

export function playerSubject(id: number): SubjectText {
  return `Player:${id}`;
}

export function tokenSubject(id: number): SubjectText {
  return `Token:${id}`;
}

export function webhookSubject({ leagueId, id }: { leagueId: number; id: number }): SubjectText {
  return `Webhook:${leagueId}:${id}`;
}

/** @returns null if the text names nothing that an entry can be about */
export function parseSubject(text: string | null): AuditSubject | null {
  const [kind = '', ...parts] = (text ?? '').split(':');
  if (!Object.hasOwn(KEY_LENGTHS, kind) || parts.length !== KEY_LENGTHS[kind as SubjectKind]) return null;
  return { kind: kind as SubjectKind, key: parts.map(Number) };
}

/** The subject as the database stores it. */
export function subjectText({ kind, key }: { kind: string; key: readonly number[] }): string {
  return [kind, ...key].join(':');
}

/**
 * Checks the reason for the audit log.
 * @throws Refused
 */
export function checkReason(reason: string): void {
  refuseAny(checkText(reason, ['input', 'reason']));
}
