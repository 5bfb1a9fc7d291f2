import type { Texts } from '../en/site.js';

/** "De" before a name. */
export const of = (name: string) => (/^[\u2066-\u2069]*[aeiouàâäæéèêëîïôöœùûü]/i.test(name) ? `d’${name}` : `de ${name}`);

export const plural = (count: number, one: string, many: string) => (count < 2 ? one : many);

/** An already formatted number with its noun. */
export const counted = (shown: string, one: string) => `${shown} ${one}${/^[01]$/.test(shown) ? '' : 's'}`;

/** Words of boards and of the lists beside them, in French. */
export const boardsFr: Texts['boards'] = {
  now: 'En ce moment',
  filters: 'Filtres et autres jours',
  nameBegins: 'Le nom commence par',
  anyTime: 'Peu importe',
  lastDays: (shown) => `Dans les ${shown} derniers jours`,
  minMatches: 'Matchs au moins',
  fromRank: 'À partir du rang',
  country: 'Pays',
  left: (count, shown) => `${shown} ${plural(count, 'joueur', 'joueurs')} avec ces filtres. Les rangs sont ceux du classement complet.`,
  gained: 'Gain',
  nobodyClimbed: 'Aucun joueur classé n’a gagné de points la semaine dernière.',
  expected: (chance) => `${chance} attendu`,
  records: 'Records',
  highestPeak: 'Plus haute cote',
  inDays: (count, shown, days, most) => `${shown} ${plural(count, 'match', 'matchs')} dans les ${days} derniers jours, au plus ${most} en un jour`,
  higherRanks: 'Rangs supérieurs',
  legend: 'Ce que disent les mots et les signes',
  terms: {
    rating: 'La force d’un joueur, telle que le système de cotation de la ligue l’affiche. Le classement suit cette valeur. Les petits chiffres qui la suivent disent à quel point elle est sûre.',
    points: 'La même chose dans les points que compte le système de cotation. Dans environ deux cas sur trois, la vraie force n’en est pas plus éloignée que le chiffre après ±.',
    movement: 'Combien de rangs un joueur a gagnés ou perdus dans les 7 derniers jours.',
    record: 'Matchs gagnés, nuls et perdus.',
    form: 'Les derniers résultats, le plus récent d’abord : V pour une victoire, N pour un nul, D pour une défaite.',
    starts: 'Courses gagnées, et courses disputées.',
    places: 'Les places dans les dernières courses, la plus récente d’abord ; – pour une course non terminée.',
    provisional: 'Sans rang : trop peu de matchs, trop longtemps sans jouer, ou cote trop incertaine.',
    change: 'Points qu’un match a donnés à un joueur, ou lui a pris.',
    expected: 'Le score que les cotes promettaient avant le match : 1 est une victoire sûre, 0,5 un match égal, 0 une défaite sûre.',
    peak: 'Le plus de points après un match.',
    rival: 'L’adversaire de nombreux matchs équilibrés.',
    nemesis: 'L’adversaire contre qui les défaites dépassent le plus les victoires.',
    fieldBeaten: 'La part moyenne des autres participants d’une course arrivés derrière.',
  },
  termNames: { points: 'Points, ±', movement: '▲ ▼', change: '+12,3', rival: 'Rival', nemesis: 'Bête noire' },
  howTitle: 'Comment les cotes sont calculées ici',
  how: {
    begin: (points) => `Tout le monde commence avec ${points} points.`,
    gain: 'Avant chaque match, les cotes disent quel score attendre. Un score meilleur fait le plus souvent gagner des points, un score moins bon en fait le plus souvent perdre.',
    luck: ({ deserved, even, chance, upset }) =>
      `Une part de chaque résultat passe pour de la chance : selon les réglages, la meilleure performance gagne ${deserved} des matchs entre égaux, si bien qu’un résultat entre eux déplace les cotes de ${even} de ce qu’il ferait sans chance. Plus un résultat surprend, moins il déplace : pour une victoire qui avait ${chance} de chances, c’est ${upset}.`,
    replay: 'Chaque cote est calculée à partir du journal des matchs : si un match est corrigé ou annulé, tout ce qui suit est coté à nouveau.',
    late: {
      REPLAY: 'Un match transmis en retard est mis à sa place, et tout ce qui suit est coté à nouveau.',
      REJECT: 'Un match joué avant le dernier match coté est refusé.',
    },
    example: 'Le dernier match comme exemple',
  },
};

/** The words of interactive charts, and of stories made from data, in French. */
export const storiesFr: Texts['stories'] = {
  views: 'Graphique',
  rankOf: (player) => `Rang ${of(player)} au fil du temps`,
  rankWhy: 'Tel que le classement l’affichait à la fin de chaque jour où il a changé.',
  noRanks: 'Aucun rang n’est encore enregistré. Il en est enregistré un à la fin de chaque jour.',
  compareWith: 'Comparer avec',
  compareDescription: (players, league) => (players.length > 0 ? `${players.join(', ')} sur un même graphique ${of(league)}.` : `Joueurs de ${league} sur un même graphique.`),
  compareMost: (most, left) => `Ce graphique a de la place pour ${most} joueurs. Laissés de côté\u00a0: ${left}.`,
  compareHow: (most) => `Ajoutez jusqu’à ${most} joueurs, l’un après l’autre : l’évolution de leurs cotes figure sur un même graphique. Des noms sont proposés pendant la saisie.`,
  didYouMean: 'Vouliez-vous dire :',
  notHere: (player) => `Personne du nom de « ${player} » n’a de cote dans cette ligue.`,
  leaveOut: (player) => `Retirer ${player}`,
  here: (player) => `${player} est au trait`,

  soFar: 'À ce jour',
  races: (count, shown) => `${shown} ${plural(count, 'course', 'courses')}`,
  career: {
    joined: '{player} a disputé {matches} depuis le {day} : {record}.',
    started: '{player} a pris part à {races} depuis le {day} et en a gagné {wins}.',
    places: 'La meilleure place est {best}, la moyenne à l’arrivée {mean} ; podiums : {podiums}.',
    best: 'La meilleure cote a été {points}, le {day}.',
    bestNow: 'La cote actuelle, {points}, est la meilleure à ce jour.',
    streak: 'La plus longue série : {wins} de suite, du {from} au {to}.',
    streakNow: 'La plus longue série est en cours : {wins} de suite depuis le {from}.',
    bestWin: 'La plus belle victoire date du {day}, contre {opponent}, avec un score attendu de {expected}.',
    rival: 'Le rival le plus proche est {opponent} : {record}.',
    nemesis: 'La bête noire est {opponent} : {record}.',
  },
  match: {
    title: 'L’histoire du match',
    foreseen: 'Le favori a gagné : la chance de {side} était de {chance}.',
    unforeseen: 'Contre toute attente, victoire de {side} : la chance était de {chance}.',
    unforeseenRace: 'Victoire de {side}, avec une chance de {chance} ; le favori était {favourite}.',
    even: 'Il n’y avait pas de favori : toutes les chances étaient égales.',
    close: 'C’était presque équilibré : la chance de {side} était de {chance}.',
    drawn: 'Personne n’a gagné ; le favori, {side}, avait une chance de {chance}.',
    least: 'Des {among} résultats jusque-là, aucun n’était moins attendu.',
    oneLess: 'Des {among} résultats jusque-là, un seul était moins attendu.',
    fewLess: 'Des {among} résultats jusque-là, seuls {fewer} étaient moins attendus.',
    ahead: 'Personne n’a davantage dépassé la prévision que {side} : place {place} au lieu de {foreseen}.',
    moved: '{winner} a gagné le plus de points ({gain}), et {loser} en a perdu le plus ({loss}).',
    corrected: 'Le résultat a été corrigé, la dernière fois le {day}.',
  },
  record: (wins, losses) => `${counted(wins, 'victoire')}, ${counted(losses, 'défaite')}`,
  ahead: (wins, losses) => `${wins} fois devant, ${losses} fois derrière`,

  yearTitle: (league, year) => `${league} en ${year}`,
  yearInReview: (year) => `Bilan de ${year}`,
  newcomers: 'Nouveaux venus',
  ledAtEnd: 'En tête à la fin',
  leadsNow: 'En tête maintenant',
  mostActive: 'Les plus actifs',
  climbers: 'Progressions',
  yearUpsets: 'Plus grandes surprises',
  amongMatches: (matches) => `Parmi les ${matches} derniers matchs de l’année.`,
  amongPlayers: (players) => `Parmi les ${players} joueurs qui ont le plus de matchs.`,
  teamDescription: (team, league, matches) => `${team} dans ${league} : ${matches}.`,
  teamWhy: 'Les camps de ce nom, dans leurs 200 derniers matchs. On remonte au plus de 5 000 matchs de la ligue avant le dernier d’entre eux.',
};
