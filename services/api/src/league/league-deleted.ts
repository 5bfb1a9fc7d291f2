import { Refused, refuse } from '../kit/refusal.js';

/** The league was deleted after the caller had found it. */
export class LeagueDeleted extends Refused {
  constructor() {
    super(refuse('BAD_INPUT', ['input', 'league'], 'league must be the slug of a league, but it has been deleted'));
  }
}
