import { expect, test } from 'vitest';
import { peakRss } from './child.js';

test('the peak of memory is at least what is held now; where the system does not tell, it is no number', () => {
  const held = Math.floor(process.memoryUsage.rss() / 1e6);
  if (process.platform === 'linux') expect(peakRss()).toBeGreaterThanOrEqual(held - 1);
  else expect(peakRss()).toBeNaN();
});
