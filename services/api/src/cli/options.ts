import { InvalidArgumentError } from 'commander';
import { parseTime } from '../import/dates.js';

/** Reads an option that is a date or a time; see parseTime. @throws InvalidArgumentError */
export function timeOption(text: string): Date {
  const value = parseTime(text);
  if (value) return value;
  throw new InvalidArgumentError('It must be a date such as 2026-07-19, or with a time 2026-07-19T20:00:00Z.');
}

/** Reads options that are a whole number from 1. @throws InvalidArgumentError */
export function countOption(most: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}
