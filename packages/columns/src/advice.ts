/** Three questions about a league, and what may be answered. */
export const QUESTIONS = {
  who: ['DUELS', 'TEAMS', 'RACES'],
  scores: ['NO', 'YES'],
  want: ['FORESIGHT', 'SIMPLICITY'],
} as const;

type Questions = typeof QUESTIONS;

/** What a league is like. */
export type Answers = { readonly [Name in keyof Questions]: Questions[Name][number] };

export type AdviceReason = 'checkable' | 'duels' | 'duelsWithScores' | 'teams' | 'teamsWithScores' | 'races';

export interface SystemAdvice {
  /** Key of a rating system. */
  readonly system: string;
  /** The name of its preset to take; null: its defaults. */
  readonly preset: string | null;
  readonly reason: AdviceReason;
}

/** The rating system to begin with, by what foresaw real leagues of the kind best: docs/choosing-a-rating-system.md has the figures. */
export function adviceFor({ who, scores, want }: Answers): SystemAdvice {
  if (who === 'RACES') return { system: 'plackett-luce', preset: null, reason: 'races' };
  const hasScores = scores === 'YES';
  if (want === 'SIMPLICITY') return { system: 'elo', preset: hasScores ? 'Goals' : null, reason: 'checkable' };
  if (hasScores)
    return { system: 'margin', preset: null, reason: who === 'TEAMS' ? 'teamsWithScores' : 'duelsWithScores' };
  return who === 'TEAMS'
    ? { system: 'openskill', preset: null, reason: 'teams' }
    : { system: 'glicko2', preset: null, reason: 'duels' };
}

/** Why, in English. */
export const ADVICE_REASONS: Readonly<Record<AdviceReason, string>> = {
  checkable: 'Its change is one short formula of the two ratings and the result.',
  duels:
    'Without scores, it predicted 49,520 football matches best of the systems with their defaults (log loss 0.569; Elo 0.578), and knows how certain each rating is. Players who were away come back with a less certain one.',
  duelsWithScores:
    'It predicted 49,520 football matches and 12,261 of American football best (log loss 0.556 and 0.630, with its presets 0.547 and 0.624; Elo 0.578 and 0.656). A favourite who wins narrowly may lose points.',
  teams:
    'Without scores, it predicted 17,886 matches of three against three best of the systems with their defaults (log loss 0.598; Elo 0.604).',
  teamsWithScores:
    'With scores, it predicted 17,886 matches of three against three best (log loss 0.578; without scores 0.596).',
  races:
    'It predicted 1,160 Grands Prix best (log loss 1.74; guessing 3.03), on which its settings were chosen. First places count most, and dropping out counts little.',
};
