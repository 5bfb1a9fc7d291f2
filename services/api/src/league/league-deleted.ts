import { Refused, refuse } from '../kit/refusal.js';

/** The league was deleted after the caller had found it. */
export class LeagueDeleted extends Refused {
  constructor() {
    super(refuse('LEAGUE_DELETED', ['input', 'league']));
  }
}
