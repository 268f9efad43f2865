/**
 * How much work the schema of one tool may make. References that name each other twice, unions in unions and long lists beside
 * them multiply; code that multiplies pays here first, and stops when nothing is left. Schemas that people write need a
 * hundredth of it.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from './keywords.ts';
import { weighText } from './weigh.ts';

/** About a second, at worst. */
const most = 2_000_000;

export class SchemaBudget {
  #left = most;
  #isShort = false;
  readonly #weights = new Map<object, number>();

  /** Something had to be left out because of the size. */
  get isShort(): boolean {
    return this.#isShort;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** False when there is not enough left: then nothing is, from here on. */
  spend(weight: number): boolean {
    this.#left -= weight;
    if (this.#left > 0) return true;
    this.#isShort = true;
    return false;
  }

  /** For a limit that is enforced elsewhere. */
  noteCut(): void {
    this.#isShort = true;
  }

  /** A value and everything in it. Counted once for each object, however often it is used. */
  weightOf(value: JsonValue): number {
    if (typeof value === 'string') return 1 + weighText(value);
    if (typeof value !== 'object' || value === null) return 1;
    const known = this.#weights.get(value);
    if (known !== undefined) return known;
    let weight = 1;
    for (const [key, inner] of Object.entries(value)) weight += weighText(key) + this.weightOf(inner);
    this.#weights.set(value, weight);
    return weight;
  }

  /** A schema without those in it: they are paid for where they are written. */
  ownWeight(schema: JsonObject): number {
    let weight = 1;
    for (const keyword in schema) {
      const value = schema[keyword] ?? null;
      if (typeof value !== 'object' || value === null) weight += typeof value === 'string' ? 1 + weighText(value) : 1;
      else weight += holdingKeywords.has(keyword) ? 1 + countOf(value) : this.weightOf(value);
    }
    return weight;
  }
}

const holdingKeywords: ReadonlySet<string> = new Set([...schemaMapKeywords, ...schemaListKeywords, ...schemaKeywords]);

function countOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}
