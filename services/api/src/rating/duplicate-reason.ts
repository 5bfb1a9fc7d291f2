/** What two players have in common. */
export type DuplicateReason = 'SIMILAR_HANDLES' | 'SAME_DISPLAY_NAME' | 'SHARED_ACCOUNT';
