import performance from '@openladder/rater-performance';
import { testRater } from '@openladder/rating/conformance';
import { test } from 'vitest';

/** Under p6 a history is the list of its games, and the logs of races take half an hour. */
const TAKES_HALF_AN_HOUR = /"p6".*pairwise/;

// The other raters are fast enough for their own tests.
testRater(performance, {
  test: (name, run) => {
    if (/in a long log/.test(name) && !TAKES_HALF_AN_HOUR.test(name)) test(name, run);
  },
});
