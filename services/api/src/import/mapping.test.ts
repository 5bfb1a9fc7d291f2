import { describe, expect, it } from 'vitest';
import { parseMapping } from './mapping.js';
import { MappingError } from './problems.js';

const problemOf = (text: string): MappingError => {
  try {
    parseMapping(text);
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
  throw new Error(`"${text}" was accepted`);
};

describe('a mapping', () => {
  it('names a column of countries for each column of players', () => {
    expect(problemOf('side=a:x; side=c:y; country=n').message).toContain(
      'must name a column for each of the 2 columns of players',
    );
  });

  it('accepts any column name in double quotes, and ignores blanks, line breaks and a last semicolon', () => {
    const mapping = parseMapping(
      ' Date = "when; (UTC)" ;\n side = "the ""A"" side" : "A:score";\nside=b c:d; id="#"+#;',
    );
    expect(mapping).toMatchObject({
      date: ['when; (UTC)'],
      sides: [
        { players: ['the "A" side'], score: 'A:score' },
        { players: ['b c'], score: 'd' },
      ],
      id: { columns: ['#'], isNumbered: true },
    });
  });

  it.each([
    ['', '', 'must have at least two sides (side=…)', '0'],
    ['sid=a:b; side=c:d', 'sid=a:b', 'must begin with one of', '"sid" (did you mean "side"?)'],
    ['date', 'date', 'must have "=" after "date"', 'nothing'],
    ['side=a:b; side=c:d; skip=s', 'skip=s', 'must have "(" after "s"', 'nothing'],
    ['side=a:b; side=c:d; handles=slug', 'handles=slug', 'must be handles=shared, or be omitted', '"slug"'],
    ['=a', '=a', 'must have a key first', '"="'],
    ['date=a; date=b', 'date=b', 'must be given only once', 'a second date besides "date=a"'],
    ['date=a b=c', 'date=a b=c', 'must end after "a b"', '"="'],
    ['side=a:x', 'side=a:x', 'must have at least two sides (side=…)', '1'],
    ['side=a+:x; side=b:y', 'side=a+:x', 'must have a column after "+"', '":"'],
    ['side=a:; side=b:y', 'side=a:', 'must have a column after ":"', 'nothing'],
    ['side=a:x; side=b', 'side=b', 'must have a score column', 'none'],
    ['side=a; side=b', 'side=a', 'must have a score column', 'none'],
    ['side=a:x; side=b; winner=w', 'side=b', 'must have a score column', 'none'],
    ['side=a+a:x; side=b:y', 'side=a+a:x', 'must name each column of players once', '"a" twice'],
    ['side=a:x; side=a:y', 'side=a:y', 'must name each column of players once', '"a" twice'],
    ['side=a; side=b; winner=r(w=c)', 'winner=r(w=c)', "must give draw, a side's number (1 to 2) or its column", '"c"'],
    ['side=a; side=b; winner=r(w=3)', 'winner=r(w=3)', "must give draw, a side's number (1 to 2) or its column", '"3"'],
    ['side=a; side=b; winner=r(w=1,W=2)', 'winner=r(w=1,W=2)', 'must give each value one meaning', '"w" twice'],
    ['side=a; side=b; winner=r(w=1', 'winner=r(w=1', 'must have ")" after "1"', 'nothing'],
    ['side=a:x; side=b:y; id=#', 'id=#', 'must name a column', '"#" alone'],
    ['side=a:x; side=b:y; id=k+#+#', 'id=k+#+#', 'must have one "#" at most', '2'],
    [
      'side=a:x; side=b:y; minutes=m',
      'minutes=m',
      'must be one of date, side, name, role, neutral, score, winner, id, skip, weight, country, links, missing, handles in a mapping',
      '"minutes"',
    ],
    ['side=a:x; side=b:y; neutral=n', 'neutral=n', 'must come with a role for each side', 'none'],
    ['side="a:x; side=b:y', 'side="a:x; side=b:y', 'must close every double quote', '"a:x; side=b:y'],
    ['match=g; score=s', 'match=g; score=s', 'must have a player', 'none'],
    ['player=p; score=s', 'player=p; score=s', 'must have a match', 'none'],
    ['match=g; player=p', 'match=g; player=p', 'must have a placement, a score or a side with a score', 'none'],
    ['match=g; player=p; placement=r(R=first)', 'placement=r(R=first)', 'must give last or out', '"first"'],
    ['match=g; player=p; placement=r(R=last,r=out)', 'placement=r(R=last,r=out)', 'must give each value', '"r" twice'],
    [
      'side=a:x; side=b:y; date=d(%d/%m)',
      'date=d(%d/%m)',
      'must have a valid date format, which must consist of',
      '"%d/%m"',
    ],
    ['match=g; player=p; score=s; winner=w', 'winner=w', 'must be one of match, date, player', '"winner"'],
    ['match=g; player=p; score=s; side=a; side=b', 'side=b', 'must be the only side', 'a second one'],
    ['match=g; player=p; score=s; side=a+b', 'side=a+b', 'must be one column', 'a+b'],
    ['side=a:x; side=b:y; name=n', 'name=n', 'must name a column for each of the 2 sides', '1'],
    ['side=a(,):x; side=b:y', 'side=a(,):x', 'in double quotes, such as (",") after "("', '","'],
    ['side=a(""):x; side=b:y', 'side=a(""):x', 'must have a separator of 1 to 10 characters', '0'],
    ['side=a(12345678901):x; side=b:y', 'side=a(12345678901):x', 'must have a separator of 1 to 10 characters', '11'],
    ['side=a("/":x; side=b:y', 'side=a("/":x', 'must have ")" after "/"', '":"'],
    [
      'side=a("/"):x; side=b:y; country=c+d',
      'country=c+d',
      'must be omitted if a cell has several',
      'a country of one',
    ],
    ['match=g; player=p("/"); score=s', 'score=s', 'must be omitted if a cell has several', 'a score of one'],
    ['match=g; player=p; side=t("/"):s', 'side=t("/"):s', 'must leave the separator to player=…', 'one'],
  ])('refuses %j and names the part, the rule and the value', (text, part, rule, value) => {
    const problem = problemOf(text);
    expect(problem.part).toBe(part);
    expect(problem.rule).toContain(rule);
    expect(problem.value).toContain(value);
    expect(problem.message).toContain(`"${part}" ${problem.rule}`);
  });
});
