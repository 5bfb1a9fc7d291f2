import { InvalidArgumentError } from 'commander';
import { parseTime } from '../import/dates.js';

/** Reads an option that is a date or a time; see parseTime. @throws InvalidArgumentError */
export function timeOption(text: string): Date {
  const value = parseTime(text);
  if (value) return value;
  throw new InvalidArgumentError('It must be a date such as 2026-07-19, or with a time 2026-07-19T20:00:00Z.');
}
