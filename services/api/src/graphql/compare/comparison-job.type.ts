import { Float, Int } from 'type-graphql';
import type { AnalysisStatus } from '../../analysis/analysis.js';
import { connectionType } from '../connection.js';
import { field, inputType, nodeType, optional } from '../declare.js';
import { DateTimeScalar, enumOf, JsonScalar } from '../scalars.js';

const AnalysisStatusEnum = enumOf<AnalysisStatus>(
  'AnalysisStatus',
  'State of a long calculation over the log of a league. It changes nothing in the league.',
  {
    QUEUED: 'It is waiting for its turn: the service runs one at a time.',
    RUNNING: 'It is running.',
    DONE: 'It is done, and its result is stored.',
    CANCELLED: 'It was cancelled.',
    FAILED: 'It failed; the error says why.',
  },
);

/** The fields of a long calculation. @param what it is */
export const analysisFields = (what: string) => ({
  status: field(AnalysisStatusEnum, `State of the ${what}.`),
  progress: field(Float, 'Share of the work that is done, 0 to 1.'),
  sequence: optional(
    Int,
    `Sequence number of the newest match in the log when it was read; null until the ${what} is done.`,
  ),
  revision: optional(Int, `The league's revision at that time; null until the ${what} is done.`),
  error: optional(String, 'Why it failed; null if it did not.'),
  requestedAt: field(DateTimeScalar, 'When it was requested.'),
  finishedAt: optional(DateTimeScalar, 'When it was done, cancelled or failed; null before.'),
});

export const ComparisonType = nodeType(
  'Comparison',
  "A comparison of rating systems, or a search for better settings, in the background, for the league's admins. The newest 20 comparisons and checks of a league are stored.",
  {
    ...analysisFields('comparison'),
    startedAt: optional(DateTimeScalar, 'When it last started; null before.'),
  },
);

export const ComparisonConnection = connectionType('Comparison', ComparisonType, 'comparisons');

export const BURN_IN =
  'Share of the matches, at the beginning, that are rated and not scored, because everybody is new then; 0 to 0.9.';
export const HELD_OUT =
  'Share of the matches, at the end, that are held out and scored separately, 0 to 0.9. They evaluate choices made on the other matches.';

export const ComparedRatingSystemInput = inputType('ComparedRatingSystemInput', 'A rating system to compare.', {
  ratingSystem: field(String, 'Key of an installed rating system.'),
  settings: optional(JsonScalar, 'Settings that match its `settingsSchema`; omitted settings have their defaults.'),
});
