/** Copies one value: a leaf becomes JSON at once, a container becomes a frame whose children are copied in turn. */
import { type Copying, copyText, type Frame, spend } from './copying.ts';
import { CONTAINER_COST, LEAF_COST, MAX_DEPTH, MAX_TEXT_DEPTH } from './limits.ts';
import { objectParts } from './object-parts.ts';
import { pathOf, type ValuePlace } from './place.ts';
import { standInFor, tagOf } from './stand-in.ts';
import { addChange, type ValueChangeKind } from './value-change.ts';

/** `undefined` is for the container to deal with. */
export type Leaf = string | number | boolean | null | undefined;

/** Where a child is, and in which container's copy it belongs. */
export interface ChildPlace extends ValuePlace {
  readonly parent: Frame | undefined;
}

const MAX_NAME_LENGTH = 100;
const MAX_REASON_LENGTH = 200;

/** Everything that can run the code of others happens in here. */
export function copyChild(copying: Copying, place: ChildPlace, read: () => unknown): Leaf | Frame {
  try {
    const value = read();
    return isObject(value) ? copyObject(copying, place, value) : copyLeaf(copying, place, value);
  } catch (error) {
    return changedText(copying, place, 'unreadable', `[unreadable: ${reasonOf(error)}]`);
  }
}

function copyLeaf(copying: Copying, place: ValuePlace, value: unknown): Leaf {
  switch (typeof value) {
    case 'string':
      return copyText(copying, place, value);
    case 'bigint':
      return changedText(copying, place, 'bigint', value.toString());
    case 'symbol':
      return changedText(copying, place, 'symbol', value.toString());
    case 'function':
      return changedText(copying, place, 'function', functionText(value));
    case 'number':
      return Number.isFinite(value) ? plain(copying, value) : changedText(copying, place, 'not-finite', String(value));
    case 'boolean':
      return plain(copying, value);
    case 'undefined':
      addChange(copying.changes, 'undefined', place);
      return plain(copying, value);
    default:
      return plain(copying, null);
  }
}

function plain<L extends Leaf>(copying: Copying, leaf: L): L {
  spend(copying, LEAF_COST);
  return leaf;
}

/** `asker` is the object whose `toJSON` gave this one: it is asked once, and it is as open as its answer. */
function copyObject(copying: Copying, place: ChildPlace, object: object, asker?: object): Leaf | Frame {
  const reference = object === asker ? undefined : copyReference(copying, place, object);
  if (reference !== undefined) return reference;
  const tag = tagOf(object);
  const standIn = standInFor(object, tag, copying.left);
  if (standIn !== undefined) {
    addChange(copying.changes, standIn.kind, place);
    return copyLeaf(copying, place, standIn.value);
  }
  const asks = asker === undefined && place.depth <= MAX_DEPTH; // like getters: an answer can hold another asker
  const toJson: unknown = asks ? Reflect.get(object, 'toJSON') : undefined;
  if (typeof toJson !== 'function') return openFrame(copying, place, object, tag, asker);
  const answer: unknown = Reflect.apply(toJson, object, [String(place.key)]);
  addChange(copying.changes, 'to-json', place);
  return isObject(answer) ? copyObject(copying, place, answer, object) : copyLeaf(copying, place, answer);
}

/** A text in place of an object that contains this place, or that has been repeated enough. */
function copyReference(copying: Copying, place: ValuePlace, object: object): string | undefined {
  const known = copying.met.get(object);
  if (known === undefined) return undefined;
  if (known.open) return changedText(copying, place, 'circular', `[circular: ${pathOf(known)}]`);
  if (known.cost <= copying.repeatLeft) return undefined;
  return changedText(copying, place, 'repeated', `[repeated: ${pathOf(known.firstPlace ?? known)}]`);
}

function openFrame(
  copying: Copying,
  place: ChildPlace,
  object: object,
  tag: string,
  asker: object | undefined,
): Frame | string {
  const { parent, key, depth, anchor } = place;
  if (depth >= MAX_TEXT_DEPTH) {
    return changedText(copying, place, 'too-large', `[too large: more than ${MAX_TEXT_DEPTH} levels]`);
  }
  const { kinds, keys, items, count } = objectParts(object, tag);
  const known = copying.met.get(object) ?? (asker && copying.met.get(asker));
  const frame: Frame = {
    parent,
    key,
    depth,
    anchor,
    object,
    keys,
    items,
    count,
    target: keys === undefined ? [] : {},
    firstPlace: known?.firstPlace ?? known,
    startsRepeat: known !== undefined && !copying.repeating,
    leftAtStart: copying.left,
    next: 0,
    open: true,
    cost: 0,
    suffixes: undefined,
  };
  copying.met.set(object, frame);
  if (asker !== undefined) copying.met.set(asker, frame);
  if (frame.startsRepeat) copying.repeating = true;
  if (depth === MAX_DEPTH) addChange(copying.changes, 'deep', place);
  for (const kind of kinds) addChange(copying.changes, kind, place);
  spend(copying, CONTAINER_COST);
  return frame;
}

function changedText(copying: Copying, place: ValuePlace, kind: ValueChangeKind, text: string): string {
  addChange(copying.changes, kind, place);
  return copyText(copying, place, text);
}

function functionText(value: { readonly name: unknown }): string {
  const name = String(value.name).slice(0, MAX_NAME_LENGTH).toWellFormed();
  return name === '' ? '[function]' : `[function ${name}]`;
}

function reasonOf(error: unknown): string {
  try {
    const reason = error instanceof Error ? error.message : error;
    return String(reason).slice(0, MAX_REASON_LENGTH).toWellFormed();
  } catch {
    return 'no reason given';
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
