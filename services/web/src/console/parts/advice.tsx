import type { PageRequest } from '../../page.js';
import { presetWords } from '../../parts/system-words.js';
import { useUi } from '../../ui.js';
import { enumParam } from '../../urls.js';
import { places } from '../urls.js';

const WHO = ['DUELS', 'TEAMS', 'RACES'] as const;
const SCORES = ['NO', 'YES'] as const;
const WANT = ['FORESIGHT', 'SIMPLICITY'] as const;

/** What the league is like, as far as the questions of the page were answered. */
interface Answers {
  readonly who: (typeof WHO)[number];
  readonly scores: (typeof SCORES)[number];
  readonly want: (typeof WANT)[number];
}

interface Advice {
  readonly system: string;
  readonly preset: string | null;
  /** Of `t.console.advice.reasons`, which has the figures of docs/choosing-a-rating-system.md. */
  readonly reason: 'checkable' | 'duels' | 'duelsWithScores' | 'teams' | 'teamsWithScores' | 'races';
}

/** The rating system to begin with, by what foresaw real leagues of the kind best. */
function adviceFor({ who, scores, want }: Answers): Advice {
  if (want === 'SIMPLICITY' && who !== 'RACES') {
    return { system: 'elo', preset: scores === 'YES' ? 'Goals' : null, reason: 'checkable' };
  }
  if (who === 'RACES') return { system: 'plackett-luce', preset: null, reason: 'races' };
  if (who === 'TEAMS') {
    return scores === 'YES'
      ? { system: 'elo', preset: 'Goals', reason: 'teamsWithScores' }
      : { system: 'openskill', preset: null, reason: 'teams' };
  }
  return { system: 'glicko2', preset: null, reason: scores === 'YES' ? 'duelsWithScores' : 'duels' };
}

interface AdviceProps {
  readonly request: PageRequest;
  /** Those that are installed. */
  readonly systems: readonly { readonly key: string; readonly title: string }[];
}

/** Three questions, and the rating system that their answers recommend. */
export function Advice({ request, systems }: AdviceProps) {
  const { t } = useUi();
  const words = t.console.advice;
  const who = enumParam(request, 'who', WHO);
  const scores = enumParam(request, 'scores', SCORES);
  const want = enumParam(request, 'want', WANT);
  const advice = who && adviceFor({ who, scores: scores ?? 'NO', want: want ?? 'FORESIGHT' });
  const system = systems.find(({ key }) => key === advice?.system);
  return (
    <>
      <form class="sheet" action={places.newLeague}>
        <Question name="who" options={WHO} chosen={who ?? 'DUELS'} />
        <Question name="scores" options={SCORES} chosen={scores ?? 'NO'} />
        <Question name="want" options={WANT} chosen={want ?? 'FORESIGHT'} />
        <button type="submit">{words.ask}</button>
      </form>
      {advice && system && (
        <section id="advice">
          <h2>{words.recommended(system.title, advice.preset && presetWords(system.key, advice.preset, t).name)}</h2>
          <p>{words.reasons[advice.reason]}</p>
          <p>
            <a href={placeOf(advice)}>{words.take}</a>
          </p>
        </section>
      )}
    </>
  );
}

function placeOf({ system, preset }: Advice): string {
  return `${places.newLeague}?${new URLSearchParams({ system, ...(preset !== null && { preset }) })}`;
}

interface QuestionProps {
  readonly name: 'who' | 'scores' | 'want';
  readonly options: readonly string[];
  readonly chosen: string;
}

function Question({ name, options, chosen }: QuestionProps) {
  const { t } = useUi();
  const { title, answers } = t.console.advice.questions[name];
  return (
    <div class="field">
      <label for={name}>{title}</label>
      <select id={name} name={name}>
        {options.map((option) => (
          <option value={option} selected={option === chosen}>
            {(answers as Readonly<Record<string, string>>)[option]}
          </option>
        ))}
      </select>
    </div>
  );
}
