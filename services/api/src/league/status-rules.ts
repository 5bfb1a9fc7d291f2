export const SIDE_STATUSES = ['FINISHED', 'FORFEIT', 'DID_NOT_FINISH', 'DID_NOT_START', 'DISQUALIFIED'] as const;

/** How a match ended for a side. */
export type SideStatus = (typeof SIDE_STATUSES)[number];

/** How a side that did not finish is rated: by its own result, behind all others, or not at all. */
export type StatusRule = 'AS_PLACED' | 'LAST' | 'UNRATED';

/** A league's rule for each status, and for matches in which no side is rated by its own result. */
export interface StatusRules extends Readonly<Record<Exclude<SideStatus, 'FINISHED'>, StatusRule>> {
  /** Missing in leagues that chose their rules before this one existed: UNRATED. */
  readonly NOBODY_FINISHED?: StatusRule;
}

export const DEFAULT_STATUS_RULES: StatusRules = {
  FORFEIT: 'LAST',
  DID_NOT_FINISH: 'LAST',
  DID_NOT_START: 'UNRATED',
  DISQUALIFIED: 'LAST',
  NOBODY_FINISHED: 'UNRATED',
};

/** Rules from a caller; omitted ones do not change. */
export interface GivenStatusRules {
  readonly forfeit?: StatusRule | null;
  readonly didNotFinish?: StatusRule | null;
  readonly didNotStart?: StatusRule | null;
  readonly disqualified?: StatusRule | null;
  readonly nobodyFinished?: StatusRule | null;
}

/** @param before null: the defaults */
export function withGivenRules(before: StatusRules | null, given: GivenStatusRules): StatusRules {
  const known = before ?? DEFAULT_STATUS_RULES;
  return {
    FORFEIT: given.forfeit ?? known.FORFEIT,
    DID_NOT_FINISH: given.didNotFinish ?? known.DID_NOT_FINISH,
    DID_NOT_START: given.didNotStart ?? known.DID_NOT_START,
    DISQUALIFIED: given.disqualified ?? known.DISQUALIFIED,
    NOBODY_FINISHED: given.nobodyFinished ?? nobodyFinishedRule(known),
  };
}

/** Rules in the form in which callers send and read them; null: the defaults. */
export function asGiven(statusRules: StatusRules | null) {
  const rules = statusRules ?? DEFAULT_STATUS_RULES;
  return {
    forfeit: rules.FORFEIT,
    didNotFinish: rules.DID_NOT_FINISH,
    didNotStart: rules.DID_NOT_START,
    disqualified: rules.DISQUALIFIED,
    nobodyFinished: nobodyFinishedRule(rules),
  };
}

/** How a side is rated if it would be LAST, and no side of its match is rated by its own result. */
export function nobodyFinishedRule({ NOBODY_FINISHED }: StatusRules): StatusRule {
  return NOBODY_FINISHED ?? 'UNRATED';
}
