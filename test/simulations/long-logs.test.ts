import performance from '@openladder/rater-performance';
import { testRater } from '@openladder/rating/conformance';
import { test } from 'vitest';

/** Under p6 a history is the list of its games, and the logs of races take half an hour. */
const TAKES_HALF_AN_HOUR = /"p6".*pairwise/;
const isOfLongLog = (name: string) => /in a long log/.test(name);

// The other raters are fast enough for their own tests.
testRater(performance, {
  test: (name, run) => {
    if (isOfLongLog(name) && !TAKES_HALF_AN_HOUR.test(name)) test(name, run);
  },
});

// So its logs have all kinds of matches, but no more than four sides of three players.
testRater(
  {
    ...performance,
    formats: (settings) => ({ ...performance.formats(settings), maxSides: 4, maxPlayersPerSide: 3 }),
  },
  {
    test: (name, run) => {
      if (isOfLongLog(name) && TAKES_HALF_AN_HOUR.test(name)) test(`${name}, of few sides`, run);
    },
  },
);
