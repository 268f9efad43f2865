/**
 * Arguments in chunks (Vertex, `streamFunctionCallArguments`): each chunk has a JSON path, and chunks of one string follow each
 * other. We never request this, but our clients may.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asNumber, asObject, asText } from '../../../json/json.ts';
import { field } from '../field.ts';

type Node = Tree | string | number | boolean | null;

interface Tree {
  readonly kind: 'list' | 'object';
  readonly children: Map<string, Node>;
}

export class PartialArgs {
  readonly #root: Tree = { kind: 'object', children: new Map() };
  #whole: JsonObject = {};

  /** Arguments that came at once; chunks overwrite them. */
  start(args: JsonObject): void {
    this.#whole = args;
  }

  add(piece: JsonValue): void {
    const arg = asObject(piece);
    const path = readPath(asText(field(arg, 'jsonPath')));
    const last = path.at(-1);
    if (arg === undefined || last === undefined) return;
    let tree = this.#root;
    for (const [at, step] of path.slice(0, -1).entries()) tree = childOf(tree, step.key, path[at + 1]?.list === true);
    const value = pieceOf(arg);
    const before = tree.children.get(last.key);
    const grown = typeof before === 'string' && typeof value === 'string' ? before + value : value;
    tree.children.set(last.key, grown);
  }

  get value(): JsonObject {
    return { ...this.#whole, ...asObject(toValue(this.#root)) };
  }
}

interface Step {
  readonly key: string;
  readonly list: boolean;
}

/** Deeper than any schema; a longer path is an attack on the stack. */
const deepest = 64;

function readPath(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const [, dotted, position, single, double] of path.matchAll(
    /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g,
  )) {
    if (steps.length === deepest) return [];
    steps.push({ key: dotted ?? position ?? single ?? double ?? '', list: position !== undefined });
  }
  return steps;
}

function childOf(tree: Tree, key: string, list: boolean): Tree {
  const known = tree.children.get(key);
  if (typeof known === 'object' && known !== null) return known;
  const child: Tree = { kind: list ? 'list' : 'object', children: new Map() };
  tree.children.set(key, child);
  return child;
}

function pieceOf(arg: JsonObject): string | number | boolean | null {
  const text = field(arg, 'stringValue');
  const flag = field(arg, 'boolValue');
  if (typeof text === 'string') return text;
  return typeof flag === 'boolean' ? flag : (asNumber(field(arg, 'numberValue')) ?? null);
}

/** Items of a list in the order in which they started: no index, however large, makes a hole. */
function toValue(node: Node): JsonValue {
  if (typeof node !== 'object' || node === null) return node;
  const entries = [...node.children].map(([key, child]): [string, JsonValue] => [key, toValue(child)]);
  return node.kind === 'list' ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
