/** The number of fields in a response, including those in its lists. */
export function countFields(data: object): number {
  let count = 0;
  if (Array.isArray(data)) {
    for (const item of data) if (typeof item === 'object' && item !== null) count += countFields(item);
    return count;
  }
  // Responses have no prototype, and an array of the values would cost more than the count.
  for (const name in data) {
    count++;
    const value = (data as Record<string, unknown>)[name];
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) count += countFields(value);
  }
  return count;
}
