/** Numbers roles from 1 on, in the order in which they appear. Submitters choose their names, so there may be as many as sides. */
export class RoleNumbers {
  /** By number, less 1. */
  readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();

  /** The number of a role; a new one for a new role. */
  of(role: string): number {
    let number = this.numbers.get(role);
    if (number === undefined) {
      number = this.names.push(role);
      this.numbers.set(role, number);
    }
    return number;
  }

  clear(): void {
    this.names.length = 0;
    this.numbers.clear();
  }
}
