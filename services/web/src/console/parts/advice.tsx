import { type Answers, adviceFor, QUESTIONS, type SystemAdvice } from '@openladder/columns';
import { enumParam, type PageRequest } from '../../page.js';
import { Options } from '../../parts/elements.js';
import { presetWords } from '../../parts/system-words.js';
import { useUi, useWords } from '../../ui.js';
import { Answer } from '../frame.js';
import { ANSWER } from '../kept-forms.js';
import { places } from '../urls.js';

const NAMES = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[];
/** How many questions are always shown. The others are folded, because few leagues need other answers to them. */
const FIRST = 3;

interface AdviceProps {
  readonly request: PageRequest;
  /** The installed systems. */
  readonly systems: readonly { readonly key: string; readonly title: string }[];
}

/** Some questions, and the rating system that their answers recommend. */
export function Advice({ request, systems }: AdviceProps) {
  const { t, words } = useWords('advice');
  const asked = NAMES.map((name) => [name, enumParam(request, name, QUESTIONS[name]) ?? QUESTIONS[name][0]] as const);
  const answers = Object.fromEntries(asked) as Answers;
  const advice = enumParam(request, 'who', QUESTIONS.who) && adviceFor(answers);
  const system = systems.find(({ key }) => key === advice?.system);
  const question = (name: keyof typeof QUESTIONS) => (
    <Question name={name} options={QUESTIONS[name]} chosen={answers[name]} />
  );
  return (
    <>
      <form class="sheet" action={`${places.newLeague}#${ANSWER}`}>
        {NAMES.slice(0, FIRST).map(question)}
        <details open={NAMES.slice(FIRST).some((name) => answers[name] !== QUESTIONS[name][0])}>
          <summary>{words.more}</summary>
          {NAMES.slice(FIRST).map(question)}
        </details>
        <button type="submit">{words.ask}</button>
      </form>
      {advice && system && (
        <Answer class="plan">
          <h2>{words.recommended(system.title, advice.preset && presetWords(system.key, advice.preset, t).name)}</h2>
          <p>{words.reasons[advice.reason]}</p>
          {advice.home && <p>{words.home[advice.home]}</p>}
          <p>
            <a class="button" href={placeOf(advice, answers)}>
              {words.take}
            </a>
          </p>
        </Answer>
      )}
    </>
  );
}

/** The page for opening a league with this advice. */
function placeOf({ system, preset }: SystemAdvice, { who }: Answers): string {
  return `${places.newLeague}?${new URLSearchParams({ system, ...(preset !== null && { preset }), who })}`;
}

interface QuestionProps {
  readonly name: keyof typeof QUESTIONS;
  readonly options: readonly string[];
  readonly chosen: string;
}

function Question({ name, options, chosen }: QuestionProps) {
  const { t } = useUi();
  const { title, answers } = t.console.advice.questions[name];
  const words: Readonly<Record<string, string>> = answers;
  return (
    <div class="field">
      <label for={name}>{title}</label>
      <select id={name} name={name}>
        <Options options={options.map((option) => [option, words[option]!])} chosen={chosen} />
      </select>
    </div>
  );
}
