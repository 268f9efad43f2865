/**
 * Copies any value into one that JSON can carry, and lists what it had to change. Open containers are kept in a list instead of on the
 * call stack: `JSON.parse` accepts any depth, so the result of a tool may have any.
 */
import { CONTAINER_COST, LEAF_COST, MAX_COST, MAX_DEPTH } from './is-clean-json.ts';
import { jsonText } from './json-text.ts';
import type { JsonValue } from './json-value.ts';
import { type ContainerParts, listParts, objectParts } from './object-parts.ts';
import { childPath, MAX_CHANGES, type ValueChange, type ValueChangeKind } from './value-change.ts';

export interface CleanJson {
  readonly value: JsonValue;
  /** Empty when nothing had to be changed. */
  readonly changes: readonly ValueChange[];
}

/** What is deeper than `MAX_DEPTH` is carried as JSON text, down to this level. */
const MAX_TEXT_DEPTH = 100_000;

/**
 * How many children of objects that were copied before may be copied again. Thirty arrays that each hold the one before twice are
 * 2^30 children.
 */
const MAX_REPEATED: number = 2 ** 18;

/** The note in a container that is cut short costs at most this. Each container pays for it in advance. */
const NOTE_COST = 64;

type Copied = JsonValue[] | { [key: string]: JsonValue };

interface Container {
  /** The object that is copied. */
  readonly object: object;
  readonly parts: ContainerParts;
  readonly target: Copied;
  readonly path: string;
  readonly depth: number;
  /** In the target of the container around this one. */
  readonly key: string | number;
  next: number;
}

interface Child {
  readonly key: string | number;
  readonly parent: Container;
}

export function copyJson(value: unknown): CleanJson {
  const copy = new JsonCopy();
  return { value: copy.of(value), changes: copy.changes };
}

class JsonCopy {
  readonly changes: ValueChange[] = [];
  readonly #containers: Container[] = [];
  /** The path of each open object: meeting one again is a cycle. */
  readonly #open = new Map<object, string>();
  /** Of each object: where it was met first, and how many children it has. */
  readonly #met = new Map<object, { readonly path: string; readonly count: number }>();
  #left = MAX_COST - 2 * NOTE_COST;
  #repeatsLeft = MAX_REPEATED;

  of(value: unknown): JsonValue {
    const target: JsonValue[] = [];
    this.#containers.push({ object: target, parts: listParts([value]), target, path: '', depth: -1, key: 0, next: 0 });
    for (let container = this.#containers.at(-1); container !== undefined; container = this.#containers.at(-1)) {
      if (container.next < container.parts.count) this.#copyNext(container);
      else this.#close(container);
    }
    return target[0] ?? null;
  }

  #copyNext(parent: Container): void {
    const { parts, target } = parent;
    const index = parent.next++;
    const name = parts.keys?.[index];
    const isFull = this.#left <= (name?.length ?? 0);
    const wanted = isFull ? '[too large]' : name?.toWellFormed();
    const child = { key: name === undefined ? index : unusedName(target, wanted ?? '', index), parent };
    if (isFull) {
      parent.next = parts.count;
      put(target, child.key, `[too large: ${parts.count - index} more]`);
      this.#note('too-large', parent.path);
      return;
    }
    this.#left -= name?.length ?? 0;
    if (name?.isWellFormed() === false) this.#note('lone-surrogate', child);
    put(target, child.key, this.#read(index, child));
  }

  /** Getters, proxies and `toJSON` run in here and may throw. */
  #read(index: number, child: Child): JsonValue | undefined {
    try {
      return this.#convert(child.parent.parts.read(index), child);
    } catch (error) {
      return this.#replace('unreadable', `[unreadable: ${reasonOf(error)}]`, child);
    }
  }

  /** `asked` is the object whose `toJSON` returned this value. */
  #convert(value: unknown, child: Child, asked?: object): JsonValue | undefined {
    switch (typeof value) {
      case 'string':
        return this.#text(value, child);
      case 'bigint':
        return this.#replace('bigint', String(value), child);
      case 'symbol':
        return this.#replace('symbol', String(value), child);
      case 'function':
        return this.#replace('function', functionText(String(value.name)), child);
      case 'object':
        return value === null ? this.#leaf(value) : this.#convertObject(value, child, asked);
      case 'number':
        return Number.isFinite(value) ? this.#leaf(value) : this.#replace('not-finite', String(value), child);
      case 'undefined':
        this.#note('undefined', child);
        return this.#leaf(value);
      case 'boolean':
        return this.#leaf(value);
    }
  }

  #convertObject(value: object, child: Child, asked: object | undefined): JsonValue | undefined {
    const circular = this.#open.get(value);
    if (circular !== undefined) return this.#replace('circular', `[circular: ${circular}]`, child);
    const met = this.#met.get(value);
    if (met !== undefined && met.count >= this.#repeatsLeft) {
      return this.#replace('repeated', `[repeated: ${met.path}]`, child);
    }
    const parts = objectParts(value, this.#left);
    if ('primitive' in parts) {
      this.#note(parts.kind, child);
      return this.#convert(parts.primitive, child);
    }
    // Very deep values are no longer asked: an answer can contain another object to ask, and so on forever.
    const asks = asked === undefined && child.parent.depth < MAX_DEPTH;
    const toJson: unknown = asks ? Reflect.get(value, 'toJSON') : undefined;
    if (typeof toJson !== 'function') return this.#openContainer(asked ?? value, parts, child);
    const answer: unknown = Reflect.apply(toJson, value, [String(child.key)]);
    this.#note('to-json', child);
    return this.#convert(answer, child, value);
  }

  #openContainer(object: object, parts: ContainerParts, child: Child): JsonValue {
    const path = pathOf(child);
    const depth = child.parent.depth + 1;
    if (depth >= MAX_TEXT_DEPTH) {
      return this.#replace('too-large', `[too large: more than ${MAX_TEXT_DEPTH} levels]`, child);
    }
    if (this.#met.has(object)) this.#repeatsLeft -= parts.count + 1;
    else this.#met.set(object, { path, count: parts.count });
    if (depth === MAX_DEPTH) this.#note('deep', path);
    if (parts.kind !== undefined) this.#note(parts.kind, path);
    this.#left -= CONTAINER_COST + NOTE_COST;
    const target: Copied = parts.keys === undefined ? [] : {};
    this.#open.set(object, path);
    this.#containers.push({ object, parts, target, path, depth, key: child.key, next: 0 });
    return target;
  }

  #close({ object, target, depth, key }: Container): void {
    this.#containers.pop();
    this.#open.delete(object);
    const parent = this.#containers.at(-1);
    if (depth === MAX_DEPTH && parent !== undefined) {
      put(parent.target, key, this.#text(jsonText(target), { key, parent }));
    }
  }

  /** Every string of the copy comes through here: well-formed, and no longer than what is left. */
  #text(text: string, child: Child): string {
    if (LEAF_COST + text.length > this.#left) {
      this.#note('too-large', child);
      return this.#leaf(`[too large: ${text.length} characters]`);
    }
    if (!text.isWellFormed()) this.#note('lone-surrogate', child);
    return this.#leaf(text.toWellFormed());
  }

  #leaf<Leaf extends JsonValue | undefined>(leaf: Leaf): Leaf {
    this.#left -= LEAF_COST + (typeof leaf === 'string' ? leaf.length : 0);
    return leaf;
  }

  #replace(kind: ValueChangeKind, text: string, child: Child): string {
    this.#note(kind, child);
    return this.#text(text.toWellFormed(), child);
  }

  #note(kind: ValueChangeKind, where: Child | string): void {
    const count = this.changes.length;
    if (count < MAX_CHANGES) this.changes.push({ kind, path: typeof where === 'string' ? where : pathOf(where) });
    else if (count === MAX_CHANGES) this.changes.push({ kind: 'more', path: '$' });
  }
}

function pathOf({ key, parent }: Child): string {
  return parent.depth < 0 ? '$' : childPath(parent.path, key, parent.depth + 1);
}

/** Two names can become equal when their lone surrogates are replaced. Both stay. */
function unusedName(target: Copied, name: string, index: number): string {
  if (!Object.hasOwn(target, name)) return name;
  let suffix = index + 1;
  while (Object.hasOwn(target, `${name}~${suffix}`)) suffix += 1;
  return `${name}~${suffix}`;
}

/** A missing value leaves no property behind, but keeps its position in a list. */
function put(target: Copied, key: string | number, value: JsonValue | undefined): void {
  if (Array.isArray(target)) target[Number(key)] = value ?? null;
  else if (value === undefined) return;
  else if (key !== '__proto__') target[key] = value;
  // An assignment would set the prototype.
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function functionText(name: string): string {
  return name === '' ? '[function]' : `[function ${name.slice(0, 100)}]`;
}

function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).slice(0, 200);
  } catch {
    return 'no reason given';
  }
}
