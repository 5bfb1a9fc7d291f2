/** How many fields an answer has, with those of all that is in its lists. */
export function countFields(data: object): number {
  let count = 0;
  if (Array.isArray(data)) {
    for (const item of data) if (typeof item === 'object' && item !== null) count += countFields(item);
    return count;
  }
  // Answers have no prototype of their own, and an array of the values costs more than the count.
  for (const name in data) {
    count++;
    const value = (data as Record<string, unknown>)[name];
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) count += countFields(value);
  }
  return count;
}
