/**
 * Limits a schema to a size that can be processed. Schemas come from untrusted servers: one may be nested deeper than the
 * stack, contain itself, or contain others so often that it is small in memory and endless when written. Excess parts become
 * "anything"; parts near the top stay.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { weigh, weighText } from './schema-budget.ts';
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from './subschemas.ts';

/** About a megabyte of JSON. No model benefits from more. */
const most = 50_000;

/** Levels of JSON, as for the rest of a request. */
const deepest = 500;

/** Levels of schemas that are copied when one is cut; the dialects that rewrite schemas keep no more either. */
const deepestKept = 80;

/** Levels of a value under `default`, `enum` and the like. */
const deepestData = 100;

/** The schema itself if nothing has to be cut, which is nearly always the case. */
export function boundedSchema(schema: JsonObject): JsonObject {
  return weigh(schema, most, deepest) <= most ? schema : new Cutting().cut(schema);
}

/** A schema whose copy is still empty. An empty schema accepts anything. */
interface PendingSchema {
  readonly schema: JsonObject;
  readonly copy: JsonObject;
  readonly parent: PendingSchema | undefined;
  readonly depth: number;
}

/** Breadth first, so that one endless branch does not use up the budget of its neighbours. */
class Cutting {
  #left = most;
  readonly #queue: PendingSchema[] = [];

  cut(schema: JsonObject): JsonObject {
    const copy = this.#enqueue(schema, undefined);
    for (let next = 0; next < this.#queue.length && this.#left > 0; next += 1) {
      const pending = this.#queue[next];
      if (pending !== undefined && pending.depth <= deepestKept) this.#fill(pending);
    }
    return copy;
  }

  #enqueue(schema: JsonObject, parent: PendingSchema | undefined): JsonObject {
    const copy: JsonObject = {};
    if (!isInside(schema, parent)) {
      this.#queue.push({ schema, copy, parent, depth: parent === undefined ? 0 : parent.depth + 1 });
    }
    return copy;
  }

  #fill(pending: PendingSchema): void {
    // Not `Object.entries`, which allocates a list for each of a million names.
    for (const keyword of Object.keys(pending.schema)) {
      this.#left -= 1 + weighText(keyword);
      if (this.#left <= 0) return;
      const copied = this.#keyword(keyword, pending.schema[keyword] ?? null, pending);
      if (copied !== undefined) put(pending.copy, keyword, copied);
    }
  }

  #keyword(keyword: string, value: JsonValue, parent: PendingSchema): JsonValue | undefined {
    const object = asObject(value);
    if (object !== undefined && schemaMapKeywords.has(keyword)) {
      const map: JsonObject = {};
      for (const name of Object.keys(object)) {
        this.#left -= 1 + weighText(name);
        if (this.#left <= 0) break;
        const copied = this.#child(object[name] ?? null, parent);
        if (copied !== undefined) put(map, name, copied);
      }
      return map;
    }
    if (Array.isArray(value) && schemaListKeywords.has(keyword)) {
      // Limited, because a list can be longer than the whole budget.
      return asArray(value)
        .slice(0, this.#left)
        .flatMap((child) => this.#child(child, parent) ?? []);
    }
    return schemaKeywords.has(keyword) ? this.#child(value, parent) : this.#data(value);
  }

  #child(value: JsonValue, parent: PendingSchema): JsonValue | undefined {
    const schema = asObject(value);
    if (schema === undefined) return this.#data(value);
    this.#left -= 1;
    return this.#enqueue(schema, parent);
  }

  /** A value is copied whole or dropped: a part of it would be another value. */
  #data(value: JsonValue): JsonValue | undefined {
    const weight = weigh(value, this.#left, deepestData);
    if (weight > this.#left) return undefined;
    this.#left -= weight;
    return value;
  }
}

/** A schema that contains itself has no finite form: the inner one is cut off. */
function isInside(schema: JsonObject, parent: PendingSchema | undefined): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (outer.schema === schema) return true;
  }
  return false;
}

/** Unlike an assignment, this also creates a property called `__proto__`. */
function put(object: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
