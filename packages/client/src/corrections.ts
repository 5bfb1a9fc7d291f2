import { checkNumbers } from './match.js';
import {
  AmendMatchDocument,
  type AmendMatchInput,
  RestoreMatchDocument,
  VoidMatchDocument,
  type VoidMatchMutation,
} from './operations.js';
import type { Request, RequestOptions } from './request.js';
import { type ExpectedError, type RefusedResult, refusal } from './result.js';

type Payload = VoidMatchMutation['voidMatch'];

/** What a correction did, or with `dryRun` would do. */
export type CorrectionResult = {
  readonly ok: true;
  readonly match: NonNullable<Payload['match']>;
  /** Null if the correction changed nothing or was handed to `recompute`. */
  readonly effect: Payload['effect'];
  /** The job that carries out a correction with too many matches to rate in one request. */
  readonly recompute: Payload['recompute'];
};

export interface CorrectionInput extends Omit<RequestOptions, 'onFieldError'> {
  /** The version of the match that you read. */
  readonly expectedVersion: number;
  /** Reason for the audit log, 1 to 200 characters. */
  readonly reason: string;
  /** Whether to return what would happen without changing anything. */
  readonly dryRun?: boolean;
}

/** What to change; omitted fields stay. */
export type MatchAmendment = CorrectionInput &
  Pick<AmendMatchInput, 'sides' | 'newPlayers' | 'weight' | 'details'> & { readonly playedAt?: Date | string };

export interface Corrections {
  /** Withdraws a match. @param match global id */
  voidMatch(match: string, input: CorrectionInput): Promise<CorrectionResult | RefusedResult>;
  /** Lets a withdrawn match count again. @param match global id */
  restoreMatch(match: string, input: CorrectionInput): Promise<CorrectionResult | RefusedResult>;
  /** Corrects when a match was played, who played, how it ended, how much it counts or its details. @param match global id */
  amendMatch(match: string, input: MatchAmendment): Promise<CorrectionResult | RefusedResult>;
}

export function correctionsOf(request: Request): Corrections {
  return {
    voidMatch: async (match, given) => {
      const [input, options] = partsOf(match, given);
      return correctionOf((await request(VoidMatchDocument, { input }, options)).voidMatch);
    },
    restoreMatch: async (match, given) => {
      const [input, options] = partsOf(match, given);
      return correctionOf((await request(RestoreMatchDocument, { input }, options)).restoreMatch);
    },
    amendMatch: async (match, { playedAt, ...given }) => {
      checkNumbers(given);
      const [input, options] = partsOf(match, given);
      const amended = { ...input, ...(playedAt !== undefined && { playedAt: timeOf(playedAt) }) };
      return correctionOf((await request(AmendMatchDocument, { input: amended }, options)).amendMatch);
    },
  };
}

function timeOf(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}

function partsOf<Given extends CorrectionInput>(match: string, given: Given) {
  const { signal, idempotencyKey, ...input } = given;
  const options: RequestOptions = {
    ...(signal && { signal }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return [{ match, ...input }, options] as const;
}

function correctionOf(
  payload: Payload & { readonly errors: readonly ExpectedError[] },
): CorrectionResult | RefusedResult {
  const { match, effect, recompute, errors } = payload;
  return match ? { ok: true, match, effect, recompute } : refusal(errors);
}
