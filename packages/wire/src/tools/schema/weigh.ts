/** How much a value is: one for everything in it, and more for long texts. Counted without recursion, and only up to a limit. */
import type { JsonObject, JsonValue } from '@interlock/transcript';

/** Characters that weigh as much as a value. */
const charactersEach = 32;

export function weighText(text: string): number {
  return Math.ceil(text.length / charactersEach);
}

/** Infinite for what weighs more than `most`, or is nested deeper than `deepest`; so a cycle ends too. */
export function weigh(value: JsonValue, most: number, deepest: number): number {
  let weight = weighLeaf(value);
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: JsonValue[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      weight += weighMembers(one, below);
      if (weight > most) return Number.POSITIVE_INFINITY;
    }
    if (depth > deepest) return Number.POSITIVE_INFINITY;
    level = below;
  }
  return weight > most ? Number.POSITIVE_INFINITY : weight;
}

function weighMembers(value: JsonObject | readonly JsonValue[], below: JsonValue[]): number {
  let weight = 0;
  const add = (inner: JsonValue): void => {
    weight += weighLeaf(inner);
    if (typeof inner === 'object' && inner !== null) below.push(inner);
  };
  if (isList(value)) {
    for (const inner of value) add(inner);
  } else {
    for (const key of Object.keys(value)) {
      weight += weighText(key);
      add(value[key] ?? null);
    }
  }
  return weight;
}

/** `Array.isArray` does not tell a readonly array from the rest of its union. */
function isList(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function weighLeaf(value: JsonValue): number {
  return typeof value === 'string' ? 1 + weighText(value) : 1;
}
