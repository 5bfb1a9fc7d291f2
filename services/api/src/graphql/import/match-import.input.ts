import { Field, ID, InputType, Int } from 'type-graphql';
import { DRY_RUN, REASON } from '../recompute/correction.type.js';
import { DateTimeScalar } from '../scalars.js';

const IMPORT = 'Global id of the import.';

@InputType({ description: 'What the columns of a file mean. For JSON Lines, only the import is given.' })
export class CheckImportInput {
  @Field(() => ID, { description: IMPORT })
  import!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The mapping of the columns, as docs/import.md explains it; required for CSV.',
  })
  mapping?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Separator of cells, one character; detected if omitted.',
  })
  delimiter?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Format of dates, such as DD.MM.YYYY; ISO 8601 such as 2026-07-19 if omitted.',
  })
  dateFormat?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'IANA name of the time zone of dates and times in the file that have no offset; UTC if omitted.',
  })
  timeZone?: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the first match was played; only for a file without dates.',
  })
  startAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Time between two matches of a file without dates, such as 90s, 1m, 2h or 1d; one minute if omitted.',
  })
  every?: string | null;

  @Field(() => String, { nullable: true, description: 'Prefix of every external id; none if left out.' })
  idPrefix?: string | null;
}

@InputType({ description: 'An import to start.' })
export class StartImportInput {
  @Field(() => ID, { description: IMPORT })
  import!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The check that you have seen, from `ImportReport.check`. If the file was checked again since, the answer is CONFLICT. If omitted, the newest check counts.',
  })
  check?: string | null;
}

@InputType({ description: 'An import to cancel.' })
export class CancelImportInput {
  @Field(() => ID, { description: IMPORT })
  import!: string;
}

@InputType({ description: 'An import whose matches are to be withdrawn.' })
export class WithdrawImportInput {
  @Field(() => ID, { description: IMPORT })
  import!: string;

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'The expected number of matches to change, from `MatchImport.addedMatches`. Refused with CONFLICT if the number has changed. Not checked if omitted.',
  })
  expectedMatches?: number | null;
}

@InputType({ description: 'An import whose matches are to be restored.' })
export class RestoreImportInput extends WithdrawImportInput {}
