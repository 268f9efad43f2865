/**
 * Limits the work for the schema of one tool. References that name each other twice, nested unions and long lists next to them
 * multiply; code that multiplies spends from the budget first, and stops when it is empty. Ordinary schemas need a hundredth of
 * it.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from './subschemas.ts';

/** About a second, at worst. */
const mostWork = 2_000_000;

export class SchemaBudget {
  #left = mostWork;
  #wasCut = false;
  readonly #weights = new Map<object, number>();

  /** Whether something was left out because of the size. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** False when the budget is empty, and from then on. */
  spend(weight: number): boolean {
    this.#left -= weight;
    if (this.#left > 0) return true;
    this.#wasCut = true;
    return false;
  }

  /** For a limit that is enforced elsewhere. */
  noteCut(): void {
    this.#wasCut = true;
  }

  /** A value and everything in it. Counted once per object, however often it is used. */
  weightOf(value: JsonValue): number {
    if (typeof value !== 'object' || value === null) return weighLeaf(value);
    const known = this.#weights.get(value);
    if (known !== undefined) return known;
    let weight = 1;
    for (const [key, inner] of Object.entries(value)) weight += weighText(key) + this.weightOf(inner);
    this.#weights.set(value, weight);
    return weight;
  }

  /** A schema without its subschemas: they are counted where they are written. */
  ownWeight(schema: JsonObject): number {
    let weight = 1;
    for (const keyword in schema) {
      const value = schema[keyword] ?? null;
      if (typeof value !== 'object' || value === null) weight += weighLeaf(value);
      else weight += holdingKeywords.has(keyword) ? 1 + countOf(value) : this.weightOf(value);
    }
    return weight;
  }
}

const holdingKeywords: ReadonlySet<string> = new Set([...schemaMapKeywords, ...schemaListKeywords, ...schemaKeywords]);

function countOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** This many characters weigh as much as a value. */
const charactersEach = 32;

export function weighText(text: string): number {
  return Math.ceil(text.length / charactersEach);
}

/**
 * The weight of a value: one for everything in it, and more for long texts. Infinite if it is more than `most`, or nested deeper than
 * `deepest`, which also ends cycles; `deepest` also limits the recursion.
 */
export function weigh(value: JsonValue, most: number, deepest: number): number {
  const weight = weighLeaf(value) + weighMembers(value, most, deepest);
  return weight > most ? Number.POSITIVE_INFINITY : weight;
}

function weighMembers(value: JsonValue, most: number, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels < 0) return Number.POSITIVE_INFINITY;
  const isList = Array.isArray(value);
  let weight = 0;
  for (const key in value) {
    const inner = (value as JsonObject)[key] ?? null;
    weight += weighLeaf(inner) + (isList ? 0 : weighText(key));
    if (typeof inner === 'object' && inner !== null) weight += weighMembers(inner, most - weight, levels - 1);
    if (weight > most) return Number.POSITIVE_INFINITY;
  }
  return weight;
}

function weighLeaf(value: JsonValue): number {
  return typeof value === 'string' ? 1 + weighText(value) : 1;
}
