import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { DateTimeScalar } from '../scalars.js';

export const AuditSubjectKind = {
  LEAGUE: 'LEAGUE',
  MATCH: 'MATCH',
  PLAYER: 'PLAYER',
  TOKEN: 'TOKEN',
  WEBHOOK: 'WEBHOOK',
} as const;
registerEnumType(AuditSubjectKind, {
  name: 'AuditSubjectKind',
  description: 'Kinds of things that can have audit log entries.',
  valuesConfig: {
    LEAGUE: { description: 'A league, its settings or its players.' },
    MATCH: { description: 'A match that was corrected.' },
    PLAYER: { description: 'A player who was renamed or merged.' },
    TOKEN: { description: 'A token that was created, rotated or revoked.' },
    WEBHOOK: { description: 'A webhook that was created, changed, disabled, enabled, used by hand or deleted.' },
  },
});

@ObjectType('AuditSubject', { description: 'What an entry of the audit log is about.', simpleResolvers: true })
export class AuditSubjectType {
  @Field(() => AuditSubjectKind, { description: 'Kind of thing.' })
  kind!: string;

  @Field(() => String, { description: 'Its global id, for `node`.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Its current name: slug of a league, external id of a match, handle of a player, name of a token or host of a webhook; null if it no longer exists.',
  })
  name!: string | null;
}

@ObjectType('AuditEntry', { description: 'Who did what, when and why. Entries never change.' })
export class AuditEntryType {
  @Field(() => DateTimeScalar, { description: 'When it happened.' })
  at!: Date;

  @Field(() => String, { description: 'Who did it: the name of the token, or `command line`.' })
  actor!: string;

  @Field(() => String, { description: 'What was done: the name of the mutation.' })
  action!: string;

  @Field(() => String, { description: 'Reason given by the actor.' })
  reason!: string;
}

export const BEFORE = 'The state before; null if there was none. Players appear by their current handles.';
export const AFTER_CHANGE = 'The state after; null if nothing was left. Players appear by their current handles.';

export const AuditEntryConnection = connectionType('AuditEntry', () => AuditEntryType, 'audit log entries');
