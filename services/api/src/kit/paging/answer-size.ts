/** Participants and contributions that an answer may have: some seconds of the service's time. */
export const MAX_PARTS = 100_000;

/** What an answer has so far of that of which nobody could foresee how much it would be. */
export interface AnswerSize {
  parts: number;
}

/** An answer would have too many participants and contributions. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';

  constructor() {
    super(
      `The answer would have over ${MAX_PARTS} participants and contributions; ask for less, or for smaller pages.`,
    );
  }
}

/**
 * Adds participants or contributions to an answer.
 * @throws AnswerTooLarge where they become too many
 */
export function countParts(size: AnswerSize, parts: number): void {
  size.parts += parts;
  if (size.parts > MAX_PARTS) throw new AnswerTooLarge();
}
