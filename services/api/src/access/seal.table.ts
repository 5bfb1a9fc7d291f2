import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The key that seals ids and cursors: one row, which every replica and every copy of the database uses. */
@Entity({ name: 'id_seal' })
@Check('id_seal_once', 'id = 1')
export class IdSealTable {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'id_seal_pkey' })
  readonly id!: number;

  /** 32 random bytes. */
  @Column({ type: 'bytea' })
  readonly key!: Buffer;
}
