/** Questions about a league, with their answers. The first answer is the default. */
export const QUESTIONS = {
  who: ['DUELS', 'TEAMS', 'UNEQUAL_TEAMS', 'RACES'],
  scores: ['NO', 'YES'],
  often: ['OFTEN', 'SEASONS', 'SELDOM'],
  home: ['NO', 'YES'],
  want: ['FORESIGHT', 'SIMPLICITY'],
} as const;

type Questions = typeof QUESTIONS;

/** Properties of a league. */
export type Answers = { readonly [Name in keyof Questions]: Questions[Name][number] };

export type AdviceReason =
  | 'checkable'
  | 'duels'
  | 'duelsWithScores'
  | 'scoresInSeasons'
  | 'scoresSeldom'
  | 'teams'
  | 'teamsWithScores'
  | 'unequalTeams'
  | 'races'
  | 'racesByHand';

/** How to treat a home side: the system learns its advantage, or chances are fitted to it. */
export type HomeAdvice = 'learned' | 'fitted';

export interface SystemAdvice {
  /** Key of a rating system. */
  readonly system: string;
  /** The name of its preset to use; null: its defaults. */
  readonly preset: string | null;
  readonly reason: AdviceReason;
  /** null if no side is at home. */
  readonly home: HomeAdvice | null;
}

/** The recommended rating system: the one that best predicted real leagues of the kind; docs/choosing-a-rating-system.md has the figures. */
export function adviceFor(answers: Answers): SystemAdvice {
  const found = systemFor(answers);
  if (answers.home === 'NO' || answers.who === 'RACES') return { ...found, home: null };
  return { ...found, home: found.system === 'margin' ? 'learned' : 'fitted' };
}

function systemFor({ who, scores, often, want }: Answers): Omit<SystemAdvice, 'home'> {
  if (who === 'RACES') {
    return { system: 'plackett-luce', preset: null, reason: want === 'SIMPLICITY' ? 'racesByHand' : 'races' };
  }
  const hasScores = scores === 'YES';
  if (want === 'SIMPLICITY') return { system: 'elo', preset: hasScores ? 'Goals' : null, reason: 'checkable' };
  if (who !== 'DUELS') {
    if (hasScores) return { system: 'margin', preset: null, reason: 'teamsWithScores' };
    return who === 'TEAMS'
      ? { system: 'openskill', preset: null, reason: 'teams' }
      : { system: 'openskill', preset: 'Unequal teams', reason: 'unequalTeams' };
  }
  if (!hasScores) return { system: 'glicko2', preset: null, reason: 'duels' };
  return { system: 'margin', ...MARGIN_BY_TIME[often] };
}

const MARGIN_BY_TIME: Readonly<Record<Answers['often'], Pick<SystemAdvice, 'preset' | 'reason'>>> = {
  OFTEN: { preset: null, reason: 'duelsWithScores' },
  SEASONS: { preset: 'Seasons', reason: 'scoresInSeasons' },
  SELDOM: { preset: 'Unequal, seldom played', reason: 'scoresSeldom' },
};

/** The reasons, in English. */
export const ADVICE_REASONS: Readonly<Record<AdviceReason, string>> = {
  checkable: 'Its change is one short formula of the two ratings and the result.',
  duels:
    'Without scores, it predicted 49,520 football matches best of the systems with their defaults (log loss 0.569; Elo 0.578), and knows how certain each rating is. Players who were away come back with a less certain one.',
  duelsWithScores:
    'It predicted 49,520 football matches and 12,261 of American football best (log loss 0.548 and 0.634, with its presets 0.548 and 0.624; Elo 0.578 and 0.656). A favourite who wins narrowly may lose points.',
  scoresInSeasons:
    'It predicted 12,261 matches of American football best (log loss 0.624; Elo 0.656). A favourite who wins narrowly may lose points.',
  scoresSeldom:
    'It predicted 49,520 matches of national teams best, which are unequal and meet seldom (log loss 0.548; Elo 0.578). A favourite who wins narrowly may lose points.',
  teams:
    'Without scores, it predicted 17,886 matches of three against three best of the systems with their defaults (log loss 0.598; Elo 0.604).',
  teamsWithScores:
    'With scores, it predicted 17,886 matches of three against three best (log loss 0.578; without scores 0.596).',
  unequalTeams:
    'Its chances were right within 0.03 between simulated teams of 2 to 5. It expects no team to win by its size alone; if that is so in your game, take its defaults.',
  races:
    'It predicted 1,160 Grands Prix best (log loss 1.75; guessing 3.03), on which its settings were chosen. First places count most, and dropping out counts little.',
  racesByHand:
    'It predicted 1,160 Grands Prix best (log loss 1.75; Elo 2.04). No change in a race is easy to check by hand: under Elo it is a sum over all opponents.',
};

/** The treatment of the home side, in English. */
export const HOME_ADVICE: Readonly<Record<HomeAdvice, string>> = {
  learned: 'Say who is at home by the roles of the sides: it learns by itself what that is worth.',
  fitted:
    'Say who is at home by the roles of the sides, and fit the chances after some hundred matches: on football that brought the log loss of Glicko-2 from 0.569 to 0.554, and of Elo from 0.578 to 0.561.',
};
