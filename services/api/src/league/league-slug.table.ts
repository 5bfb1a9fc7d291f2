import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Visibility } from '../access/access.js';

/** The slug and the visibility of every league, as in `league`. A slug is in use as long as it is here. */
@Entity({ name: 'league_slug' })
@Unique('league_slug_league_id_key', ['leagueId'])
export class LeagueSlugTable {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'league_slug_pkey' })
  readonly slug!: string;

  @Column({ type: 'integer', name: 'league_id' })
  readonly leagueId!: number;

  @Column({ type: 'text' })
  readonly visibility!: Visibility;
}
