/**
 * Makes any value safe for `JSON.stringify` and for the parsers of providers: arguments and results of tools contain cycles,
 * dates, bigints, half emoji. Pure, and never throws.
 */
import { CONTAINER_COST, isCleanJson, LEAF_COST, MAX_COST, MAX_DEPTH } from './is-clean-json.ts';
import { jsonText } from './json-text.ts';
import type { JsonValue } from './json-value.ts';
import { unwrapObject } from './unwrap-object.ts';
import { childPath, type ValueChange, type ValueChangeKind } from './value-change.ts';

export type { ValueChange, ValueChangeKind } from './value-change.ts';

export interface CleanJson {
  readonly value: JsonValue;
  /** Empty when nothing had to be changed. */
  readonly changes: readonly ValueChange[];
}

const NO_CHANGES: readonly ValueChange[] = Object.freeze([]);
const MAX_CHANGES = 20;

/** Values nested deeper than `MAX_DEPTH` are carried as JSON text, down to this level. */
const MAX_TEXT_DEPTH = 100_000;

/**
 * How many children of already copied objects may be copied again. Thirty nested arrays that each hold the next one twice have
 * 2^30.
 */
const MAX_REPEATED: number = 2 ** 18;

/** The note in a container that is cut short costs at most this. Each container pays for it in advance. */
const NOTE_COST = 64;

/** A clean value is returned as it is, without a copy. Nearly all values are clean. */
export function toJson(value: unknown): CleanJson {
  return isCleanJson(value) ? { value, changes: NO_CHANGES } : copyJson(value);
}

/** Always a copy: later changes of the original do not reach it. */
export function snapshotJson(value: unknown): JsonValue {
  return copyJson(value).value;
}

/** An array or object that is being copied. */
interface Container {
  readonly object: object;
  /** Where the children are read: the object, or the list or fields of a built-in. */
  readonly source: object;
  /** The names of the children; undefined for a list. */
  readonly keys: readonly string[] | undefined;
  readonly count: number;
  readonly copied: JsonValue[] | { [key: string]: JsonValue };
  readonly path: string;
  readonly depth: number;
  next: number;
}

function copyJson(value: unknown): CleanJson {
  const copied: JsonValue[] = [];
  const root = { object: copied, source: [value], keys: undefined, count: 1, copied, path: '', depth: -1, next: 0 };
  const changes = new JsonCopy(root).run();
  return { value: copied[0] ?? null, changes };
}

/**
 * Open containers are in a list instead of on the call stack: `JSON.parse` accepts any depth, so the result of a tool may have
 * any.
 */
class JsonCopy {
  readonly #changes: ValueChange[] = [];
  readonly #open: Container[];
  /** Where each object was first found, its number of children, and whether it is still open: then finding it again is a cycle. */
  readonly #met = new Map<object, { readonly path: string; readonly count: number; isOpen: boolean }>();
  #left = MAX_COST - 2 * NOTE_COST;
  #repeatsLeft = MAX_REPEATED;
  /** The child that is being copied: its container, and its key in the copy. */
  #parent: Container;
  #key: string | number = 0;

  constructor(root: Container) {
    this.#open = [root];
    this.#parent = root;
  }

  /** Copies until no more than `outer` containers are open. */
  run(outer = 0): readonly ValueChange[] {
    for (let container = this.#open.at(-1); container !== undefined; container = this.#open[this.#open.length - 1]) {
      if (container.next < container.count) this.#copyNext(container);
      else {
        this.#open.pop();
        const met = this.#met.get(container.object);
        if (met !== undefined) met.isOpen = false;
        if (this.#open.length === outer) break;
      }
    }
    return this.#changes;
  }

  #copyNext(parent: Container): void {
    const index = parent.next++;
    const name = parent.keys?.[index];
    const cost = name?.length ?? 0;
    const isFull = this.#left <= cost;
    const key = name === undefined ? index : unusedName(parent, isFull ? '[too large]' : name.toWellFormed(), index);
    this.#parent = parent;
    this.#key = key;
    if (isFull) {
      put(parent, key, `[too large: ${parent.count - index} more]`);
      parent.next = parent.count;
      this.#note('too-large', parent.path);
      return;
    }
    this.#left -= cost;
    if (name?.isWellFormed() === false) this.#note('lone-surrogate');
    try {
      put(parent, key, this.#convert(Reflect.get(parent.source, name ?? index)));
    } catch (error) {
      put(parent, key, this.#replace('unreadable', `[unreadable: ${reasonOf(error)}]`)); // a getter, proxy or `toJSON` threw
    }
  }

  /** `asked` is the object whose `toJSON` returned this value. */
  #convert(value: unknown, asked?: object): JsonValue | undefined {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'bigint':
      case 'symbol':
        return this.#replace(typeof value === 'bigint' ? 'bigint' : 'symbol', String(value));
      case 'function':
        return this.#replace('function', `[function${value.name && ` ${String(value.name).slice(0, 100)}`}]`);
      case 'number':
        return Number.isFinite(value) ? this.#leaf(value) : this.#replace('not-finite', String(value));
      case 'undefined':
        this.#note('undefined');
        return this.#leaf(value);
      case 'boolean':
        return this.#leaf(value);
      case 'object':
        return value === null ? this.#leaf(value) : this.#convertObject(value, asked);
    }
  }

  #convertObject(object: object, asked: object | undefined): JsonValue | undefined {
    const met = this.#met.get(object);
    if (met?.isOpen) return this.#replace('circular', `[circular: ${met.path}]`);
    if (met !== undefined && met.count >= this.#repeatsLeft)
      return this.#replace('repeated', `[repeated: ${met.path}]`);
    const { kind, value, keys } = unwrapObject(object, this.#left);
    if (typeof value !== 'object' || value === null) {
      if (kind !== undefined) this.#note(kind);
      return this.#convert(value);
    }
    // Not called at great depth: a result can contain another object with `toJSON`, and so on forever.
    const asks = asked === undefined && this.#parent.depth < MAX_DEPTH;
    const toJson: unknown = asks ? Reflect.get(object, 'toJSON') : undefined;
    if (typeof toJson === 'function') {
      const answer: unknown = Reflect.apply(toJson, object, [String(this.#key)]);
      this.#note('to-json');
      return this.#convert(answer, object);
    }
    return this.#openContainer(asked ?? object, value, keys, kind);
  }

  #openContainer(object: object, source: object, names?: readonly string[], kind?: ValueChangeKind): JsonValue {
    const parent = this.#parent;
    const key = this.#key;
    const depth = parent.depth + 1;
    if (depth >= MAX_TEXT_DEPTH) return this.#replace('too-large', `[too large: more than ${MAX_TEXT_DEPTH} levels]`);
    const path = this.#path();
    const keys = Array.isArray(source) ? undefined : (names ?? Object.keys(source));
    const count = Array.isArray(source) ? source.length : (keys?.length ?? 0);
    const met = this.#met.get(object);
    if (met !== undefined) {
      met.isOpen = true;
      this.#repeatsLeft -= count + 1;
    } else this.#met.set(object, { path, count, isOpen: true });
    if (depth === MAX_DEPTH) this.#note('deep', path);
    if (kind !== undefined) this.#note(kind, path);
    this.#left -= CONTAINER_COST + NOTE_COST;
    const copied = keys === undefined ? [] : {};
    this.#open.push({ object, source, keys, count, copied, path, depth, next: 0 });
    if (depth !== MAX_DEPTH) return copied;
    this.run(this.#open.length - 1);
    this.#parent = parent;
    this.#key = key;
    return this.#text(jsonText(copied));
  }

  /** Every string of the copy passes through here, to be well-formed and within the size limit. */
  #text(text: string): string {
    if (LEAF_COST + text.length > this.#left) {
      this.#note('too-large');
      return this.#leaf(`[too large: ${text.length} characters]`);
    }
    if (!text.isWellFormed()) this.#note('lone-surrogate');
    return this.#leaf(text.toWellFormed());
  }

  #leaf<Leaf extends JsonValue | undefined>(leaf: Leaf): Leaf {
    this.#left -= LEAF_COST + (typeof leaf === 'string' ? leaf.length : 0);
    return leaf;
  }

  #replace(kind: ValueChangeKind, text: string): string {
    this.#note(kind);
    return this.#text(text.toWellFormed());
  }

  #note(kind: ValueChangeKind, path?: string): void {
    const count = this.#changes.length;
    if (count < MAX_CHANGES) this.#changes.push({ kind, path: path ?? this.#path() });
    else if (count === MAX_CHANGES) this.#changes.push({ kind: 'more', path: '$' });
  }

  #path(): string {
    const { path, depth } = this.#parent;
    return depth < 0 ? '$' : childPath(path, this.#key, depth + 1);
  }
}

/** Two names can become equal when their lone surrogates are replaced. Both are kept. */
function unusedName({ copied }: Container, name: string, index: number): string {
  if (!Object.hasOwn(copied, name)) return name;
  let suffix = index + 1;
  while (Object.hasOwn(copied, `${name}~${suffix}`)) suffix += 1;
  return `${name}~${suffix}`;
}

/** An undefined value leaves no property in an object, but becomes null in a list. */
function put({ copied }: Container, key: string | number, value: JsonValue | undefined): void {
  if (Array.isArray(copied)) copied[Number(key)] = value ?? null;
  else if (value === undefined) return;
  else if (key !== '__proto__') copied[key] = value;
  // An assignment would set the prototype.
  else Object.defineProperty(copied, key, { value, writable: true, enumerable: true, configurable: true });
}

function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).slice(0, 200);
  } catch {
    return 'no reason given';
  }
}
