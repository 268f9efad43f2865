/** Copies one value: a leaf becomes JSON at once, a container becomes a frame whose children are copied in turn. */
import { type Copying, copyText, type Frame, spend } from './copying.ts';
import { MAX_DEPTH, NODE_COST } from './limits.ts';
import { objectParts } from './object-parts.ts';
import { type Place, pathOf } from './place.ts';
import { standInFor, tagOf } from './stand-in.ts';
import { addChange, type ValueChangeKind } from './value-change.ts';

/** `undefined` is for the container to deal with. */
export type Leaf = string | number | boolean | null | undefined;

const MAX_NAME_LENGTH = 100;
const MAX_REASON_LENGTH = 200;

/** Everything that can run the code of others happens in here. */
export function copyChild(copying: Copying, place: Place, outer: Frame | undefined, read: () => unknown): Leaf | Frame {
  try {
    const value = read();
    return isObject(value) ? copyObject(copying, place, outer, value) : copyLeaf(copying, place, value);
  } catch (error) {
    return changedText(copying, place, 'unreadable', `[unreadable: ${reasonOf(error)}]`);
  }
}

function copyLeaf(copying: Copying, place: Place, value: unknown): Leaf {
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
      if (!Number.isFinite(value)) return changedText(copying, place, 'not-finite', String(value));
      break;
    case 'boolean':
      break;
    case 'undefined':
      addChange(copying.changes, 'undefined', place);
      break;
    default:
      spend(copying, NODE_COST);
      return null;
  }
  spend(copying, NODE_COST);
  return value;
}

/** `asker` is the object whose `toJSON` gave this one: it is asked once, and it is as open as its answer. */
function copyObject(
  copying: Copying,
  place: Place,
  outer: Frame | undefined,
  object: object,
  asker?: object,
): Leaf | Frame {
  const reference = object === asker ? undefined : copyReference(copying, place, object);
  if (reference !== undefined) return reference;
  const tag = tagOf(object);
  const standIn = standInFor(object, tag, copying.left);
  if (standIn !== undefined) {
    addChange(copying.changes, standIn.kind, place);
    return copyLeaf(copying, place, standIn.value);
  }
  const toJson: unknown = asker === undefined ? Reflect.get(object, 'toJSON') : undefined;
  if (typeof toJson !== 'function') return openFrame(copying, place, outer, object, tag, asker);
  const answer: unknown = Reflect.apply(toJson, object, [String(place.key)]);
  addChange(copying.changes, 'to-json', place);
  return isObject(answer) ? copyObject(copying, place, outer, answer, object) : copyLeaf(copying, place, answer);
}

/** A text in place of an object that contains this place, or that has been repeated enough. */
function copyReference(copying: Copying, place: Place, object: object): string | undefined {
  const known = copying.met.get(object);
  if (known === undefined) return undefined;
  if (known.open) return changedText(copying, place, 'circular', `[circular: ${pathOf(known.place)}]`);
  if (known.cost <= copying.repeatLeft) return undefined;
  return changedText(copying, place, 'repeated', `[repeated: ${pathOf(known.firstPlace)}]`);
}

function openFrame(
  copying: Copying,
  place: Place,
  outer: Frame | undefined,
  object: object,
  tag: string,
  asker: object | undefined,
): Frame {
  const parts = objectParts(object, tag);
  const known = copying.met.get(asker ?? object);
  const frame: Frame = {
    place,
    outer,
    parts,
    target: parts.keys === undefined ? [] : {},
    firstPlace: known?.firstPlace ?? place,
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
  if (place.depth === MAX_DEPTH) addChange(copying.changes, 'deep', place);
  for (const kind of parts.kinds) addChange(copying.changes, kind, place);
  spend(copying, NODE_COST);
  return frame;
}

function changedText(copying: Copying, place: Place, kind: ValueChangeKind, text: string): string {
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
