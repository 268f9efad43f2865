/** Where the tables are, ready to be put into a statement. */
import { StoreError } from '../store-error.ts';

export interface Tables {
  /** The schema's name, as it is and quoted. */
  readonly name: string;
  readonly schema: string;
  readonly session: string;
  readonly record: string;
  readonly cooldown: string;
  readonly counter: string;
  readonly sideFile: string;
  readonly value: string;
  readonly valueKey: string;
  readonly allowance: string;
  /** Whether a row of `session` is this role's. The database sees to it too, but not for those whom it checks in nothing. */
  readonly isOwn: string;
}

export function tablesOf(schema: string): Tables {
  // PostgreSQL would cut a longer name off, and two schemas would become one.
  if (schema === '' || schema.includes('\u0000') || Buffer.byteLength(schema) > 63) {
    const what = `${JSON.stringify(schema)} is not a valid schema name.`;
    throw new StoreError('invalid-id', what, 'Use 1 to 63 letters, digits and underscores.');
  }
  const quoted = `"${schema.replaceAll('"', '""')}"`;
  return {
    name: schema,
    schema: quoted,
    session: `${quoted}.session`,
    record: `${quoted}.record`,
    cooldown: `${quoted}.cooldown`,
    counter: `${quoted}.counter`,
    sideFile: `${quoted}.side_file`,
    value: `${quoted}.value`,
    valueKey: `${quoted}.value_key`,
    allowance: `${quoted}.allowance`,
    isOwn: '(owner is null or owner = current_user)',
  };
}
