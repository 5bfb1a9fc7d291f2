/** A hand-written query of every field has some 800; data belongs into variables. */
export const MAX_TOKENS = 1500;
/** How many faults of a document are told at once. */
export const MAX_VALIDATION_ERRORS = 5;
