import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { FileEncoding } from '../../import/bytes.js';
import type { PlacementEnd } from '../../import/cells.js';
import type { MatchFileFormat, MatchImportStatus } from '../../import/match-import.js';
import type { Parameter } from '../../kit/refusal.js';
import { connectionType } from '../connection.js';
import { Node } from '../node-id.js';
import { type PayloadFields, payloadOf } from '../payload.js';
import { DateTimeScalar, enumOf, JsonScalar } from '../scalars.js';

const MatchImportStatusEnum = enumOf<Exclude<MatchImportStatus, 'UPLOADING'>>(
  'MatchImportStatus',
  'State of an import.',
  {
    UPLOADED: 'The file is uploaded and awaits a mapping of its columns.',
    CHECKING: 'The whole file is being checked. Nothing is imported yet.',
    CHECKED: 'The report previews the import. It can be checked again with another mapping.',
    IMPORTING: 'Its matches are being submitted.',
    DONE: 'Every match was accepted, was in the league already, or was refused.',
    CANCELLED: 'It was cancelled. What it had imported before stays.',
    FAILED: 'It failed; the error says why. It can be checked again.',
  },
);

const MatchFileFormatEnum = enumOf<MatchFileFormat>('MatchFileFormat', 'Format of a file of matches.', {
  CSV: 'Rows of cells, with the names of the columns in the first row.',
  JSON_LINES: 'One match per line, as `openladder export` writes them.',
});

const MatchFileEncodingEnum = enumOf<FileEncoding>('MatchFileEncoding', 'Character encoding of a file.', {
  UTF_8: 'UTF-8.',
  UTF_16: 'UTF-16 with a byte order mark.',
  WINDOWS_1252: 'Windows-1252, as spreadsheets of Western Europe save CSV. A file that is not UTF-8 is read as this.',
});

@ObjectType('ImportRefusal', { description: 'A rule that rows or matches of a file break.', simpleResolvers: true })
export class ImportRefusalType {
  @Field(() => Int, { description: 'How many of them break it.' })
  count!: number;

  @Field(() => [Int], { description: 'Lines of the first five.' })
  lines!: number[];

  @Field(() => String, { description: 'The column, or the field of the match.' })
  field!: string;

  @Field(() => String, {
    description: 'Stable name of the rule, for example `DECIMAL`; `schema/rules.json` lists them.',
  })
  rule!: string;

  @Field(() => JsonScalar, {
    description:
      'Values of the rule\'s sentence by their names, where it was first broken, for example `{ "field": "home", "value": "\\"x\\"" }`.',
  })
  parameters!: Readonly<Record<string, Parameter>>;

  @Field(() => String, { description: 'The first value that breaks it; empty if the rule is about no single value.' })
  value!: string;
}

@ObjectType('RenamedPlayer', { description: 'A name in a file that is not a handle.', simpleResolvers: true })
class RenamedPlayerType {
  @Field(() => String, { description: 'The name in the file.' })
  name!: string;

  @Field(() => String, { description: 'The resulting handle.' })
  handle!: string;
}

@ObjectType('ImportedSide', { description: 'A side of a match in a file.', simpleResolvers: true })
class ImportedSideType {
  @Field(() => String, { nullable: true, description: 'Its name; null if the file has none.' })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its role in the game, such as home; null if the file gives none.',
  })
  role!: string | null;

  @Field(() => Float, { nullable: true, description: 'Its points; null if the file has none.' })
  score!: number | null;

  @Field(() => Int, { nullable: true, description: 'Its placement, 1 is best; null if the file has none.' })
  placement!: number | null;

  @Field(() => [String], { description: 'Handles of its players.' })
  players!: string[];
}

@ObjectType('ImportedMatch', { description: 'A match of a file, as it is understood.', simpleResolvers: true })
class ImportedMatchType {
  @Field(() => Int, { description: 'The line of the file on which it begins.' })
  line!: number;

  @Field(() => String, { description: 'Its external id.' })
  externalId!: string;

  @Field(() => DateTimeScalar, { description: 'When it was played.' })
  playedAt!: Date;

  @Field(() => [ImportedSideType], { description: 'Its sides.' })
  sides!: ImportedSideType[];
}

@ObjectType('AddedMatches', {
  description: 'The matches that an import has added, as they are now.',
  simpleResolvers: true,
})
export class AddedMatchesType {
  @Field(() => Int, { description: 'Those that count: `withdrawImport` would withdraw them.' })
  counting!: number;

  @Field(() => Int, { description: 'Those that count and were amended since the import.' })
  amended!: number;

  @Field(() => Int, { description: 'Those that are withdrawn.' })
  withdrawn!: number;

  @Field(() => Int, {
    description: 'Those that `withdrawImport` has withdrawn: `restoreImport` would restore them.',
  })
  restorable!: number;
}

const PlacementMeaningEnum = { LAST: 'last', OUT: 'out' } as const satisfies Record<string, PlacementEnd>;
registerEnumType(PlacementMeaningEnum, {
  name: 'PlacementMeaning',
  description: 'Meaning of a word in place of a placement.',
  valuesConfig: {
    LAST: { description: 'The participant shares last place with all others who did not finish.' },
    OUT: { description: 'The participant is left out, as if the file had no row for them.' },
  },
});

@ObjectType('ImportWord', { description: 'A word in place of a placement, such as DNF.', simpleResolvers: true })
class ImportWordType {
  @Field(() => String, { description: 'The word, as the file first has it.' })
  word!: string;

  @Field(() => Int, {
    description: 'How many participants have it; of a word without a meaning, how many matches are refused for it.',
  })
  count!: number;

  @Field(() => PlacementMeaningEnum, {
    nullable: true,
    description: 'What it means; null if nobody has said it: then matches with the word are refused.',
  })
  meaning!: PlacementEnd | null;
}

@ObjectType('ImportReport', {
  description: 'What the check of a whole file found. The import itself may refuse more, such as late matches.',
  simpleResolvers: true,
})
export class ImportReportType {
  @Field(() => Int, { description: 'Matches that would be accepted, including those that the league already has.' })
  matches!: number;

  @Field(() => Int, { description: 'How many of these matches the league already has; they stay as they are.' })
  known!: number;

  @Field(() => Int, { description: 'Rows and matches that would be refused.' })
  refused!: number;

  @Field(() => [ImportRefusalType], { description: 'Why, by rule: the most frequent first, at most 50.' })
  refusals!: ImportRefusalType[];

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the earliest match; null if there is none.' })
  firstPlayedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Time of the latest match; null if there is none.' })
  lastPlayedAt!: Date | null;

  @Field(() => Int, { description: 'Matches that are not in chronological order in the file. The import sorts them.' })
  outOfOrder!: number;

  @Field(() => Int, { description: 'Players in the matches.' })
  players!: number;

  @Field(() => Int, { description: 'How many of these players are new to the league.' })
  newPlayers!: number;

  @Field(() => [String], { description: 'Handles of the first 20 new players.' })
  newPlayerExamples!: string[];

  @Field(() => Int, { description: 'Number of names that are not handles and are spelled differently as handles.' })
  renamed!: number;

  @Field(() => [RenamedPlayerType], { description: 'The first 20 of these names.' })
  renamedExamples!: RenamedPlayerType[];

  @Field(() => [String], { description: 'Formats that fit the dates that could not be read.' })
  dateFormats!: string[];

  @Field(() => MatchFileEncodingEnum, {
    nullable: true,
    description: 'Character encoding of the file; null if it is all ASCII, and for JSON Lines.',
  })
  encoding?: FileEncoding | null;

  @Field(() => String, { description: 'Id of this check, for `startImport`.' })
  check!: string;

  @Field(() => [ImportedMatchType], { description: 'The first ten matches.' })
  examples!: ImportedMatchType[];

  @Field(() => String, { nullable: true, description: 'Why the file cannot be imported as it is; null if it can.' })
  problem!: string | null;

  @Field(() => [ImportWordType], {
    description:
      'Words in the column of placements: those that share last place, those that are left out, and those without a meaning; at most 50.',
  })
  words!: ImportWordType[];
}

@ObjectType('MatchImport', {
  implements: Node,
  description:
    "A file of matches that an admin uploaded, with its state; for the league's admins. Files are uploaded in the console; `checkImport` and `startImport` do the rest. The newest 10 imports of a league are stored; a file that nobody imports is deleted after a day.",
})
export class MatchImportType extends Node {
  @Field(() => MatchImportStatusEnum, { description: 'State of the import.' })
  status!: string;

  @Field(() => Float, { description: 'Share of the check or of the import that is done, 0 to 1.' })
  progress!: number;

  @Field(() => String, { description: 'Name of the file.' })
  fileName!: string;

  @Field(() => Int, { description: 'Size of the file in bytes.' })
  bytes!: number;

  @Field(() => MatchFileFormatEnum, { description: 'Format of the file.' })
  format!: MatchFileFormat;

  @Field(() => String, { nullable: true, description: 'Separator of cells; null for JSON Lines.' })
  delimiter!: string | null;

  @Field(() => [String], { description: 'Names of the columns; empty for JSON Lines.' })
  columns!: string[];

  @Field(() => [[String]], {
    description: 'Cells of the first 12 rows, cut to 120 characters; one cell per line for JSON Lines.',
  })
  rows!: string[][];

  @Field(() => Int, { description: 'Matches that it has added to the league so far.' })
  accepted!: number;

  @Field(() => Int, { description: 'Matches that were in the league already; known when it is done.' })
  replayed!: number;

  @Field(() => [ImportRefusalType], {
    nullable: true,
    description: 'What the import refused, by rule; null until it is done.',
  })
  refusals!: ImportRefusalType[] | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it did not.' })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: 'When the file was uploaded.' })
  requestedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done, cancelled or failed; null before.' })
  finishedAt!: Date | null;
}

export const MatchImportConnection = connectionType('MatchImport', () => MatchImportType, 'imports');

const theImport = {
  import: [() => MatchImportType, 'The import; null if the request was refused.'],
} satisfies PayloadFields;

export const CheckImportPayload = payloadOf('checkImport', theImport);

export const StartImportPayload = payloadOf('startImport', theImport);

export const CancelImportPayload = payloadOf('cancelImport', theImport);
