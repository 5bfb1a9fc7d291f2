import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** By what ids and cursors are sealed: the one row that every replica, and every copy of the database, seals by. */
@Entity({ name: 'id_seal' })
@Check('id_seal_once', 'id = 1')
export class IdSealTable {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'id_seal_pkey' })
  readonly id!: number;

  /** 32 random bytes. */
  @Column({ type: 'bytea' })
  readonly key!: Buffer;

  /** The greatest id of each kind that was given out unsealed, by versions before this table. */
  @Column({ type: 'jsonb' })
  readonly plain!: Readonly<Record<string, number>>;
}
