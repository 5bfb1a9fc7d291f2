import { test } from 'vitest';
import { elo } from '../test/elo.js';
import { testRater } from './conformance.js';

testRater(elo, { test, settings: [{ k: 64 }, { initialRating: 0 }] });
