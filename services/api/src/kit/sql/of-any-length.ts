/**
 * A parameter that is an array, as an expression of which PostgreSQL never knows the length when it plans. It expects ten elements of a
 * mere parameter, finds the plan for the one that it is given cheaper, and plans the statement again each time.
 * @param type of the elements
 */
export function hideArrayLength(parameter: string, type: string): string {
  return `(SELECT ${parameter}::${type}[])::${type}[]`;
}
