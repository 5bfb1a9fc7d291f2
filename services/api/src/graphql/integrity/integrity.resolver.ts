import { Float, ID, Int } from 'type-graphql';
import type { Analysis } from '../../analysis/analysis.js';
import { listAnalyses } from '../../analysis/analysis.repository.js';
import { cancelAnalysis, requestIntegrityCheck } from '../../analysis/request-analysis.js';
import { isTokenless, type KeptSignal } from '../../integrity/check-integrity.js';
import type { SignalKind } from '../../integrity/signal.js';
import { checkFirst } from '../../kit/paging/page.js';
import { pluralize } from '../../kit/words.js';
import type { League } from '../../league/league.js';
import { listMatchesBySequence } from '../../match-log/match.repository.js';
import type { Player } from '../../player/player.js';
import { analysisFields, whenDone } from '../compare/comparison.type.js';
import {
  computeFields,
  connectionType,
  field,
  firstOf,
  NEEDS_ADMIN,
  nodeType,
  objectType,
  optional,
  pagesBy,
  pagesForAdmins,
} from '../declare.js';
import { LeagueType } from '../league/league.type.js';
import type { Loaders } from '../loaders.js';
import { MatchType } from '../match/match.type.js';
import { mutation } from '../mutation.js';
import { itsPlayer, PlayerType } from '../player/player.type.js';
import { enumOf, idNumber } from '../scalars.js';

const SignalKindEnum = enumOf<SignalKind>(
  'IntegritySignalKind',
  'A sign for an admin to check. Each kind can have innocent reasons.',
  {
    FEW_OPPONENTS: 'A player gained most of their points from opponents who play hardly anyone else.',
    ONE_SIDED_PAIR: 'A player beats another again and again, which their other results do not explain.',
    STREAK: 'A player won an unlikely number of matches in a row.',
    CLUSTER: 'A few players mostly play each other, and one of them wins.',
    SUBMITTER: 'A player does much better in the matches that one submitter reports than in others.',
    EASY_OPPONENTS: 'A player nearly always beats several opponents, but not others who are as strong.',
    LATE_RISE: 'A player did far better after their first matches than in them, as if they had lost those on purpose.',
  },
);

const IntegrityFigure = objectType('IntegrityFigure', 'A number behind a signal.', {
  name: field(String, 'Its name; docs/integrity.md explains each.'),
  value: field(Float, 'Its value.'),
});

const IntegritySignalType = objectType(
  'IntegritySignal',
  'Evidence that results may have been arranged. It is not a verdict and changes nothing.',
  {
    kind: field(SignalKindEnum, 'What was found.'),
    matchCount: field(Int, 'Number of matches that it rests on.'),
  },
);

const IntegrityCheckType = nodeType(
  'IntegrityCheck',
  "A search for arranged results, for the league's admins. It runs in the background. The newest 20 comparisons and checks of a league are stored.",
  analysisFields('IntegrityCheck', 'check'),
);

const theCheck = {
  check: optional(IntegrityCheckType, 'The check; null if the request was refused.'),
};

type Check = Analysis<'INTEGRITY'>;
type Signal = KeptSignal & { readonly leagueId: number };

computeFields<Check>(IntegrityCheckType, {
  matches: whenDone(
    Int,
    'Number of matches that it looked at: all of the log, or the newest ones that fit into its memory',
    ({ matches }) => matches,
  ),
  players: whenDone(Int, 'Number of players in them', ({ players }) => players),
  signalCount: whenDone(Int, 'Number of signals in all', ({ count }) => count),
  signals: optional(
    [IntegritySignalType],
    'The signals with the most matches first, at most 100; null until it is done.',
    ({ leagueId, result }) => result?.signals.map((signal) => ({ ...signal, leagueId })) ?? null,
  ),
});

computeFields<Signal>(IntegritySignalType, {
  matches: field(
    [MatchType],
    'The newest of its matches, in the order in which they were played.',
    { args: firstOf(20) },
    async ({ leagueId, matches }, { app }, { first }) => {
      const wanted = matches.slice(-checkFirst(first));
      const found = await listMatchesBySequence(app.database.manager, leagueId, wanted);
      const places = new Map(wanted.map((sequence, place) => [sequence, place]));
      return found.toSorted((a, b) => places.get(a.sequence)! - places.get(b.sequence)!);
    },
  ),
  player: itsPlayer('The player whom the results help.', ({ player }) => player),
  others: field([PlayerType], 'The opponents, those with the most matches first, at most 100.', (signal, { loaders }) =>
    opponentsIn(signal, loaders),
  ),
  reason: field(String, 'One sentence with the figures, without an accusation.', async (signal, { loaders }) => {
    const [player, others, submitter] = await Promise.all([
      loaders.player.load(signal.player),
      opponentsIn(signal, loaders),
      suspectedSubmitter(signal, loaders),
    ]);
    return signalReason(
      signal,
      player.handle,
      others.map(({ handle }) => handle),
      submitter,
    );
  }),
  submitter: optional(
    String,
    'Name of the token that reported the matches; null for the command line, and if it is about all matches.',
    (signal, { loaders }) => suspectedSubmitter(signal, loaders),
  ),
  figures: field([IntegrityFigure], 'The numbers behind it.', ({ figures }) =>
    Object.entries(figures).map(([name, value]) => ({ name, value })),
  ),
});

function opponentsIn({ others }: Signal, { player }: Loaders): Promise<Player[]> {
  return Promise.all(others.map((other) => player.load(other)));
}

async function suspectedSubmitter({ submitter }: Signal, { namedToken }: Loaders): Promise<string | null> {
  return submitter === null || isTokenless(submitter) ? null : (await namedToken.load(submitter)).name;
}

computeFields<League>(LeagueType, {
  integrityChecks: pagesForAdmins(
    connectionType('IntegrityCheck', IntegrityCheckType, 'integrity checks'),
    ['integrity checks', 'Checks for arranged results, newest first.'],
    pagesBy('integrity', ['integer'], ({ id }: Analysis) => [id]),
    ({ id }, { app }, limit, beforeId) => listAnalyses(app.database, id, ['INTEGRITY'], { limit, beforeId }),
  ),
});

/** Explains a signal in one sentence with its figures. It accuses nobody. */
export function signalReason(
  { kind, figures: f }: Pick<Signal, 'kind' | 'figures'>,
  player: string,
  others: readonly string[],
  submitter: string | null,
): string {
  const listed =
    others.length > 3 ? `${others.slice(0, 3).join(', ')} and ${others.length - 3} more` : others.join(', ');
  switch (kind) {
    case 'FEW_OPPONENTS':
      return `${player} has ${percent(f.share!)} of their points from ${pluralize(f.opponents!, 'opponent')} who play little else (${listed}), in ${whole(f.games!)} of ${whole(f.allGames!)} matches.`;
    case 'ONE_SIDED_PAIR':
      return `${player} scored ${whole(f.score!)} in ${whole(f.games!)} matches against ${listed}; by what both did against others, ${f.expected!.toFixed(1)} was to be expected.`;
    case 'STREAK':
      return `${player} won ${whole(f.wins!)} matches in a row against ${pluralize(f.opponents!, 'opponent')}; by their results until then, the chance of that was one in 10^${Math.floor(f.oneIn!)}.`;
    case 'CLUSTER':
      return `${player} and ${listed} play ${percent(f.inside!)} of their matches among themselves, and ${player} scored ${whole(f.score!)} in ${whole(f.games!)} of them.`;
    case 'SUBMITTER':
      return `${player} scored ${whole(f.score!)} in ${whole(f.games!)} matches that ${submitter ?? 'the command line'} reported, where ${f.expected!.toFixed(1)} was to be expected; in matches that others reported, ${whole(f.otherScore!)} of ${whole(f.otherGames!)}, where ${f.otherExpected!.toFixed(1)} was.`;
    case 'EASY_OPPONENTS':
      return `${player} scored ${whole(f.score!)} in ${whole(f.games!)} matches against ${pluralize(f.opponents!, 'opponent')} (${listed}); and ${whole(f.otherScore!)} in ${whole(f.otherGames!)} against others, who were no stronger by as much: odds of ${odds(f.rise!)} to 1 better.`;
    case 'LATE_RISE':
      return `${player} scored ${whole(f.score!)} in the first ${whole(f.games!)} matches and ${whole(f.laterScore!)} in the next ${whole(f.laterGames!)}, against opponents who were no weaker by as much: odds of ${odds(f.rise!)} to 1 better.`;
  }
}

/** @param rise in log odds */
function odds(rise: number): string {
  return String(Math.round(Math.exp(rise)));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function whole(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}

mutation('checkIntegrity', {
  description: `Looks for signs of arranged results in a league, in the background. Changes nothing. ${NEEDS_ADMIN}`,
  input: 'A league to check.',
  fields: { league: field(String, 'Slug of the league.') },
  payload: theCheck,
  run: async (input, { app, access }) => ({ check: await requestIntegrityCheck(app, access, input.league) }),
});

mutation('cancelIntegrityCheck', {
  description: `Cancels a check. One that is over is not changed. ${NEEDS_ADMIN}`,
  input: 'A check to cancel.',
  fields: { check: field(ID, 'Global id of the check.') },
  payload: theCheck,
  async run(input, { app, access }) {
    const key = idNumber(app, 'IntegrityCheck', input.check);
    return { check: await cancelAnalysis(app, access, key, ['INTEGRITY'], 'check') };
  },
});
