import type { TypedDocument } from './document.js';
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

/** The effect of a correction, or with `dryRun` its preview. */
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

/** Changes; omitted fields stay the same. */
export type MatchAmendment = CorrectionInput &
  Pick<AmendMatchInput, 'sides' | 'newPlayers' | 'weight' | 'details'> & { readonly playedAt?: Date | string };

export interface Corrections {
  /** Withdraws a match. @param match global id */
  voidMatch(match: string, input: CorrectionInput): Promise<CorrectionResult | RefusedResult>;
  /** Lets a withdrawn match count again. @param match global id */
  restoreMatch(match: string, input: CorrectionInput): Promise<CorrectionResult | RefusedResult>;
  /** Corrects a match's time, participants, result, weight or details. @param match global id */
  amendMatch(match: string, input: MatchAmendment): Promise<CorrectionResult | RefusedResult>;
}

type Payloads = Readonly<Record<string, Payload & { readonly errors: readonly ExpectedError[] }>>;

export function correctionsOf(request: Request): Corrections {
  const correct = async <Input extends { readonly match: string }>(
    document: TypedDocument<Payloads, { readonly input: Input }>,
    { signal, idempotencyKey, ...input }: Input & Pick<RequestOptions, 'signal' | 'idempotencyKey'>,
  ): Promise<CorrectionResult | RefusedResult> => {
    const options = { ...(signal && { signal }), ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const [payload] = Object.values(await request(document, { input: input as unknown as Input }, options));
    const { match, effect, recompute, errors } = payload!;
    return match ? { ok: true, match, effect, recompute } : refusal(errors);
  };
  return {
    voidMatch: (match, given) => correct(VoidMatchDocument, { match, ...given }),
    restoreMatch: (match, given) => correct(RestoreMatchDocument, { match, ...given }),
    amendMatch: async (match, { playedAt, ...given }) => {
      checkNumbers(given);
      const time = playedAt === undefined || typeof playedAt === 'string' ? playedAt : playedAt.toISOString();
      return correct(AmendMatchDocument, { match, ...given, ...(time !== undefined && { playedAt: time }) });
    },
  };
}
