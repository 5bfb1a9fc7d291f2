/** How a side ended its match. */
export type SideStatus = 'FINISHED' | 'FORFEIT' | 'DID_NOT_FINISH' | 'DID_NOT_START' | 'DISQUALIFIED';

export const SIDE_STATUSES: readonly SideStatus[] = [
  'FINISHED',
  'FORFEIT',
  'DID_NOT_FINISH',
  'DID_NOT_START',
  'DISQUALIFIED',
];

/** How a side that did not finish is rated: by its own result, behind all others, or not at all. */
export type StatusRule = 'AS_PLACED' | 'LAST' | 'UNRATED';

/** A league's rule for each status. */
export type StatusRules = Readonly<Record<Exclude<SideStatus, 'FINISHED'>, StatusRule>>;

export const DEFAULT_STATUS_RULES: StatusRules = {
  FORFEIT: 'LAST',
  DID_NOT_FINISH: 'LAST',
  DID_NOT_START: 'UNRATED',
  DISQUALIFIED: 'LAST',
};

/** Rules from a caller; omitted ones stay as they are. */
export interface GivenStatusRules {
  readonly forfeit?: StatusRule | null;
  readonly didNotFinish?: StatusRule | null;
  readonly didNotStart?: StatusRule | null;
  readonly disqualified?: StatusRule | null;
}

/** @param before null: the defaults */
export function withGivenRules(before: StatusRules | null, given: GivenStatusRules): StatusRules {
  const known = before ?? DEFAULT_STATUS_RULES;
  return {
    FORFEIT: given.forfeit ?? known.FORFEIT,
    DID_NOT_FINISH: given.didNotFinish ?? known.DID_NOT_FINISH,
    DID_NOT_START: given.didNotStart ?? known.DID_NOT_START,
    DISQUALIFIED: given.disqualified ?? known.DISQUALIFIED,
  };
}
