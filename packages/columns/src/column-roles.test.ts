import { describe, expect, test } from 'vitest';
import { columnOf, mappingOf, missingRole, NO_WORDS, resultsAsBefore, rolesIn } from './column-roles.js';
import { guessDateFormat, guessRoles, guessWinnerWords } from './guess-columns.js';
import { guessSideRoles } from './guess-side-roles.js';

const mapped = (columns: string, roles = guessRoles(columns.split(',')), words = {}) =>
  mappingOf(columns.split(','), { ...NO_WORDS, roles, ...words });

test.each([
  [
    'date,home_team,away_team,home_score,away_score,tournament',
    'date=date; side=home_team:home_score; side=away_team:away_score; id=date+home_team+away_team+#',
  ],
  [
    'Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR',
    'date=Date; side=HomeTeam:FTHG; side=AwayTeam:FTAG; winner=FTR; id=Date+HomeTeam+AwayTeam+#',
  ],
  ['Id,White,Black,Result', 'side=White; side=Black; winner=Result; id=Id'],
  ['date,winner,loser', 'date=date; side=winner; side=loser; winner=winner; id=date+winner+loser+#'],
  [
    'winner_name,loser_name,Played At',
    'date="Played At"; side=winner_name; side=loser_name; winner=winner_name; id="Played At"+winner_name+loser_name+#',
  ],
  [
    'race,day,name,position,points,team',
    'match=race; date=day; player=name; placement=position; score=points; side=team',
  ],
  [
    'Nr.,Datum,Heim,Gast,Punkte Heim,Punkte Gast,Ort',
    'date=Datum; side=Heim:"Punkte Heim"; side=Gast:"Punkte Gast"; id=Datum+Heim+Gast+#',
  ],
  ['Sieger,Verlierer,Tag', 'date=Tag; side=Sieger; side=Verlierer; winner=Sieger; id=Tag+Sieger+Verlierer+#'],
  ['Rennen,Fahrer,Platz', 'match=Rennen; player=Fahrer; placement=Platz'],
  ['race,day,player,place,guest', 'match=race; date=day; player=player; placement=place; guest=guest'],
  ['game,date,home,guest,result', 'date=date; side=home; side=guest; winner=result; id=date+home+guest+#'],
  [
    'Date,Heure,Équipe domicile,Équipe extérieure,Buts domicile,Buts extérieur',
    'date=Date; side="Équipe domicile":"Buts domicile"; side="Équipe extérieure":"Buts extérieur"; id=Date+"Équipe domicile"+"Équipe extérieure"+#',
  ],
  [
    'Date,Équipe à domicile,Équipe à l’extérieur,Buts à domicile,Buts à l’extérieur',
    'date=Date; side="Équipe à domicile":"Buts à domicile"; side="Équipe à l’extérieur":"Buts à l’extérieur"; id=Date+"Équipe à domicile"+"Équipe à l’extérieur"+#',
  ],
  [
    'Jour,Joueur 1,Joueur 2,Résultat',
    'date=Jour; side="Joueur 1"; side="Joueur 2"; winner="Résultat"; id=Jour+"Joueur 1"+"Joueur 2"+#',
  ],
  ['Épreuve,Pilote,Classement,Écurie', 'match="Épreuve"; player=Pilote; placement=Classement; side="Écurie"'],
  ['Gagnant,Perdant,Date', 'date=Date; side=Gagnant; side=Perdant; winner=Gagnant; id=Date+Gagnant+Perdant+#'],
  [
    'tourney_id,tourney_date,winner_name,loser_name,score',
    'date=tourney_date; side=winner_name; side=loser_name; winner=winner_name; id=tourney_date+winner_name+loser_name+#',
  ],
  [
    'date,w_player1,w_p1_age,w_player2,l_player1,l_player2,score',
    'date=date; side=w_player1+w_player2; side=l_player1+l_player2; winner=w_player1; id=date+w_player1+w_player2+l_player1+l_player2+#',
  ],
  [
    'winner1_id,winner1_name,winner2_name,loser1_name,loser2_name',
    'side=winner1_name+winner2_name; side=loser1_name+loser2_name; winner=winner1_name',
  ],
  // The games of the sets.
  ['Winner,Loser,W1,L1,W2,L2', 'side=Winner; side=Loser; winner=Winner'],
  [
    'Date,home,visitor,FT,hgoal,vgoal,result',
    'date=Date; side=home:hgoal; side=visitor:vgoal; winner=result; id=Date+home+visitor+#',
  ],
  ['a,b,c', ''],
])('the names of columns suggest their meaning: %s', (columns, mapping) => {
  expect(mapped(columns)).toBe(mapping);
});

test('rows are skipped by the words of the column that was chosen for that', () => {
  const roles = ['date', 'won', 'lost', 'skip'];
  const rest = 'date=date; side=winner; side=loser; winner=winner; id=date+winner+loser+#';
  const columns = 'date,winner,loser,score';
  expect(mapped(columns, roles, { skipped: 'W/O, Not played' })).toBe(`${rest}; skip=score("W/O", "Not played")`);
  expect(mapped(columns, roles)).toBe(rest);
});

describe('the first rows suggest', () => {
  test('the column of the date, and the column of its time', () => {
    const rows = [
      ['1', '3.4.2021', '19:30', 'ann'],
      ['2', '10.4.2021', '9:15', 'ben'],
    ];
    expect(guessRoles(['n', 'le', 'Time', 'x'], rows)).toEqual(['', 'date', 'date', '']);
    expect(guessRoles(['n', 'le', 'x'], [...rows.map((row) => row.slice(0, 3)), ['3', 'later', '']])).toEqual([
      '',
      '',
      '',
    ]);
    expect(guessRoles(['Date', 'Kickoff', 'Home', 'Away'], [['2021-04-03', '', 'ann', 'ben']])[1]).toBe('');
  });

  test.each([[['1-0', '½-½', '0-1']], [['1–0', '1/2–1/2']], [['2:1', '0:0', '']], [['0,5 - 0,5', '1½-½']]])(
    'that %j are the points of both sides',
    (results) => {
      const rows = results.map((result, day) => [`2021-04-0${day + 1}`, '19:30', 'ann', 'ben', result]);
      const header = (name: string) => ['Date', 'Kickoff', 'White', 'Black', name];
      for (const name of ['Result', 'Ergebnis', 'x']) {
        const roles = guessRoles(header(name), rows);
        expect(roles).toEqual(['date', 'date', 'player1', 'player2', 'result']);
        expect(mapped(header(name).join(), roles)).toContain(`side=White; side=Black; score=${name}; id=`);
      }
    },
  );

  test('neither times of day nor one of several such columns nor columns beside points as points of both sides', () => {
    const guessed = (columns: readonly string[], cells: readonly string[]) =>
      guessRoles(columns, [cells]).indexOf('result');
    expect(guessed(['a', 'White', 'Black'], ['19:30', 'ann', 'ben'])).toBe(-1);
    expect(guessed(['Half', 'White', 'Black', 'End'], ['1:0', 'ann', 'ben', '2:0'])).toBe(-1);
    expect(guessed(['Half', 'Home', 'Away', 'FTHG', 'FTAG'], ['1:0', 'ann', 'ben', '2', '0'])).toBe(-1);
    expect(guessed(['Half', 'White', 'Black', 'Result'], ['1:0', 'ann', 'ben', '2:0'])).toBe(3);
  });

  test.each([
    'Date,Team A,Players A,Team B,Players B,Score A,Score B,Map',
    'Datum,Team A,Spieler A,Team B,Spieler B,Punkte A,Punkte B,Karte',
    'Date,Équipe A,Joueurs de l’équipe A,Équipe B,Joueurs de l’équipe B,Score A,Score B,Carte',
    'Date,Home team,Home line-up,Away team,Away line-up,Home score,Away score,Map',
    'Date,Team 1,Team 1 Roster,Team 2,Team 2 Roster,Score 1,Score 2,Map',
  ])('which columns have the players of teams: %s', (header) => {
    const rows = [
      ['2026-01-02', 'Red', 'Ann, Ben, Cid', 'Blue', 'Dan, Eve, Fay', '1', '0', 'Dust, Rain, Fog'],
      ['2026-01-03', 'Red', 'Ann, Ben, Dan', 'Blue', 'Cid, Eve, Fay', '0', '1', 'Dust, Rain, Fog'],
    ];
    const roles = ['date', 'name1', 'player1', 'name2', 'player2', 'score1', 'score2', ''];
    expect(guessRoles(header.split(','), rows)).toEqual(roles);
    expect(guessRoles(['Players A', 'Players B'])).toEqual(['player1', 'player2']);
    expect(guessRoles(['Winner', 'Loser', 'Players A', 'Players B'])).toEqual(['won', 'lost', '', '']);
    expect(guessRoles(header.split(','), rows, false).slice(1, 3)).toEqual(['player1', '']);
    // If each cell is one name, the team's name counts as before.
    const single = rows.map((row) => row.map((cell) => cell.replace(/,.*/, '')));
    expect(guessRoles(header.split(','), single)).toEqual([
      'date',
      'player1',
      '',
      'player2',
      '',
      'score1',
      'score2',
      '',
    ]);
  });

  test.each([
    [['H', 'A', 'H'], 'H', 'A', 'D'],
    [['h', 'd', 'a'], 'H', 'A', 'D'],
    [['W', 'L', 'T'], 'W', 'L', 'D, T'],
    [['Black', 'White', ''], 'White', 'Black', 'Draw'],
    [['1', 'X', '2'], '1', '2', 'X, 0'],
    [['H', 'D'], '', '', ''],
    [['H', 'A', 'ann'], '', '', ''],
    [['A', 'B'], '', '', ''],
    [['ann', 'ben'], '', '', ''],
    [[], '', '', ''],
  ])('the value for the winner in %j', (cells, first, second, draw) => {
    const rows = cells.map((cell) => ['ann', 'ben', cell]);
    expect(guessWinnerWords(['player1', 'player2', 'winner'], rows)).toEqual({ first, second, draw });
  });

  test.each([
    ['date=Day; side=White; side=Black; winner="End, then"; id=Day+White+Black+#', 'winner'],
    ['date=Day; side=White; side=Black; score="End, then"; id=Day+White+Black+#', 'result'],
    ['side=White; side=Black; winner="End, then"("1"=1)', 'winner'],
    ['side=White; side=Black; winner="End, then or not"', 'result'],
    ['side=White; side=Black; score="End, then"', 'result'],
  ])('results are read in the form of %j', (mapping, role) => {
    const columns = ['Day', 'White', 'Black', 'End, then'];
    const roles = ['date', 'player1', 'player2'];
    expect(resultsAsBefore([...roles, 'result'], columns, mapping)).toEqual([...roles, role]);
    expect(resultsAsBefore(roles, columns.slice(0, 3), mapping)).toEqual(roles);
  });

  test.each([
    ['side=home; side=visitor; winner=result(H=1, A=2, D=draw)', ['', '', '', 'winner']],
    ['side=home; side=visitor; score=FT', ['', '', 'result', '']],
    ['side=home:hgoal; side=visitor:vgoal', ['score1', 'score2', '', '']],
  ])('scores are read as %j reads them', (mapping, results) => {
    const columns = ['home', 'visitor', 'hgoal', 'vgoal', 'FT', 'result'];
    const roles = ['player1', 'player2', 'score1', 'score2', '', 'winner'];
    expect(resultsAsBefore(roles, columns, mapping)).toEqual(['player1', 'player2', ...results]);
  });

  test.each([
    [['3.4.2021', '10.4.2021'], 'DD.MM.YYYY'],
    [['3.4.21 19:30'], 'DD.MM.YY HH:mm'],
    [['3.4.2021', '10.4.21'], 'DD.MM.YYYY'],
    [['3.4.21', '10.4.1'], null],
    [['31/12/2020', '01/02/2020'], 'DD/MM/YYYY'],
    [['01/02/2020', '12/31/2020'], 'MM/DD/YYYY'],
    [['1/2/20 8:05 PM', '1/31/20 12:00 AM'], 'MM/DD/YY hh:mm A'],
    [['2020/01/31'], 'YYYY/MM/DD'],
    [['2020-1-31'], 'YYYY-MM-DD'],
    [['30-08-23', '31-08-23', '01-09-23'], 'DD-MM-YY'],
    [['12-31-23', '12-31-23'], 'MM-DD-YY'],
    // ISO 8601 needs none, and the others are ambiguous.
    [['23-08-30', '23-08-31', '23-09-01'], null],
    [['23-08-11', '23-08-11'], null],
    [['2020-01-31'], null],
    [['03/04/2020', '05/06/2021'], null],
    [['31/12/2020', '12/31/2020'], null],
    [['3.4.2021', '3/4/2021'], null],
    [['3.4.2021', '3.4.2021 19:30'], null],
    [['3.4.2021', 'later'], null],
    [['20190131', '20191231'], 'YYYYMMDD'],
    [['20190131', '20191331'], null],
    [['Jan 31, 2019', 'February 01, 2019'], 'MMM DD, YYYY'],
    [['Sat Aug 15 1992', 'Sun Aug 16 1992'], 'ddd MMM DD YYYY'],
    [['Sat, 15 Aug 1992'], 'ddd, DD MMM YYYY'],
    [['1976.??.??', '1976.08.27', '????.??.??'], 'YYYY.MM.DD'],
    [['????.??.??'], null],
    [[], null],
  ])('the format of dates: %j', (texts, format) => {
    const rows = texts.map((text) => [text]);
    expect(guessDateFormat(['date'], rows)).toBe(format);
  });
});

describe('the names of the sides suggest their roles', () => {
  test.each([
    ['Date,White,Black,Result', 'white, black'],
    ['Schwarz,Weiß,Ergebnis', 'white, black'],
    ['black player,White Player,r', 'white, black'],
    ['date,home_team,away_team,home_score,away_score', 'home, away'],
    ['Home,Visitor,HG,AG', 'home, away'],
    ['Datum,Heimmannschaft,Gastmannschaft', 'home, away'],
    ['date,player1,player2', ''],
    ['date,home,opponent', ''],
    ['winner,loser', ''],
    ['race,driver,place', ''],
    ['Équipe domicile,Visiteurs,Score', 'home, away'],
    ['À domicile,À l’extérieur,Score', 'home, away'],
    ['Noirs,Blancs,Résultat', 'white, black'],
  ])('%s', (header, sideRoles) => {
    const columns = header.split(',');
    expect(guessSideRoles(columns, guessRoles(columns))).toBe(sideRoles);
  });

  test('in the order of the sides, whichever column was chosen for each', () => {
    expect(guessSideRoles(['home', 'away', 'x'], ['player2', 'player1', ''])).toBe('away, home');
    expect(guessSideRoles(['home', 'home 2', 'away'], ['player1', 'player1', 'player2'])).toBe('home, away');
    expect(guessSideRoles(['home', 'away', 'away 2'], ['player1', 'player2', 'player3'])).toBe('');
  });
});

test.each([
  [['', 'date'], false, 'players'],
  [['player1', 'score1'], true, 'players'],
  [['player1', 'player2', 'date'], false, 'result'],
  [['player1', 'player2', 'winner'], false, 'date'],
  [['player1', 'player2', 'winner'], true, null],
  [['won', 'lost', 'date'], false, null],
  [['player', 'placement', 'date'], false, 'players'],
  [['player1', 'player2', 'result', 'date'], false, null],
  [['match', 'player', 'date'], false, 'result'],
  [['match', 'player', 'placement'], false, 'date'],
  [['match', 'player', 'side', 'sideScore', 'date'], false, null],
] as const)('missing choices are listed: %j', (roles, hasStart, missing) => {
  expect(missingRole(roles, hasStart)).toBe(missing);
});

describe('the chosen roles become a mapping', () => {
  test('with several columns for one role, and quoted names if needed', () => {
    expect(
      mapped('day,time,Red 1,Red "2",Blue,Sco;re,#', ['date', 'date', 'player1', 'player1', 'player2', 'winner', 'id']),
    ).toBe('date=day+time; side="Red 1"+"Red ""2"""; side=Blue; winner="Sco;re"; id="#"');
  });

  test('with words for the winner, and without', () => {
    const words = { first: '1-0, H', second: '0-1', draw: '1/2-1/2', missing: '-1, none' };
    expect(mapped('w,b,r', ['player1', 'player2', 'winner'], words)).toBe(
      'side=w; side=b; winner=r(1-0=1, H=1, 0-1=2, "1/2-1/2"=draw); missing=-1,none',
    );
  });

  test('with the roles of the sides, if a row is a match', () => {
    const words = { sideRoles: 'white, "the" black' };
    expect(mapped('w,b,r', ['player1', 'player2', 'result'], words)).toBe(
      'side=w; side=b; role=white,"""the"" black"; score=r',
    );
    expect(mapped('g,p,x', ['match', 'player', 'placement'], words)).not.toContain('role');
  });

  test('with neutral ground, if sides have roles', () => {
    const columns = 'date,home_team,away_team,home_score,away_score,neutral';
    const sides = 'date=date; side=home_team:home_score; side=away_team:away_score';
    const words = { sideRoles: 'home, away' };
    expect(mapped(columns, undefined, words)).toBe(
      `${sides}; role=home,away; neutral=neutral; id=date+home_team+away_team+#`,
    );
    expect(mapped(columns)).toBe(`${sides}; id=date+home_team+away_team+#`);
  });

  test('with points of players and of teams, if each row is a participant', () => {
    expect(mapped('g,p,t,ts,m', ['match', 'player', 'side', 'sideScore', 'minutes'])).toBe(
      'match=g; player=p; minutes=m; side=t:ts',
    );
  });

  test('with the meanings of words in place of a place', () => {
    const words = { last: 'R,did not "try"', out: 'W' };
    expect(mapped('g,p,pos', ['match', 'player', 'placement'], words)).toBe(
      'match=g; player=p; placement=pos(R=last, "did not ""try"""=last, W=out)',
    );
  });

  test('with the separator of the players in a cell, and the matches of a day counted for their ids', () => {
    const roles = ['date', 'player1', 'score1', 'player2', 'score2'];
    expect(mapped('d,red,r,blue,b', roles, { separator: ',' })).toBe(
      'date=d; side=red(","):r; side=blue(","):b; id=d+#',
    );
    expect(mapped('d,red,r,blue,b', roles, { separator: 'and' })).toContain('side=red(" and "):r');
    expect(mapped('w,l', ['won', 'lost'], { separator: '/' })).toBe('side=w("/"); side=l("/"); winner=w');
    expect(mapped('g,t,p,pts', ['match', 'side', 'player', 'sideScore'], { separator: '/' })).toBe(
      'match=g; player=p("/"); side=t:pts',
    );
  });

  test('with the names of the sides, which form the ids if cells have several players', () => {
    const roles = ['date', 'name1', 'player1', 'name2', 'player2', 'result'];
    expect(mapped('d,t,red,u,blue,r', roles, { separator: ',' })).toBe(
      'date=d; side=red(","); side=blue(","); name=t+u; score=r; id=d+t+u+#',
    );
    expect(columnOf('sides.1.name', ['t', 'u'], { roles: ['name1', 'name2'], separator: '' })).toBe('u');
  });

  test('without an id if names would make it too long', () => {
    expect(mapped('d,a,b,c,x,y', ['date', 'player1', 'player1', 'player1', 'player2', 'player2'])).not.toContain('id=');
  });

  test('with known roles only', () => {
    expect(rolesIn(['date', 'constructor', undefined, ''])).toEqual(['date', '', '', '']);
  });
});

describe('the column of a field in a match', () => {
  test.each([
    ['sides.30.participants.0.player', 'race,driver,pos,pts', ['match', 'player', 'placement', 'score'], 'driver'],
    ['sides.30.participants.0.score', 'race,driver,pos,pts', ['match', 'player', 'placement', 'score'], 'pts'],
    ['sides.30.placement', 'race,driver,pos,pts', ['match', 'player', 'placement', 'score'], 'pos'],
    ['sides.30', 'race,driver,pos,pts', ['match', 'player', 'placement', 'score'], 'driver'],
    ['sides.1.participants.1.player', 'a,b,c', ['player1', 'player2', 'player2'], 'c'],
    ['sides.0.participants.0.player', 'winner,loser', ['won', 'lost'], 'winner'],
    ['sides.1.participants.0.player', 'winner,loser', ['won', 'lost'], 'loser'],
    ['sides.1.score', 'a,b,r', ['player1', 'player2', 'result'], 'r'],
    ['sides.1.name', 'a,b,r', ['player1', 'player2', 'result'], null],
    ['externalId', 'a,b,r', ['player1', 'player2', 'result'], null],
  ])('%s of %s', (path, columns, roles, column) => {
    expect(columnOf(path, columns.split(','), { roles, separator: '' })).toBe(column);
  });

  test('is known of several players in a cell if the side has no other column of players', () => {
    const columnIn = (roles: string[]) =>
      columnOf('sides.0.participants.1.player', ['a', 'b', 'c'], { roles, separator: ',' });
    expect(columnIn(['player1', 'player2', 'result'])).toBe('a');
    expect(columnIn(['player1', 'player1', 'player2'])).toBeNull();
  });
});
