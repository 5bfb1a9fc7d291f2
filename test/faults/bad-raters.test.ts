import { badRaters } from './bad-raters.js';
import { testFaults } from './test-faults.js';

// It holds times, so CI runs it while nothing else has the cores.
testFaults([badRaters]);
