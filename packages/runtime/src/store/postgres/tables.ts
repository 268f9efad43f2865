/** Qualified table names for statements. */
import { StoreError } from '../store-error.ts';

export interface Tables {
  /** The schema's name, plain and quoted. */
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
  /** Whether a row of `session` belongs to this role. Row-level security checks it too, but not for superusers. */
  readonly isOwn: string;
}

export function tablesOf(schema: string): Tables {
  // PostgreSQL would truncate a longer name, and two schemas could become one.
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
