import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { DateTimeScalar } from '../scalars.js';

export const AuditSubjectKind = { LEAGUE: 'LEAGUE', MATCH: 'MATCH', PLAYER: 'PLAYER', TOKEN: 'TOKEN' } as const;
registerEnumType(AuditSubjectKind, {
  name: 'AuditSubjectKind',
  description: 'What an entry of the audit log can be about.',
  valuesConfig: {
    LEAGUE: { description: 'A league, its settings or its players.' },
    MATCH: { description: 'A match that was corrected.' },
    PLAYER: { description: 'A player who was renamed or merged.' },
    TOKEN: { description: 'A token that was made or revoked.' },
  },
});

@ObjectType('AuditSubject', { description: 'What an entry of the audit log is about.', simpleResolvers: true })
export class AuditSubjectType {
  @Field(() => AuditSubjectKind, { description: 'What kind of thing.' })
  kind!: string;

  @Field(() => String, { description: 'Global id of it, for `node`.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'How it is called now: slug of a league, external id of a match, handle of a player, name of a token; null where it is gone.',
  })
  name!: string | null;
}

@ObjectType('AuditEntry', { description: 'Who did what, when and why. Entries never change.' })
export class AuditEntryType {
  @Field(() => DateTimeScalar, { description: 'When.' })
  at!: Date;

  @Field(() => String, { description: 'Who: the name of the token, or the command line.' })
  actor!: string;

  @Field(() => String, { description: 'What, by the name of the mutation.' })
  action!: string;

  @Field(() => String, { description: 'Why, as the actor said.' })
  reason!: string;
}

export const BEFORE =
  'What it was before; null where there was nothing. Players stand in it by their handles of today.';
export const AFTER_CHANGE =
  'What it was after; null where nothing was left. Players stand in it by their handles of today.';

export const AuditEntryConnection = connectionType('AuditEntry', () => AuditEntryType, 'entries of an audit log');
