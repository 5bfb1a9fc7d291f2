import { Entity, PrimaryColumn } from 'typeorm';

/**
 * Participants without a line in the journal: guests, and all participants of void matches and of matches with fewer than two rated sides.
 * Players are as submitted, regardless of merges. Together with the journal, it gives the matches of a player.
 */
@Entity({ name: 'unrated_appearance' })
export class UnratedAppearanceTable {
  @PrimaryColumn({ type: 'integer', name: 'league_id', primaryKeyConstraintName: 'unrated_appearance_pkey' })
  readonly leagueId!: number;

  @PrimaryColumn({ type: 'integer', name: 'player_id', primaryKeyConstraintName: 'unrated_appearance_pkey' })
  readonly playerId!: number;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'unrated_appearance_pkey' })
  readonly sequence!: number;
}
