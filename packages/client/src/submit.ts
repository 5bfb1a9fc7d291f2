import { LadderError } from './errors.js';
import { gatherer } from './gather.js';
import { checkMatch, type MatchToSubmit } from './match.js';
import { type MatchInput, SubmitMatchesDocument, type SubmitMatchesMutation } from './operations.js';
import type { Request } from './request.js';
import type { ExpectedError } from './result.js';

type Answer = NonNullable<SubmitMatchesMutation['submitMatches']['results']>[number];

/** A match in the log, with its effect on the ratings. */
export type SubmittedMatch = Extract<Answer, { __typename: 'MatchAccepted' }>['match'];

/** The outcome of a match. */
export type SubmitOutcome =
  | {
      readonly ok: true;
      readonly match: SubmittedMatch;
      /** Whether an earlier submission added the match. */
      readonly replayed: boolean;
    }
  | { readonly ok: false; readonly error: ExpectedError };

/** The most matches that the service accepts at once. */
const MAX_MATCHES = 1_000;
/** Milliseconds that a match waits for others. */
const WAIT = 50;
/** Bytes of a batch, with PARTICIPANT more for each participant: far below the 8 MB of a body and 300,000 fields of a response. */
const HEAVIEST = 2_000_000;
const PARTICIPANT = 100;

/** Makes the function that submits matches to a league, gathered into batches. @throws LadderError for the batch, or for one match */
export function submitterOf(request: Request, league: string): (match: MatchToSubmit) => Promise<SubmitOutcome> {
  const submit = gatherer<MatchToSubmit, SubmitOutcome | LadderError>(
    (matches) => submitAll(request, league, matches),
    {
      wait: WAIT,
      most: MAX_MATCHES,
      heaviest: HEAVIEST,
      weigh: (match) => JSON.stringify(match).length + PARTICIPANT * countParticipants(match),
    },
  );
  return async (match) => {
    checkMatch(match);
    const result = await submit(match);
    if (result instanceof LadderError) throw result;
    return result;
  };
}

function countParticipants({ sides }: MatchToSubmit): number {
  return Array.isArray(sides) ? sides.reduce((sum, side) => sum + (side?.participants?.length ?? 0), 0) : 0;
}

type Result = SubmitOutcome | LadderError;

/** Submits matches so that one that makes the whole request fail is refused alone. */
async function submitAll(request: Request, league: string, matches: readonly MatchToSubmit[]): Promise<Result[]> {
  if (matches.length === 0) return [];
  try {
    // A date becomes a string when the body is written.
    const input = { league, matches: matches as readonly MatchInput[] };
    const { results, errors } = (await request(SubmitMatchesDocument, { input })).submitMatches;
    if (results) return results.map(submissionResult);
    const [error] = errors;
    return matches.map(() => ({ ok: false, error: error! }));
  } catch (error) {
    if (!(error instanceof LadderError) || !SPOILED.has(error.code)) throw error;
    return submitUnspoiled(request, league, matches, error);
  }
}

/** Codes of a whole request that is refused because of some of its matches. */
const SPOILED = new Set(['BAD_INPUT', 'PAYLOAD_TOO_LARGE', 'TOO_COSTLY']);

async function submitUnspoiled(
  request: Request,
  league: string,
  matches: readonly MatchToSubmit[],
  spoiled: LadderError,
): Promise<Result[]> {
  // Of several errors of a match, the first one is returned.
  const refused = new Map(spoiled.errors.flatMap((error) => accusation(error, matches.length)).reverse());
  if (refused.size === 0) {
    if (!isAboutMatches(spoiled)) return matches.map(() => spoiled);
    if (matches.length === 1) return [refusedAlone(spoiled)];
    const half = Math.ceil(matches.length / 2);
    const first = await submitAll(request, league, matches.slice(0, half));
    return [...first, ...(await submitAll(request, league, matches.slice(half)))];
  }
  const others = await submitAll(
    request,
    league,
    matches.filter((_, index) => !refused.has(index)),
  );
  return matches.map((_, index) => refused.get(index) ?? others.shift()!);
}

/** Whether the request was refused because of its matches; not, for example, because of its league, or a missing one. */
function isAboutMatches({ errors }: LadderError): boolean {
  return errors.every(({ extensions: { argument } = {} }) => !argument || argument[1] === 'matches');
}

/** A match that is too large alone is refused however often it is sent. */
function refusedAlone({ message }: LadderError): SubmitOutcome {
  return { ok: false, error: { code: 'BAD_INPUT', message, path: [] } };
}

/** The match that an error of the request is about; none if it is unclear. */
function accusation({ message, extensions }: LadderError['errors'][number], count: number): [number, SubmitOutcome][] {
  const [input, field, index, ...path] = extensions?.argument ?? [];
  if (input !== 'input' || field !== 'matches' || !(Number(index) < count)) return [];
  // The caller sees one match, not the batch into which it was gathered.
  const own = message.replace(`input.matches.${index}.`, '');
  return [[Number(index), { ok: false, error: { code: 'BAD_INPUT', ...ruleIn(extensions), message: own, path } }]];
}

function ruleIn(extensions: LadderError['errors'][number]['extensions']): Pick<ExpectedError, 'rule' | 'parameters'> {
  return extensions?.rule === undefined ? {} : { rule: extensions.rule, parameters: extensions.parameters };
}

function submissionResult(answer: Answer): SubmitOutcome {
  if (answer.__typename === 'MatchAccepted') return { ok: true, match: answer.match, replayed: answer.replayed };
  const { code, rule, parameters, message, path } = answer.error;
  return { ok: false, error: { code, rule, parameters, message, path: path.slice(3) } };
}
