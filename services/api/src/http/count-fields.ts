/** How many fields an answer has, with those of all that is in its lists. */
export function countFields(data: object): number {
  let count = 0;
  for (const value of Object.values(data)) {
    if (!Array.isArray(data)) count++;
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) count += countFields(value);
  }
  return count;
}
