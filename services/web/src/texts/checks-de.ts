import type { CheckTexts } from './checks-en.js';

/** Words of what administrators check: signs of arranged results, chosen matches, chances, and settings. In German. */
export const checksDe: CheckTexts = {
  integrity: {
    lead: 'Sucht nach Ergebnissen, die abgesprochen sein könnten, etwa von Freunden, die absichtlich verlieren. Die Suche zeigt nur ihre Funde. Jedes Anzeichen kann harmlose Gründe haben. Sprich also zuerst mit den Spielern.',
    check: 'Nach Anzeichen suchen',
    again: 'Noch einmal suchen',
    progress: 'Fortschritt',
    underWay: 'Die Spiele werden gelesen. Du kannst die Seite verlassen und wiederkommen.',
    cancel: 'Abbrechen',
    looked: (matches, players) => `${matches} Spiele von ${players} Spielern wurden untersucht.`,
    none: 'Nichts deutet auf ein abgesprochenes Ergebnis hin.',
    found: (count, shown) => `${shown} ${count === 1 ? 'Anzeichen wurde' : 'Anzeichen wurden'} gefunden.`,
    foundWhy: 'Die mit den meisten Spielen stehen vorn.',
    kinds: {
      FEW_OPPONENTS: 'wenige Gegner',
      ONE_SIDED_PAIR: 'einseitiges Paar',
      STREAK: 'unwahrscheinliche Serie',
      CLUSTER: 'geschlossener Kreis',
      SUBMITTER: 'alles von einem gemeldet',
    },
    innocent: {
      FEW_OPPONENTS: 'Harmlos: eine Lehrerin mit Schülern oder ein kleiner Verein.',
      ONE_SIDED_PAIR: 'Harmlos: ein Stil, gegen den der Gegner nicht ankommt.',
      STREAK: 'Harmlos: ein starker Spieler, der neu war.',
      CLUSTER: 'Harmlos: eine Familie oder eine Stadt, die unter sich spielt.',
      SUBMITTER: 'Harmlos: ein Bot, der ein Turnier meldet.',
    },
    matches: (count, shown, all) =>
      shown === all ? `${shown} ${count === 1 ? 'Spiel' : 'Spiele'}` : `Die neuesten ${shown} von ${all} Spielen`,
    withdraw: 'Spiele annullieren',
    withdrawWhy:
      'Wähle oben Spiele. Alle werden in einer Korrektur annulliert; eine Vorschau zeigt die Wirkung. Das lässt sich rückgängig machen.',
  },

  chosen: {
    choose: 'Wähle Spiele, um mehrere auf einmal zu annullieren.',
    chooseVoid: 'Wähle Spiele, um mehrere auf einmal wiederherzustellen.',
    plan: 'Vorschau',
    withdraw: 'Die gewählten Spiele annullieren',
    restore: 'Die gewählten Spiele wiederherstellen',
  },

  chances: {
    title: 'Chancen',
    lead: 'Chancen lassen sich an frühere Ergebnisse anpassen: vorsichtiger, wenn das System sich zu sicher ist, mit einem Vorteil für die erste Seite, etwa die Heimmannschaft, und in Rennen mit besseren oder schlechteren Chancen für Favoriten. Die Wertungen bleiben, wie sie sind.',
    inUse: (matches) => `Angepasst an ${matches} Spiele.`,
    notInUse: 'Die Chancen stammen unverändert vom Wertungssystem.',
    measure: 'Verbesserung messen',
    again: 'Noch einmal messen',
    progress: 'Fortschritt',
    cancel: 'Abbrechen',
    measured: 'Gemessen',
    nothing: 'Für eine Aussage gibt es zu wenige Spiele.',
    misses: (predicted, actual, sides) => `Vorhergesagt ${predicted}, eingetreten ${actual} (${sides} Seiten).`,
    mends: 'Angepasste Chancen stimmen dort.',
    mendsPart: 'Angepasste Chancen kommen den Ergebnissen näher.',
    helps: 'Die Anpassung hilft.',
    doesNotHelp: 'Die Anpassung hilft nicht eindeutig.',
    onHeldOut: (matches) => `Angepasst an die Spiele davor, gemessen an den neuesten ${matches}.`,
    slope: 'Steigung',
    slopeWhy:
      'Eine Steigung von 1 heißt: Die Chancen stimmen. Unter 1 ist sich das System seiner Favoriten zu sicher, über 1 ist es zu vorsichtig.',
    advantage: 'Die erste Seite gewinnt ein ausgeglichenes Spiel',
    favouritesLess:
      'In Spielen mit mehr als zwei Seiten gewinnen Favoriten seltener, als die Steigung allein sagt. Angepasste Chancen sind für sie kleiner.',
    favouritesMore:
      'In Spielen mit mehr als zwei Seiten gewinnen Favoriten öfter, als die Steigung allein sagt. Angepasste Chancen sind für sie größer.',
    gain: 'Änderung des Vorhersagefehlers',
    apply: 'Diese Chancen verwenden',
    own: 'Wieder die Chancen des Wertungssystems verwenden',
  },

  tuning: {
    title: 'Bessere Einstellungen',
    lead: 'Eine Suche probiert andere Einstellungen eines Wertungssystems aus. Sie wählt die, mit denen es die früheren Spiele am besten vorhersagt, wenn die Chancen an sie angepasst sind, und prüft sie an den neuesten, die sie nicht verwendet hat. Sie ändert nichts.',
    systems: 'Wertungssystem, das durchsucht wird',
    only: (title) => `Einstellungen von ${title}, die sich ändern dürfen`,
    evaluations: 'Höchstzahl der Einstellungen',
    evaluationsWhy: '1 bis 1.000. Je mehr, desto länger dauert es, höchstens aber eine Minute.',
    search: 'Nach besseren Einstellungen suchen',
    progress: 'Fortschritt der Suche',
    cancel: 'Die Suche abbrechen',
    found: (title) => `Ergebnisse der Suche für ${title}`,
    none: 'Es wurden keine besseren Einstellungen als die heutigen gefunden.',
    better: 'Diese Einstellungen sagen besser vorher als die heutigen, und das ist wahrscheinlich kein Zufall.',
    unsure: 'Es ist nicht sicher, dass diese Einstellungen besser sind als die heutigen.',
    tried: (count, shown) => `${shown} ${count === 1 ? 'Einstellung wurde' : 'Einstellungen wurden'} ausprobiert.`,
    timeOver: 'Die Minute war um, bevor alles versucht war, was sich zu lohnen schien.',
    measured: (count, matches, before, after) =>
      `${count === 1 ? 'Beim neuesten Spiel' : `Bei den neuesten ${matches} Spielen`} ist ihr Vorhersagefehler ${after}, mit den heutigen Einstellungen ${before}, beides mit Chancen, die an die früheren Spiele angepasst sind. Je kleiner, desto besser.`,
    difference: (interval) =>
      `Der Unterschied ist ${interval}. Er ist signifikant, wenn dieses Intervall die 0 nicht enthält.`,
    tooFew: 'Es gibt zu wenige Spiele, um zu sagen, ob der Unterschied Zufall ist.',
    stale:
      'Die Liga hat seitdem ein anderes Wertungssystem oder andere Einstellungen. Suche noch einmal, um mit ihnen zu vergleichen.',
    setting: 'Einstellung',
    today: 'Heute',
    defaults: 'Vorgabe',
    proposed: 'Vorschlag',
    open: 'Vorschau dieser Einstellungen',
  },

  checksDone: {
    checkCancelled: 'Die Prüfung wurde abgebrochen.',
    comparisonCancelled: 'Die Messung wurde abgebrochen.',
    tuningCancelled: 'Die Suche wurde abgebrochen.',
    withdrawnAll: (matches) =>
      matches === '1'
        ? 'Ein Spiel wurde annulliert. Es lässt sich in der Liste der annullierten Spiele wiederherstellen.'
        : `${matches} Spiele wurden annulliert. Sie lassen sich in der Liste der annullierten Spiele wiederherstellen.`,
    restoredAll: (matches) =>
      matches === '1' ? 'Ein Spiel zählt wieder wie zuvor.' : `${matches} Spiele zählen wieder wie zuvor.`,
    chancesSet:
      'Die Chancen wurden geändert. Um das rückgängig zu machen, verwende wieder die Chancen des Wertungssystems.',
  },
};
