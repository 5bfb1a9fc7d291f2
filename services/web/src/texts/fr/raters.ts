import type { RaterWords } from '../en/site.js';

const ofSource = 'La valeur par défaut est celle de la source.';
const newRating = 'Cote d’un nouveau joueur';
const deviation = 'Écart d’un nouveau joueur';
const provisional = 'Provisoire au-dessus d’un écart de';
const isProvisional = 'Une cote est provisoire tant que son écart, en points, est plus grand.';
const multiplayer = 'Plus de deux joueurs';

/** Descriptions of rating systems, in French. */
export const RATERS_FR: Readonly<Record<string, RaterWords>> = {
  elo: {
    summary: 'Le classique, pour les duels, les équipes et le chacun pour soi : qui fait mieux que prévu gagne des points, K au plus. Au choix, un autre K pour les nouveaux, un plancher et des marges de victoire.',
    settings: {
      k: ['K', 'K, en points : un match déplace un joueur d’autant au plus, avant poids et marges. Une victoire contre un égal le déplace de la moitié. 32 est le plus grand K du livre d’Elo ; la FIDE emploie 20, ou 10 pour les maîtres, et les World Football Elo Ratings 20 à 60.'],
      newcomerK: ['K des nouveaux', 'K des nouveaux joueurs, en points. La valeur par défaut est celle de la FIDE. Sans effet si newcomerMatches est 0.'],
      newcomerMatches: ['Matchs comme nouveau', 'Pendant combien de matchs cotés un joueur est nouveau. Les nouveaux ont newcomerK et une cote provisoire, donc pas de rang. 0 (par défaut) : il n’y a pas de nouveaux, comme dans le livre. FIDE : 30.'],
      initialRating: [newRating, 'En points. 1500 est d’usage.'],
      floor: ['Cote minimale', 'Aucune cote ne descend sous ce nombre de points. L’adversaire gagne quand même ce qu’un joueur au plancher ne perd pas ; les cotes gonflent donc. Par défaut −1 000 000 : pas de plancher. La United States Chess Federation emploie 100.'],
      marginOfVictory: [
        'Marge de victoire',
        'Comment l’écart entre les scores de deux camps multiplie K. `none` (par défaut) : pas du tout. `goals` : 1,5 pour deux buts, 1,75 pour trois, et 1/8 de plus par but suivant, comme dans les World Football Elo Ratings. `points` : par le logarithme de la marge, et moins si le favori gagne, comme dans l’Elo NFL de FiveThirtyEight ; pour les jeux à beaucoup de points.',
      ],
    },
    presets: {
      Goals: ['Buts', 'Pour les jeux à peu de buts, où une victoire nette en dit plus qu’une courte, comme dans les World Football Elo Ratings. Sur les derniers 40 % du football international depuis 2000, l’erreur de prévision est de 0,5662 au lieu de 0,5691.'],
      'Teams of three': ['Équipes de trois', 'Chacun est l’un des trois qui décident d’un match ; avec le triple du K, les cotes s’écartent aussi vite qu’en duel. Sur les derniers 40 % des matchs de robotique, trois contre trois, l’erreur de prévision est de 0,5961 au lieu de 0,6038.'],
      FIDE: ['FIDE', 'Le K de la FIDE, la fédération d’échecs : 40 pendant les 30 premiers matchs, puis 20. Personne n’a de rang avant son 30e match ; le classement d’une nouvelle ligue reste donc un temps sans rangs.'],
    },
  },
  glicko2: {
    summary: 'Des cotes qui savent à quel point elles sont incertaines : les nouveaux bougent vite, les joueurs établis lentement, et ceux aux résultats irréguliers de nouveau plus vite. Par périodes, ou en continu.',
    settings: {
      initialRating: [newRating, `En points. ${ofSource}`],
      initialDeviation: [deviation, `RD, en points : à quel point la cote est incertaine. ${ofSource}`],
      initialVolatility: ['Volatilité d’un nouveau joueur', `Sigma : combien sa force devrait varier, en unités de 173,7 points par période. ${ofSource}`],
      systemConstant: ['Constante du système', 'Tau : à quelle vitesse les volatilités changent. La source recommande 0,3 à 1,2, et moins si les résultats improbables sont fréquents. La valeur par défaut, 0,5, est celle de son exemple.'],
      timing: [
        'Quand les résultats comptent',
        '`continuous` (notre choix par défaut) : chaque match est coté aussitôt comme une période à lui seul, et un écart grandit avec le temps entre les matchs. `periods` : tous les matchs d’une période comptent ensemble, comme dans la source ; après chaque match, une cote est ce qu’elle serait si la période finissait maintenant.',
      ],
      periodDays: ['Période en jours', 'Le temps pendant lequel un écart grandit de la volatilité. La première période commence le 1er janvier 1970 à 00:00 UTC. La source ne donne pas de durée, mais recommande 10 à 15 matchs par joueur et par période ; 30 jours sont notre choix.'],
      maxDeviation: ['Plus grand écart', 'En points : une absence ne rend aucune cote plus incertaine. Au moins initialDeviation. 350 est l’écart d’un nouveau, et la limite de Glicko, le prédécesseur.'],
      provisionalDeviation: [provisional, `${isProvisional} Lichess emploie 110.`],
      multiplayer: [multiplayer, 'Les matchs de plus de deux joueurs, absents de la source : `reject` (par défaut) n’admet que des duels ; `pairwise` cote chaque paire de camps comme un match, toutes à la fois, et chacune compte moins qu’un duel, car la même performance s’y répète.'],
      marginScale: [
        'Échelle de l’écart de score',
        'Pour les matchs avec des scores : de combien de points des égaux diffèrent d’ordinaire (écart type), environ 2 au football et 13 au football américain. Une telle avance compte alors comme un score de 0,73, le double comme 0,88, et chaque match en dit plus. 0 (par défaut) : seul compte qui gagne, comme dans la source.',
      ],
    },
    presets: {
      Goals: ['Buts', 'Pour les jeux à peu de buts, où une victoire nette en dit plus qu’une victoire serrée. Sur les derniers 40 % du football international, avec des chances ajustées, l’erreur de prévision est de 0,5494 au lieu de 0,5535.'],
      'Points in seasons': ['Points en saisons', 'Pour les jeux à beaucoup de points en saisons, entre lesquelles les équipes changent. Sur les derniers 40 % du football américain depuis 1970, avec des chances ajustées, l’erreur de prévision est de 0,6273 au lieu de 0,6464.'],
      Teams: ['Équipes', 'Les nouveaux commencent moins incertains qu’en duel. Dans des équipes de trois simulées, les chances se trompent de 0,03 au plus au lieu de 0,06 ; en robotique, trois contre trois, l’erreur de prévision des derniers 40 % est de 0,598 avec les deux.'],
    },
  },
  margin: {
    summary: 'Pour les duels et les équipes avec des scores : ce qui compte est de combien un camp gagne, par rapport à ce qui était attendu. Le système apprend lui-même combien de chance il y a dans un score, et ce que vaut le fait de jouer à domicile.',
    settings: {
      initialRating: [newRating, 'Aussi celle d’un joueur dont on ne sait plus rien. En points : 400 points sont des chances de 10 contre 1, comme pour Elo. Notre choix.'],
      initialDeviation: [
        deviation,
        'À quelle distance les joueurs sont les uns des autres, en points, et donc combien la cote d’un nouveau est incertaine. Une absence ne la rend pas plus incertaine. La valeur par défaut, 400, est notre choix : 150 dans les ligues professionnelles, 400 parmi toutes les équipes nationales.',
      ],
      deviationGrowth: [
        'Croissance de l’écart',
        'À quelle vitesse les forces changent, en points par racine carrée d’un jour. Avec le temps, une cote devient plus incertaine et revient vers celle d’un nouveau, si lentement que les joueurs restent aussi loin les uns des autres que le dit l’écart d’un nouveau. La valeur par défaut, 3, est notre choix ; 0 : jamais.',
      ],
      marginPower: ['Puissance de l’écart de score', 'La puissance à laquelle un écart de score compte. 1 : gagner de 8 dit huit fois plus que gagner de 1. La valeur par défaut, 0,7, est notre choix : quatre fois plus.'],
      provisionalDeviation: [provisional, `${isProvisional} La valeur par défaut, 130, est notre choix : il faut quelque huit matchs.`],
    },
    presets: {
      Seasons: ['Saisons', 'Pour les ligues professionnelles qui jouent chaque semaine en saisons, et dont les équipes changent entre elles. Sur les derniers 40 % du football américain depuis 1970, l’erreur de prévision est de 0,624 au lieu de 0,634, et de 0,640 pour le meilleur des autres systèmes.'],
      'Unequal, seldom played': [
        'Niveaux inégaux, matchs rares',
        'Pour des joueurs allant des amateurs aux champions, qui jouent quelques fois par an et changent au fil des ans. Sur les derniers 40 % du football international, l’erreur de prévision est de 0,5478 au lieu de 0,5482, et de 0,553 pour glicko2 avec des chances ajustées. Sur les 8 000 premiers matchs d’une ligue, elle vaut celle des valeurs par défaut (0,597).',
      ],
    },
  },
  openskill: {
    summary: 'Des cotes bayésiennes pour les équipes et le chacun pour soi de toute taille : les joueurs ont part à ce que fait leur camp, selon leur incertitude. L’équivalent libre de TrueSkill.',
    settings: {
      model: ['Modèle', 'Le modèle d’un résultat : `plackettLuce` (par défaut dans la source) regarde tout l’ordre d’arrivée ; `bradleyTerry` (logistique) et `thurstoneMosteller` (normal) en regardent chaque paire.'],
      mu: [`${newRating} (mu)`, `${ofSource} Toutes les autres valeurs ont la même unité.`],
      sigma: ['Incertitude d’un nouveau joueur (sigma)', `À quel point la cote d’un nouveau est incertaine, comme écart type. ${ofSource}`],
      beta: ['Chance (beta)', `Combien la performance d’un joueur varie d’un match à l’autre, comme écart type. Plus c’est grand, plus il y a de chance dans un résultat, et plus les cotes bougent lentement. ${ofSource}`],
      tau: ['Croissance de l’incertitude (tau)', `De combien une cote devient plus incertaine à chaque match, comme écart type, pour pouvoir toujours bouger. 0 : les cotes se figent. ${ofSource}`],
      limitSigma: ['Jamais plus incertaine', `Si oui, aucun match ne rend une cote plus incertaine qu’elle n’était, quel que soit tau. ${ofSource}`],
      sizeCounts: ['Un joueur de plus compte', 'Si oui, on attend la victoire de l’équipe la plus nombreuse : un joueur de plus compte autant que toute sa cote, comme dans la source. Sinon il ne compte que par son écart avec un nouveau, pour des jeux équitables entre équipes inégales.'],
      z: ['Prudence du classement (z)', 'Le classement montre mu - z * sigma et suit cet ordre : une force que le joueur a presque sûrement. La valeur par défaut est celle de la source ; 0 montre mu.'],
      provisionalSigma: ['Provisoire au-dessus d’un sigma de', 'Une cote est provisoire tant que son sigma est plus grand. La valeur par défaut est notre choix : la moitié de celui d’un nouveau. Plus il y a de camps, plus il faut de matchs : quelque 40 duels, et bien plus de courses.'],
    },
    presets: {
      'Changing strengths': ['Forces changeantes', 'Les cotes ne se figent jamais, pour des joueurs qui progressent ou baissent. Sur les derniers 40 % du football international, l’erreur de prévision est de 0,5719 au lieu de 0,5746 ; en robotique, trois contre trois, de 0,5979 au lieu de 0,5983.'],
      Races: [
        'Courses',
        'On a un rang après environ 20 courses. Avec beaucoup de camps, le modèle de Plackett-Luce ne rend les cotes sûres que lentement, bien que l’ordre soit juste depuis longtemps. Dans des courses simulées de 5 à 12, 98 % des joueurs ont un rang après 20 courses, et avec la valeur par défaut personne après 40. Seuls les rangs changent, aucune cote.',
      ],
      'Races, changing strengths': [
        'Courses, forces changeantes',
        'Apprend plus vite des courses que le modèle de Plackett-Luce : chaque paire d’un peloton compte, et les cotes ne se figent jamais. Sur les derniers 40 % de 1 160 Grands Prix, l’erreur de prévision est de 2,053 au lieu de 2,364, et de 1,856 avec des chances ajustées. Dans des pelotons de 5 à 20, on a le plus souvent un rang après 15 à 25 courses, et plus tard si l’ordre ne change guère.',
      ],
      'Unequal teams': [
        'Équipes inégales',
        'Pour des jeux équitables entre équipes inégales : un joueur de plus ne vaut rien par lui-même. Dans des équipes simulées de 2 à 5, dont la plus nombreuse n’a aucun avantage, les chances entre deux s’écartent des résultats d’au plus 0,03, et avec la valeur par défaut de 0,18.',
      ],
    },
  },
  performance: {
    summary: 'La cote à laquelle les résultats d’un joueur seraient exactement ceux attendus, recalculée sur tout son passé après chaque match. Les cotes fondées sur beaucoup d’adversaires sont stables ; battre toujours le même rapporte peu.',
    settings: {
      variant: [
        'Variante',
        'Le script de la source qui pondère les matchs. p1 : tous pareil ; p2 : avec un nul fictif contre un joueur à 0 ; p3 : les matchs récents comptent plus ; p4, p5, p6 : ceux contre un même adversaire comptent aussi moins ; p7 : un adversaire compte selon combien de fois on l’a rencontré, et combien d’autres depuis ; p8 : p7 avec deux nuls fictifs contre 1500. Par défaut : p8, le dernier et le meilleur de la source.',
      ],
      decay: ['Oubli', 'Le facteur dont un match perd de son poids à chaque pas dans le passé (p3 à p8 ; ce qu’est un pas dépend de la variante). Sans unité ; avec 1, rien n’est oublié. Par défaut : k(i+1) = 0,98 k(i), de p3 dans la source.'],
      fictitiousWeight: ['Poids des nuls fictifs', 'Le poids de chaque nul fictif (p2 à p8), en matchs ; il ne baisse jamais. Il garde la cote finie si tous les matchs sont gagnés ou perdus. Par défaut : 0,1, comme dans la source.'],
      scaleCap: ['Plus grand poids d’un adversaire', 'Ce que tous les matchs contre un adversaire peuvent peser ensemble au plus, en matchs (p7, p8). Au-dessous, n matchs pèsent sqrt(n). La valeur par défaut, 5, est notre choix ; la source dit seulement « une certaine valeur fixe ».'],
      unratedOpponentRating: ['Cote des adversaires sans cote', 'Pour combien compte un adversaire sans cote, en points. Seul p1 laisse des joueurs sans cote : ceux qui ont gagné, ou perdu, tous leurs matchs. Par défaut : 1500, le joueur moyen de la source.'],
      multiplayer: [multiplayer, 'reject : deux camps d’un seul joueur, comme dans la source ; pairwise : chaque paire de joueurs de camps différents joue un match, tous d’après les cotes d’avant. Par défaut : reject ; pairwise est notre ajout.'],
    },
    presets: {
      'Careful with newcomers': ['Prudent avec les nouveaux', 'Après peu de matchs, les cotes restent plus près de 1500, et personne n’est en tête avec une seule victoire. Sur les derniers 40 % du football international, l’erreur de prévision est de 0,5872 au lieu de 0,5841.'],
      Teams: ['Équipes', 'Pour les matchs d’équipes, où chaque adversaire compte comme un match, avec des cotes de nouveaux près de 1500. Sur les derniers 40 % des matchs de robotique, trois contre trois, l’erreur de prévision est de 0,5968, et de 0,5920 sans cette prudence.'],
      Races: [
        'Courses',
        'Pour des courses : chaque adversaire d’un peloton compte comme un match, et les vieilles courses s’oublient plus tôt. Sur les derniers 40 % de 1 160 Grands Prix, l’erreur de prévision est de 2,111 au lieu de 2,260, et de 1,871 avec des chances ajustées, qui s’écartent des résultats d’au plus 0,05. Qui gagne sa première course prend la tête du classement : exigez donc un nombre minimal de matchs.',
      ],
    },
  },
  'plackett-luce': {
    summary: 'Pour les courses et le chacun pour soi : une cote est une force qui dit combien de fois un joueur est premier d’un peloton. Les premières places comptent le plus, les abandons peu, et les cotes savent à quel point elles sont incertaines.',
    settings: {
      initialRating: [newRating, 'En points : 400 points sont des chances de 10 contre 1, comme avec Elo. Notre choix.'],
      initialDeviation: [deviation, 'À quel point la cote d’un nouveau est incertaine, en points : à peu près la distance entre joueurs. Une absence ne rend aucune cote plus incertaine. Notre choix.'],
      deviationGrowth: ['Croissance de l’écart', 'De combien une cote devient plus incertaine avec le temps, en points par racine carrée d’un jour : plus c’est grand, plus les joueurs changent vite. La valeur par défaut, 9,5, est notre choix pour une course par semaine.'],
      emphasis: ['Poids des premières places', 'Combien les premières places comptent plus que les dernières : la n-ième compte 1 / n à cette puissance. 0 est le simple Plackett-Luce. La valeur par défaut, 1, est notre choix : loin derrière, les places parlent surtout de chance.'],
      dropOutLuck: ['Malchance des abandons', 'Quelle part des abandons est de la malchance, de 0 à 1. Les camps qui partagent la dernière place ont abandonné : pour cette part, ils comptent comme absents. 0 : ils étaient simplement derniers. La valeur par défaut, 0,8, est notre choix.'],
      provisionalDeviation: [provisional, `${isProvisional} La valeur par défaut, 220, est notre choix : il faut une à trois courses, ou une demi-saison de Grands Prix, et si les courses sont mensuelles presque tous gardent leur rang entre elles.`],
    },
    presets: { 'Every place counts': ['Chaque place compte', 'Le simple Plackett-Luce, pour les jeux où être neuvième plutôt que dixième est un succès aussi grand que gagner, et où personne n’abandonne.'] },
  },
  'timed-glicko': {
    summary: 'Glicko pour les jeux où il y a de la chance : une cote devient moins sûre pendant l’absence du joueur, et les résultats surprenants comptent moins. Les classements montrent la chance de battre un nouveau joueur.',
    settings: {
      initialRating: [newRating, `En points. ${ofSource} Le pourcentage du classement (GLIXARE) est toujours la chance contre un joueur de 1500 points et d’écart 350.`],
      initialDeviation: [deviation, `RD, en points : à quel point la cote est incertaine. maxDeviation au plus. ${ofSource}`],
      maxDeviation: ['Plus grand écart', `En points : une absence ne rend aucune cote plus incertaine. ${ofSource}`],
      deviationGrowth: [
        'Croissance de l’écart',
        'SC, en points par racine carrée d’un jour : à quelle vitesse une cote devient incertaine pendant une absence. La valeur par défaut est celle de la source, pour un jeu quotidien : à 45 d’écart, un joueur est de nouveau provisoire après 20 jours. Une ligue hebdomadaire devrait choisir moins. 0 est Glicko sans le temps.',
      ],
      provisionalDeviation: [provisional, `${isProvisional} ${ofSource}`],
      weighting: [
        'Poids des surprises',
        'Combien un résultat compte moins quand il surprend plus. Un résultat sûr compte 1, un résultat entre égaux P, un résultat impossible 3P - 2 (`quadratic`, par défaut dans la source) ou 2P - 1 (`linear`). Avec `none`, tous comptent pareil : le simple Glicko, où P est sans effet.',
      ],
      deservedOutcomeProbability: [
        'Chance que le résultat soit mérité',
        'P : la probabilité qu’entre deux égaux la meilleure performance gagne. 1 est le simple Glicko. La source ne le fixe pas. La valeur par défaut, 0,9, est notre choix : la plus petite avec laquelle, en pondération quadratique, toute victoire vaut au moins un nul. Au-dessous de 5/6, l’auteur d’une surprise peut perdre des points, et au-dessous de 0,8 des égaux s’éloignent. Moins de 5/6 est donc refusé, sauf avec allowPerverse.',
      ],
      allowPerverse: ['Admettre des résultats absurdes', 'Admet un deservedOutcomeProbability sous 5/6, avec lequel un vainqueur peut perdre des points. Pour des essais ; la valeur par défaut est notre choix.'],
      multiplayer: [
        multiplayer,
        'Les matchs de plus de deux joueurs, absents de la source : `reject` (notre choix par défaut) n’admet que des duels ; `pairwise` cote chaque paire de joueurs de camps différents comme un duel, toutes à la fois. Les chances sont alors peut-être trop sûres d’elles jusqu’à leur ajustement à la ligue ; une comparaison le montre.',
      ],
    },
    presets: {
      'Seldom played': ['Matchs rares', 'Pour les ligues où l’on se rencontre chaque semaine ou moins : les cotes deviennent moins vite incertaines, et chaque résultat compte en entier. Sur les derniers 40 % du football international, l’erreur de prévision est de 0,5616 au lieu de 0,5892.'],
      'Luck, seldom played': ['Chance, matchs rares', 'Comme « Matchs rares », mais les résultats surprenants comptent moins, comme dans la source. Sur le football international, l’erreur de prévision est de 0,5627 au lieu de 0,5892.'],
      Races: [
        'Courses',
        'Pour des courses où le hasard pèse et où beaucoup abandonnent : chaque paire d’un peloton compte, et une victoire contre toute attente à peine. Sur les derniers 40 % de 1 160 Grands Prix, l’erreur de prévision est de 1,903 au lieu de 2,397, et les chances s’écartent des résultats d’au plus 0,05, même sans ajustement.',
      ],
    },
  },
  zonestats: {
    summary: 'Des cotes à somme nulle pour les duels, les équipes et le chacun pour soi où l’on peut arriver tard et partir tôt : chaque paire d’adversaires est comparée par points pour le temps joué.',
    settings: {
      spread: ['Étendue', `T de l’équation 1, en points : plus il est grand, plus les meilleurs se détachent. T points d’avance donnent 73 % de chances de gagner. ${ofSource}`],
      gameMultiplier: ['Points par minute', `GAME_MULT des équations 3 et 5, en points par minute : une paire bouge d’autant au plus pour chaque minute comptée, et le meilleur joueur d’un match pour chaque minute jouée. ${ofSource}`],
      maxGameLength: ['Plus long match en minutes', `MAX_GAME_LENGTH de l’équation 3 : un match plus long ne compte pas plus. Un joueur dont les minutes ne sont pas transmises compte comme ayant joué ce temps. ${ofSource}`],
      initialRating: [newRating, 'En points. La valeur par défaut est celle de la source (étape 2).'],
      comparison: ['Ce qui décide d’une paire', '`scorePerHour` : les points pour le temps joué (par défaut, étapes 1 et 4 de la source) ; `score` : les points ; `headToHead` : les points marqués l’un contre l’autre dans les matchs qui les transmettent, et les points dans les autres.'],
      cap: [
        'Limite des changements',
        'Ce qui empêche un match de trop déplacer les joueurs : `equation5` (par défaut) réduit tous les changements selon les minutes de celui qui bougerait le plus, comme dans l’équation 5 ; `everyPlayer` les réduit jusqu’à ce que personne ne bouge de plus de gameMultiplier points par minute jouée, selon les mots de l’étape 7.',
      ],
    },
  },
};
