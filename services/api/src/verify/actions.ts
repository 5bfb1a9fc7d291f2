import { actionOf, type ChangeCatalogue } from '../league-log/change.js';

/** The actions under which changes of a league's history stand in its audit log and its events. */
export interface Actions {
  /** Each of their entries has a revision. A submission has one only if it has late matches. */
  readonly deriving: readonly string[];
  /** Of several matches, with an entry and an event for each beside those of the league. */
  readonly ofSeveral: readonly string[];
  /** Of one match or player, of which webhooks are told. */
  readonly told: readonly string[];
}

export function actionsOf(changes: ChangeCatalogue): Actions {
  const all = [...changes.values()];
  const several = all.filter(({ isOfSeveral }) => isOfSeveral);
  const told = all.filter(({ tells, isOfSeveral }) => tells && !isOfSeveral);
  return {
    deriving: [...all.map(actionOf), 'submitMatches'],
    ofSeveral: several.map(actionOf),
    told: told.map(actionOf),
  };
}
