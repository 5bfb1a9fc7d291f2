import type { RaterWords } from '../en/site.js';

const ofSource = 'Die Vorgabe ist die der Quelle.';
const newRating = 'Wertung neuer Spieler';
const deviation = 'Abweichung neuer Spieler';
const provisional = 'Vorläufig über einer Abweichung von';
const isProvisional = 'Eine Wertung ist vorläufig, solange ihre Abweichung in Punkten größer ist.';
const multiplayer = 'Mehr als zwei Spieler';

/** Descriptions of rating systems, in German. */
export const RATERS_DE: Readonly<Record<string, RaterWords>> = {
  elo: {
    summary: 'Der Klassiker für Duelle, Teams und jeden gegen jeden: Wer besser abschneidet als erwartet, gewinnt Punkte, höchstens K. Auf Wunsch mit eigenem K für Neulinge, einer Untergrenze und der Höhe der Siege.',
    settings: {
      k: ['K', 'K in Punkten: Um so viel kann ein Spiel einen Spieler höchstens bewegen, vor Gewicht und Höhe des Sieges. Ein Sieg gegen einen gleich starken Gegner bewegt ihn um die Hälfte. 32 ist das größte K in Elos Buch; die FIDE nimmt 20, für Meister 10, die World Football Elo Ratings 20 bis 60.'],
      newcomerK: ['K für Neulinge', 'K für Neulinge in Punkten. Die Vorgabe ist die der FIDE. Es wirkt nur, wenn newcomerMatches nicht 0 ist.'],
      newcomerMatches: ['Spiele als Neuling', 'Wie viele gewertete Spiele lang jemand Neuling ist. Neulinge haben newcomerK und eine vorläufige Wertung, also keinen Rang. 0 (Vorgabe): Es gibt keine Neulinge, wie im Buch. FIDE: 30.'],
      initialRating: [newRating, 'In Punkten. Üblich ist 1500.'],
      floor: ['Niedrigste Wertung', 'Keine Wertung fällt unter diese Punktzahl. Der Gegner gewinnt trotzdem, was ein Spieler an der Grenze nicht verliert; so steigen die Wertungen mit der Zeit. Vorgabe −1.000.000: keine Grenze. Die United States Chess Federation nimmt 100.'],
      marginOfVictory: [
        'Höhe des Sieges',
        'Wie der Abstand der Punktzahlen zweier Seiten K vervielfacht. `none` (Vorgabe): gar nicht. `goals`: 1,5 für zwei Tore, 1,75 für drei und je 1/8 mehr für jedes weitere, wie in den World Football Elo Ratings. `points`: mit dem Logarithmus des Abstands, und weniger, wenn der Favorit gewinnt, wie im NFL-Elo von FiveThirtyEight; für Spiele mit vielen Punkten.',
      ],
    },
    presets: {
      Goals: ['Tore', 'Für Spiele mit wenigen Toren, in denen ein klarer Sieg mehr sagt als ein knapper, wie in den World Football Elo Ratings. An den letzten 40 % der Fußball-Länderspiele seit 2000 ist der Vorhersagefehler 0,5662 statt 0,5691.'],
      'Teams of three': ['Teams zu dritt', 'Jeder ist einer von dreien, die ein Spiel entscheiden; mit dem dreifachen K gehen die Wertungen so schnell auseinander wie in Duellen. An den letzten 40 % der Robotikspiele, drei gegen drei, ist der Vorhersagefehler 0,5961 statt 0,6038.'],
      FIDE: ['FIDE', 'Das K des Schachverbands FIDE: 40 in den ersten 30 Spielen, danach 20. Vor dem 30. Spiel hat niemand einen Rang; die Rangliste einer neuen Liga bleibt also eine Weile ohne Ränge.'],
    },
  },
  glicko2: {
    summary: 'Wertungen, die wissen, wie unsicher sie sind: Neulinge bewegen sich schnell, bewährte Spieler langsam, und wer unberechenbar spielt, wieder schneller. Nach Wertungsperioden oder fortlaufend.',
    settings: {
      initialRating: [newRating, `In Punkten. ${ofSource}`],
      initialDeviation: [deviation, `RD in Punkten: wie unsicher die Wertung ist. ${ofSource}`],
      initialVolatility: ['Schwankung neuer Spieler', `Sigma: wie sehr sich ihre Stärke voraussichtlich ändert, in Einheiten von 173,7 Punkten je Wertungsperiode. ${ofSource}`],
      systemConstant: ['Systemkonstante', 'Tau: wie schnell sich Schwankungen ändern. Die Quelle empfiehlt 0,3 bis 1,2, und weniger, wenn unwahrscheinliche Ergebnisse häufig sind. Die Vorgabe 0,5 steht in ihrem Beispiel.'],
      timing: [
        'Wann Ergebnisse zählen',
        '`continuous` (unsere Vorgabe): Jedes Spiel wird sofort als eigene Periode gewertet, und eine Abweichung wächst mit der Zeit zwischen Spielen. `periods`: Alle Spiele einer Wertungsperiode zählen zusammen, wie in der Quelle; nach jedem Spiel ist eine Wertung so, als ende die Periode jetzt.',
      ],
      periodDays: ['Wertungsperiode in Tagen', 'Die Zeit, in der eine Abweichung um die Schwankung wächst. Die erste Periode beginnt am 1. Januar 1970 um 00:00 Uhr UTC. Die Quelle nennt keine Länge, empfiehlt aber 10 bis 15 Spiele je Spieler und Periode; 30 Tage sind unsere Wahl.'],
      maxDeviation: ['Höchste Abweichung', 'In Punkten: Unsicherer wird eine Wertung auch durch lange Pausen nicht. Mindestens initialDeviation. 350 ist die Abweichung eines Neulings und die Grenze im Vorgänger Glicko.'],
      provisionalDeviation: [provisional, `${isProvisional} Lichess nimmt 110.`],
      multiplayer: [multiplayer, 'Spiele von mehr als zwei Spielern, die in der Quelle nicht vorkommen: `reject` (Vorgabe) lässt nur Duelle zu; `pairwise` wertet jedes Paar von Seiten als Spiel, alle zugleich, und jedes schwächer als ein Duell, weil sich in ihnen dieselbe Leistung wiederholt.'],
      marginScale: [
        'Skala der Höhe',
        'Für Spiele mit Punktzahlen: um wie viele Punkte sich gleich Starke üblicherweise unterscheiden (Standardabweichung), im Fußball etwa 2, im American Football 13. Ein solcher Vorsprung zählt dann als Ergebnis von 0,73, ein doppelter als 0,88, und jedes Spiel sagt mehr. 0 (Vorgabe): Es zählt nur, wer gewinnt, wie in der Quelle.',
      ],
    },
    presets: {
      Goals: ['Tore', 'Für Spiele mit wenigen Toren, in denen ein klarer Sieg mehr sagt als ein knapper. An den letzten 40 % der Fußball-Länderspiele ist der Vorhersagefehler mit angepassten Chancen 0,5494 statt 0,5535.'],
      'Points in seasons': ['Punkte in Spielzeiten', 'Für Spiele mit vielen Punkten in Spielzeiten, zwischen denen sich Teams ändern. An den letzten 40 % von American Football seit 1970 ist der Vorhersagefehler mit angepassten Chancen 0,6273 statt 0,6464.'],
      Teams: ['Teams', 'Neulinge beginnen weniger unsicher als in Duellen. In simulierten Teams zu dritt liegen Chancen höchstens 0,03 statt 0,06 daneben; in der Robotik, drei gegen drei, ist der Vorhersagefehler der letzten 40 % mit beiden 0,598.'],
    },
  },
  margin: {
    summary: 'Für Duelle und Teams mit Punktzahlen: Es zählt, wie hoch eine Seite gewinnt, verglichen mit dem, was zu erwarten war. Wie viel Glück in einem Ergebnis steckt und was das Heimrecht wert ist, lernt das System selbst.',
    settings: {
      initialRating: [newRating, 'Auch die von Spielern, über die man nichts mehr weiß. In Punkten: 400 Punkte sind Chancen von 10 zu 1, wie bei Elo. Unsere Wahl.'],
      initialDeviation: [deviation, 'Wie weit Spieler auseinanderliegen, in Punkten, und damit, wie unsicher die Wertung neuer Spieler ist. Unsicherer wird eine Wertung auch durch Pausen nicht. Die Vorgabe 400 ist unsere Wahl: In Profiligen sind es 150, unter allen Nationalmannschaften 400.'],
      deviationGrowth: [
        'Wachstum der Abweichung',
        'Wie schnell sich Stärken ändern, in Punkten je Quadratwurzel eines Tages. Mit der Zeit wird eine Wertung unsicherer und kehrt zu der neuer Spieler zurück, so langsam, dass die Spieler so weit auseinander bleiben, wie deren Abweichung sagt. Die Vorgabe 3 ist unsere Wahl; 0: nie.',
      ],
      marginPower: ['Potenz der Höhe', 'Die Potenz, mit der ein Punkteabstand zählt. 1: Ein Sieg mit 8 sagt achtmal so viel wie einer mit 1. Die Vorgabe 0,7 ist unsere Wahl: viermal so viel.'],
      provisionalDeviation: [provisional, `${isProvisional} Die Vorgabe 130 ist unsere Wahl: Sie braucht etwa acht Spiele.`],
    },
    presets: {
      Seasons: ['Spielzeiten', 'Für Profiligen, die wöchentlich in Spielzeiten spielen und deren Teams sich dazwischen ändern. An den letzten 40 % von American Football seit 1970 ist der Vorhersagefehler 0,624 statt 0,634, beim besten anderen System 0,640.'],
      'Unequal, seldom played': [
        'Ungleich, selten gespielt',
        'Für Felder von Laien bis zu Meistern, die einige Male im Jahr spielen und sich über Jahre ändern. An den letzten 40 % der Fußball-Länderspiele ist der Vorhersagefehler 0,5478 statt 0,5482, bei glicko2 mit angepassten Chancen 0,553. In den ersten 8.000 Spielen einer Liga ist er so gut wie mit den Vorgaben (0,597).',
      ],
    },
  },
  openskill: {
    summary: 'Bayessche Wertungen für Teams und jeden gegen jeden in jeder Größe: Spieler haben Anteil an dem, was ihre Seite erreicht, je nachdem, wie unsicher sie sind. Das freie Gegenstück zu TrueSkill.',
    settings: {
      model: ['Modell', 'Das Modell eines Ergebnisses: `plackettLuce` (Vorgabe der Quelle) betrachtet die ganze Reihenfolge; `bradleyTerry` (logistisch) und `thurstoneMosteller` (normal) betrachten jedes Paar darin.'],
      mu: [`${newRating} (mu)`, `${ofSource} Alle anderen Werte haben dieselbe Einheit.`],
      sigma: ['Unsicherheit neuer Spieler (sigma)', `Wie unsicher die Wertung neuer Spieler ist, als Standardabweichung. ${ofSource}`],
      beta: ['Glück (beta)', `Wie sehr die Leistung von Spiel zu Spiel schwankt, als Standardabweichung. Je größer, desto mehr Glück ist in einem Ergebnis, und desto langsamer bewegen sich Wertungen. ${ofSource}`],
      tau: ['Wachstum der Unsicherheit (tau)', `Um wie viel eine Wertung mit jedem Spiel unsicherer wird, als Standardabweichung, damit sie beweglich bleibt. 0: Wertungen kommen endgültig zur Ruhe. ${ofSource}`],
      limitSigma: ['Nie unsicherer', `Ob verhindert wird, dass ein Spiel eine Wertung unsicherer macht, gleich wie groß tau ist. ${ofSource}`],
      sizeCounts: ['Ein Spieler mehr zählt', 'Ob vom größeren Team der Sieg erwartet wird: Ein Spieler mehr zählt so viel wie seine ganze Wertung, wie in der Quelle. Sonst zählt er nur so viel, wie er über oder unter einem Neuling steht, für Spiele, die zwischen ungleich großen Teams gerecht sind.'],
      z: ['Vorsicht der Rangliste (z)', 'Die Rangliste zeigt mu - z * sigma und ordnet danach: eine Stärke, die der Spieler fast sicher hat. Die Vorgabe ist die der Quelle; 0 zeigt mu selbst.'],
      provisionalSigma: ['Vorläufig über einem sigma von', 'Eine Wertung ist vorläufig, solange ihr sigma größer ist. Die Vorgabe ist unsere Wahl: die Hälfte von dem eines Neulings. Je mehr Seiten, desto mehr Spiele braucht das: etwa 40 Duelle und weit mehr Rennen.'],
    },
    presets: {
      'Changing strengths': ['Wechselnde Stärke', 'Wertungen kommen nie zur Ruhe, für Spieler, die besser oder schlechter werden. An den letzten 40 % der Fußball-Länderspiele ist der Vorhersagefehler 0,5719 statt 0,5746; in der Robotik, drei gegen drei, 0,5979 statt 0,5983.'],
      Races: [
        'Rennen',
        'Nach etwa 20 Rennen hat man einen Rang. Das Modell von Plackett und Luce macht Wertungen bei vielen Seiten nur langsam sicher, obwohl die Reihenfolge längst stimmt. In simulierten Rennen von 5 bis 12 haben nach 20 Rennen 98 % der Spieler einen Rang, mit der Vorgabe nach 40 niemand. Nur Ränge ändern sich, keine Wertung.',
      ],
      'Races, changing strengths': [
        'Rennen, wechselnde Stärke',
        'Lernt schneller aus Rennen als das Modell von Plackett und Luce: Jedes Paar eines Feldes zählt, und Wertungen kommen nie zur Ruhe. An den letzten 40 % von 1.160 Grands Prix ist der Vorhersagefehler 2,053 statt 2,364, mit angepassten Chancen 1,856. In Feldern von 5 bis 20 hat man meist nach 15 bis 25 Rennen einen Rang, und später, wo sich die Reihenfolge kaum ändert.',
      ],
      'Unequal teams': [
        'Ungleiche Teams',
        'Für Spiele, die zwischen ungleich großen Teams gerecht sind: Ein Spieler mehr ist für sich nichts wert. In simulierten Teams von 2 bis 5, von denen das größere keinen Vorteil hat, weichen Chancen zwischen zweien höchstens 0,03 von den Ergebnissen ab, mit der Vorgabe bis zu 0,18.',
      ],
    },
  },
  performance: {
    summary: 'Die Wertung, bei der die Ergebnisse eines Spielers genau den erwarteten entsprächen, nach jedem Spiel aus allen bisherigen neu bestimmt. Wertungen, die auf vielen Gegnern beruhen, sind beständig; immer denselben zu schlagen bringt wenig.',
    settings: {
      variant: [
        'Variante',
        'Welches Skript der Quelle die Spiele gewichtet. p1: alle gleich; p2: dazu ein gedachtes Unentschieden gegen einen Spieler mit 0; p3: neuere Spiele zählen mehr; p4, p5, p6: Spiele gegen denselben Gegner zählen zudem weniger; p7: Ein Gegner zählt danach, wie oft man ihn und wie viele andere man seither getroffen hat; p8: p7 mit zwei gedachten Unentschieden gegen 1500. Vorgabe: p8, das letzte und beste der Quelle.',
      ],
      decay: ['Verblassen', 'Der Faktor, um den ein Spiel mit jedem Schritt in die Vergangenheit an Gewicht verliert (p3 bis p8; was ein Schritt ist, hängt von der Variante ab). Ohne Einheit; mit 1 wird nichts vergessen. Vorgabe: k(i+1) = 0,98 k(i) aus p3 der Quelle.'],
      fictitiousWeight: ['Gewicht gedachter Unentschieden', 'Das Gewicht jedes gedachten Unentschiedens (p2 bis p8) in Spielen; es verblasst nie. Es hält die Wertung endlich, wenn alle Spiele gewonnen oder verloren wurden. Vorgabe: 0,1, wie in der Quelle.'],
      scaleCap: ['Höchstes Gewicht eines Gegners', 'So viel dürfen alle Spiele gegen einen Gegner zusammen höchstens wiegen, in Spielen (p7, p8). Darunter wiegen n Spiele sqrt(n). Die Vorgabe 5 ist unsere Wahl; die Quelle nennt nur „einen bestimmten festen Wert“.'],
      unratedOpponentRating: ['Wertung von Gegnern ohne Wertung', 'Wofür ein Gegner ohne Wertung zählt, in Punkten. Nur p1 lässt Spieler ohne Wertung: wer jedes Spiel gewonnen oder jedes verloren hat. Vorgabe: 1500, der mittlere Spieler der Quelle.'],
      multiplayer: [multiplayer, 'reject: nur zwei Seiten mit je einem Spieler, wie in der Quelle; pairwise: Jedes Paar von Spielern verschiedener Seiten spielt ein Spiel, alle nach den Wertungen vor dem Spiel. Vorgabe: reject; pairwise ist unsere Zugabe.'],
    },
    presets: {
      'Careful with newcomers': ['Vorsichtig mit Neulingen', 'Wertungen nach wenigen Spielen bleiben näher bei 1500, sodass niemand mit einem einzigen Sieg führt. An den letzten 40 % der Fußball-Länderspiele ist der Vorhersagefehler 0,5872 statt 0,5841.'],
      Teams: ['Teams', 'Für Teamspiele, in denen jeder Gegner als Spiel zählt, mit Wertungen von Neulingen nahe 1500. An den letzten 40 % der Robotikspiele, drei gegen drei, ist der Vorhersagefehler 0,5968, und ohne die Vorsicht mit Neulingen 0,5920.'],
      Races: [
        'Rennen',
        'Für Rennen: Jeder Gegner eines Feldes zählt als Spiel, und alte Rennen werden eher vergessen. An den letzten 40 % von 1.160 Grands Prix ist der Vorhersagefehler 2,111 statt 2,260, und 1,871 mit angepassten Chancen, die höchstens 0,05 von den Ergebnissen abweichen. Wer sein erstes Rennen gewinnt, führt die Rangliste an; verlange darum eine Mindestzahl von Spielen.',
      ],
    },
  },
  'plackett-luce': {
    summary: 'Für Rennen und jeden gegen jeden: Eine Wertung ist eine Stärke, die sagt, wie oft ein Spieler in einem Feld Erster wird. Erste Plätze zählen am meisten, Ausfälle wenig, und Wertungen wissen, wie unsicher sie sind.',
    settings: {
      initialRating: [newRating, 'In Punkten: 400 Punkte sind Chancen von 10 zu 1, wie bei Elo. Unsere Wahl.'],
      initialDeviation: [deviation, 'Wie unsicher die Wertung neuer Spieler ist, in Punkten: etwa so weit, wie Spieler auseinanderliegen. Unsicherer wird eine Wertung auch durch Pausen nicht. Unsere Wahl.'],
      deviationGrowth: ['Wachstum der Abweichung', 'Wie viel unsicherer eine Wertung mit der Zeit wird, in Punkten je Quadratwurzel eines Tages: je mehr, desto schneller ändern sich Spieler. Die Vorgabe 9,5 ist unsere Wahl für ein Rennen pro Woche.'],
      emphasis: ['Betonung der ersten Plätze', 'Wie viel mehr die ersten Plätze zählen als die letzten: Der n-te Platz zählt 1 / n hoch diese Zahl. 0 ist einfaches Plackett-Luce. Die Vorgabe 1 ist unsere Wahl: Weit hinten sagen Plätze vor allem etwas über Glück.'],
      dropOutLuck: ['Pech bei Ausfällen', 'Welcher Teil der Ausfälle Pech ist, 0 bis 1. Seiten, die sich den letzten Platz teilen, sind ausgefallen: Zu diesem Teil zählen sie, als wären sie nicht dabei gewesen. 0: Sie waren einfach Letzte. Die Vorgabe 0,8 ist unsere Wahl.'],
      provisionalDeviation: [provisional, `${isProvisional} Die Vorgabe, 220, ist unsere Wahl: Sie braucht ein bis drei Rennen oder eine halbe Saison von Grands Prix, und bei monatlichen Rennen behalten fast alle ihren Rang dazwischen.`],
    },
    presets: { 'Every place counts': ['Jeder Platz zählt', 'Einfaches Plackett-Luce, für Spiele, in denen Neunter statt Zehnter zu sein ein ebenso großer Erfolg ist wie zu gewinnen und niemand ausfällt.'] },
  },
  'timed-glicko': {
    summary: 'Glicko für Spiele mit Glück: Eine Wertung wird unsicherer, während ihr Spieler fehlt, und überraschende Ergebnisse zählen weniger. Ranglisten zeigen die Chance, einen neuen Spieler zu schlagen.',
    settings: {
      initialRating: [newRating, `In Punkten. ${ofSource} Der Prozentwert der Rangliste (GLIXARE) ist immer die Chance gegen einen Spieler mit 1500 Punkten und Abweichung 350.`],
      initialDeviation: [deviation, `RD in Punkten: wie unsicher die Wertung ist. Höchstens maxDeviation. ${ofSource}`],
      maxDeviation: ['Höchste Abweichung', `In Punkten: Unsicherer wird eine Wertung auch durch lange Pausen nicht. ${ofSource}`],
      deviationGrowth: [
        'Wachstum der Abweichung',
        'SC, in Punkten je Quadratwurzel eines Tages: wie schnell eine Wertung unsicher wird, während ihr Spieler fehlt. Die Vorgabe ist die der Quelle, für tägliches Spiel: Mit Abweichung 45 ist ein Spieler nach 20 Tagen wieder vorläufig. Für wöchentliche Ligen empfiehlt sich weniger. 0 ist Glicko ohne Zeit.',
      ],
      provisionalDeviation: [provisional, `${isProvisional} ${ofSource}`],
      weighting: ['Gewicht von Überraschungen', 'Wie viel weniger ein Ergebnis zählt, je überraschender es ist. Ein sicheres zählt 1, eines zwischen Gleichen P, ein unmögliches 3P - 2 (`quadratic`, Vorgabe der Quelle) oder 2P - 1 (`linear`). Mit `none` zählen alle gleich: einfaches Glicko, in dem P nichts bewirkt.'],
      deservedOutcomeProbability: [
        'Chance auf ein verdientes Ergebnis',
        'P: die Wahrscheinlichkeit, dass unter zwei gleich Starken die bessere Leistung gewinnt. 1 ist einfaches Glicko. Die Quelle lässt es offen. Die Vorgabe 0,9 ist unsere Wahl: die kleinste, mit der bei quadratischer Gewichtung jeder Sieg mindestens so viel wert ist wie ein Unentschieden. Unter 5/6 kann, wer überraschend gewinnt, Punkte verlieren, und unter 0,8 driften Gleiche auseinander. Darum wird weniger als 5/6 abgelehnt, außer mit allowPerverse.',
      ],
      allowPerverse: ['Widersinnige Ergebnisse erlauben', 'Erlaubt ein deservedOutcomeProbability unter 5/6, mit dem ein Sieger Punkte verlieren kann. Für Versuche; die Vorgabe ist unsere Wahl.'],
      multiplayer: [
        multiplayer,
        'Spiele von mehr als zwei Spielern, die in der Quelle nicht vorkommen: `reject` (unsere Vorgabe) lässt nur Duelle zu; `pairwise` wertet jedes Paar von Spielern verschiedener Seiten als Duell, alle zugleich. Chancen sind dann vielleicht zu sicher, bis sie an die Liga angepasst sind; ein Vergleich zeigt es.',
      ],
    },
    presets: {
      'Seldom played': ['Selten gespielt', 'Für Ligen, in denen man sich wöchentlich oder seltener trifft: Wertungen werden langsamer unsicher, und jedes Ergebnis zählt voll. An den letzten 40 % der Fußball-Länderspiele ist der Vorhersagefehler 0,5616 statt 0,5892.'],
      'Luck, seldom played': ['Glück, selten gespielt', 'Wie „Selten gespielt“, aber überraschende Ergebnisse zählen weniger, wie in der Quelle. An den Fußball-Länderspielen ist der Vorhersagefehler 0,5627 statt 0,5892.'],
      Races: [
        'Rennen',
        'Für Rennen mit viel Glück, in denen viele ausfallen: Jedes Paar eines Feldes zählt, und ein Sieg gegen alle Wahrscheinlichkeit kaum. An den letzten 40 % von 1.160 Grands Prix ist der Vorhersagefehler 1,903 statt 2,397, und Chancen weichen auch ohne Anpassung höchstens 0,05 von den Ergebnissen ab.',
      ],
    },
  },
  zonestats: {
    summary: 'Nullsummen-Wertungen für Duelle, Teams und jeden gegen jeden, bei denen Spieler später kommen und früher gehen dürfen: Jedes Paar von Gegnern wird nach Punkten für die gespielte Zeit verglichen.',
    settings: {
      spread: ['Spanne', `T der Gleichung 1, in Punkten: je größer, desto weiter setzen sich die Besten ab. Ein Vorsprung von T Punkten macht einen Sieg zu 73 % wahrscheinlich. ${ofSource}`],
      gameMultiplier: ['Punkte je Minute', `GAME_MULT der Gleichungen 3 und 5, in Punkten je Minute: So viel bewegt sich ein Paar höchstens für jede gezählte Minute, und ein Spiel seinen besten Spieler für jede gespielte. ${ofSource}`],
      maxGameLength: ['Längstes Spiel in Minuten', `MAX_GAME_LENGTH der Gleichung 3: Längere Spiele zählen nicht mehr. Wessen Minuten nicht gemeldet sind, zählt, als hätte er so lange gespielt. ${ofSource}`],
      initialRating: [newRating, 'In Punkten. Die Vorgabe ist die der Quelle (Schritt 2).'],
      comparison: ['Was ein Paar entscheidet', '`scorePerHour`: die Punkte für die gespielte Zeit (Vorgabe, Schritte 1 und 4 der Quelle); `score`: die Punkte; `headToHead`: die Punkte, die beide gegeneinander gemacht haben, in Spielen, die das melden, und in anderen die Punkte.'],
      cap: [
        'Grenze der Änderungen',
        'Was ein Spiel daran hindert, Spieler zu weit zu bewegen: `equation5` (Vorgabe) verkleinert alle Änderungen nach den Minuten dessen, der sich am weitesten bewegen würde, wie in Gleichung 5; `everyPlayer` verkleinert sie, bis sich niemand um mehr als gameMultiplier Punkte je gespielte Minute bewegt, wie in den Worten von Schritt 7.',
      ],
    },
  },
};
