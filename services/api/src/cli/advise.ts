import { ADVICE_REASONS, type Answers, adviceFor, HOME_ADVICE, QUESTIONS } from '@openladder/columns';
import { type Command, Option } from 'commander';

/** `unequal-teams` for `UNEQUAL_TEAMS`. */
const asOption = (value: string) => value.toLowerCase().replaceAll('_', '-');
const asAnswer = (option: string) => option.toUpperCase().replaceAll('-', '_');

export function addAdvise(program: Command): void {
  const question = (name: keyof Answers, text: string) =>
    new Option(`--${name} <answer>`, text).choices(QUESTIONS[name].map(asOption)).default(asOption(QUESTIONS[name][0]));
  program
    .command('advise')
    .description('recommend a rating system for a new league, by five questions')
    .addOption(question('who', 'who plays against whom'))
    .addOption(question('scores', 'whether results have scores that say how clear a win was'))
    .addOption(question('often', 'how often players play: often, weekly in seasons, or seldom: a few times a year'))
    .addOption(question('home', 'whether a side is at home, or has the first move'))
    .addOption(
      question('want', 'what matters more: ratings that predict well, or changes that anybody can check by hand'),
    )
    .addHelpText(
      'after',
      '\nNeeds no database. docs/choosing-a-rating-system.md has the figures; "compare" measures a league of your own.',
    )
    .action((answers: Readonly<Record<keyof Answers, string>>) => {
      const given = Object.keys(QUESTIONS).map((name) => [name, asAnswer(answers[name as keyof Answers])]);
      const { system, preset, reason, home } = adviceFor(Object.fromEntries(given) as Answers);
      console.log(`${system}${preset === null ? '' : `, with its preset "${preset}"`}`);
      console.log(ADVICE_REASONS[reason]);
      if (home) console.log(HOME_ADVICE[home]);
    });
}
