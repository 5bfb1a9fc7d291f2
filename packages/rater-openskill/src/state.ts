import type { Rating } from 'openskill';

/** What is known of a player: how strong they are (mu), and how uncertain that is (sigma). */
export type OpenSkillState = Readonly<Rating>;
