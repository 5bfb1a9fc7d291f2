import { test } from 'node:test';
import { testRater } from '@openladder/rating/conformance';
import myRater from './index.js';

testRater(myRater, { test, settings: [{ k: 64 }] });
