/**
 * Makes any value safe for `JSON.stringify` and for the parsers of providers (REQ-915-038): arguments and results of tools contain
 * cycles, dates, bigints, half emoji. Pure, and never throws.
 */
import { isCleanJson, MAX_COST, MAX_DEPTH, VALUE_COST } from './is-clean-json.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { unwrapObject } from './unwrap-object.ts';
import { pathText, type ValueChange, type ValueChangeKind } from './value-change.ts';

export type { ValueChange, ValueChangeKind } from './value-change.ts';

export interface CleanJson {
  readonly value: JsonValue;
  /** Empty when nothing had to be changed. */
  readonly changes: readonly ValueChange[];
}

const NO_CHANGES: readonly ValueChange[] = Object.freeze([]);
const MAX_CHANGES = 20;

/** Values nested deeper than `MAX_DEPTH` become JSON text, down to this level. The copier recurses: the stack must hold all levels. */
const MAX_TEXT_DEPTH = 750;

/** A clean value is returned as it is, without a copy. Nearly all values are clean. */
export function toJson(value: unknown): CleanJson {
  return isCleanJson(value) ? { value, changes: NO_CHANGES } : copyJson(value);
}

/** Always a copy: later changes of the original do not reach it. */
export function snapshotJson(value: unknown): JsonValue {
  return copyJson(value).value;
}

function copyJson(value: unknown): CleanJson {
  const copier = new JsonCopier();
  return { value: copier.copyChild([value], 0, 0) ?? null, changes: copier.changes };
}

class JsonCopier {
  readonly changes: ValueChange[] = [];
  /** The keys in the copy from the root, which is 0, to the current value. */
  readonly #keys: (string | number)[] = [];
  /** The objects that are being copied, with their depth. Finding one of them again is a cycle. */
  readonly #open = new Map<object, number>();
  /** Less than the maximum, because each open container gets a note when the budget is spent. */
  #budget: number = MAX_COST - 128 * MAX_TEXT_DEPTH;

  copyChild(parent: object, name: string | number, key: string | number): JsonValue | undefined {
    this.#keys.push(key);
    this.#budget -= VALUE_COST;
    try {
      if (typeof name === 'string' && !name.isWellFormed()) this.#note('lone-surrogate');
      const value: unknown = Reflect.get(parent, name);
      return isObject(value) ? this.#copyObject(value) : this.#copyLeaf(value);
    } catch (error) {
      return this.#replace('unreadable', `[unreadable: ${reasonOf(error)}]`); // a getter, a proxy or a `toJSON` threw
    } finally {
      this.#keys.pop();
    }
  }

  #copyLeaf(value: unknown): JsonValue | undefined {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : this.#replace('not-finite', String(value));
    if (typeof value === 'function')
      return this.#replace('function', `[function${value.name && ` ${String(value.name).slice(0, 100)}`}]`);
    if (value !== undefined) return this.#replace(typeof value === 'bigint' ? 'bigint' : 'symbol', String(value));
    this.#note('undefined');
    return undefined;
  }

  /** `owner`: the object whose `toJSON` returned this one. */
  #copyObject(object: object, owner?: object): JsonValue | undefined {
    const depth = this.#keys.length - 1;
    const openDepth = this.#open.get(object);
    if (openDepth !== undefined) return this.#replace('circular', `[circular: ${this.#path(openDepth)}]`);
    if (depth >= MAX_TEXT_DEPTH) return this.#tooLarge(`more than ${MAX_TEXT_DEPTH} levels`);
    const { kind, value } = unwrapObject(object);
    if (!isObject(value)) {
      if (kind !== undefined) this.#note(kind);
      return this.#copyLeaf(value);
    }
    const toJson: unknown = owner === undefined ? Reflect.get(object, 'toJSON') : undefined;
    if (typeof toJson === 'function') {
      const answer: unknown = Reflect.apply(toJson, object, [String(this.#keys.at(-1))]);
      this.#note('to-json');
      return isObject(answer) ? this.#copyObject(answer, object) : this.#copyLeaf(answer);
    }
    if (depth === MAX_DEPTH) this.#note('deep');
    if (kind !== undefined) this.#note(kind);
    this.#open.set(owner ?? object, depth);
    const copy = Array.isArray(value) ? this.#copyList(value) : this.#copyFields(value);
    this.#open.delete(owner ?? object);
    return depth === MAX_DEPTH ? this.#text(JSON.stringify(copy)) : copy;
  }

  #copyList(list: readonly unknown[]): JsonValue[] {
    const copy: JsonValue[] = [];
    for (let index = 0; index < list.length; index++) {
      if (this.#budget < 0) return [...copy, this.#tooLarge(`${list.length - index} more`)];
      copy.push(this.copyChild(list, index, index) ?? null); // a list has a place for an undefined value, an object has not
    }
    return copy;
  }

  #copyFields(object: object): JsonObject {
    const copy: Record<string, JsonValue> = {};
    const names = Object.keys(object);
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? '';
      this.#budget -= name.length;
      if (this.#budget < 0) return { ...copy, '[too large]': this.#tooLarge(`${names.length - index} more`) };
      let key = name.toWellFormed();
      while (Object.hasOwn(copy, key)) key = `${key}~${index + 1}`; // made equal by replacing lone surrogates
      const value = this.copyChild(object, name, key);
      if (value === undefined) continue;
      if (key !== '__proto__') copy[key] = value;
      else Object.defineProperty(copy, key, { value, enumerable: true }); // an assignment would set the prototype
    }
    return copy;
  }

  /** Every string of the copy passes through here, to be well-formed and within the budget. */
  #text(text: string): string {
    this.#budget -= text.length;
    if (this.#budget < 0) return this.#tooLarge(`${text.length} characters`);
    if (!text.isWellFormed()) this.#note('lone-surrogate');
    return text.toWellFormed();
  }

  #replace(kind: ValueChangeKind, text: string): string {
    this.#note(kind);
    return this.#text(text.toWellFormed());
  }

  #tooLarge(what: string): string {
    this.#note('too-large');
    return `[too large: ${what}]`;
  }

  #note(kind: ValueChangeKind): void {
    const { length } = this.changes;
    if (length < MAX_CHANGES) this.changes.push({ kind, path: this.#path(this.#keys.length - 1) });
    else if (length === MAX_CHANGES) this.changes.push({ kind: 'more', path: '$' });
  }

  #path(depth: number): string {
    return pathText(this.#keys.slice(1, depth + 1));
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function reasonOf(error: unknown): string {
  const reason: unknown = error instanceof Error ? error.message : error;
  return typeof reason === 'object' ? 'no reason given' : String(reason).slice(0, 200);
}
