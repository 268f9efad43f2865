/** Reads the rulebook in the repository. */
import { readFileSync } from 'node:fs';

export interface RulebookRow {
  readonly id: string;
  /** The provider's error text, '' if none is known. */
  readonly error: string;
  readonly status: number | string;
}

export const rulebook: readonly RulebookRow[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/protocols/rules.json', import.meta.url), 'utf8'),
);
