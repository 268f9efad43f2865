/** References inside a schema: finds what a `$ref` names in its own document, and inlines it. Other documents are never fetched. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import type { SchemaBudget } from './schema-budget.ts';
import { mapSubschemas } from './subschemas.ts';

/** Undefined if it does not exist, or is in another document. */
export function resolveRef(root: JsonObject, ref: string): JsonValue | undefined {
  if (!ref.startsWith('#')) return undefined;
  const pointer = decodePercent(ref.slice(1));
  if (pointer === '') return root;
  if (!pointer.startsWith('/')) return undefined;
  let found: JsonValue | undefined = root;
  for (const step of pointer.slice(1).split('/'))
    found = member(found, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return found;
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  const object = asObject(value);
  if (object !== undefined) return Object.hasOwn(object, name) ? object[name] : undefined;
  return /^\d+$/.test(name) ? asArray(value)[Number(name)] : undefined;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Deeper schemas are useless for a model, and must not exhaust the stack. The printers stop far above it. */
const deepest = 80;

/** How many schemas may come from references; each may name another twice, and so on. */
const most = 5000;

interface Inlining {
  readonly root: JsonObject;
  readonly budget: SchemaBudget;
  /** The references that are being followed. */
  readonly open: ReadonlySet<string>;
  readonly depth: number;
  readonly count: { copied: number };
}

/**
 * For targets without references (GEM-021, KIM-014). A schema that contains itself has no finite form: the inner one is cut
 * off, as are those that would make a small schema huge.
 */
export function inlineRefs(root: JsonObject, budget: SchemaBudget): JsonObject {
  return inline(root, { root, budget, open: new Set(), depth: 0, count: { copied: 0 } });
}

function inline(schema: JsonObject, at: Inlining): JsonObject {
  if (at.depth > deepest) return {};
  if (at.open.size > 0) {
    at.count.copied += 1;
    at.budget.spend(at.budget.ownWeight(schema));
  }
  const { $ref: ref, $defs: _defs, definitions: _definitions, ...rest } = schema;
  if (typeof ref !== 'string') return children(rest, at);
  const target = asObject(resolveRef(at.root, ref));
  if (target === undefined) return children(rest, at);
  const isTooMuch = at.count.copied > most || at.budget.isSpent;
  if (isTooMuch) at.budget.noteCut();
  if (isTooMuch || at.open.has(ref) || at.open.size >= deepest) return { ...stub(target), ...children(rest, at) };
  const found = inline(target, { ...at, open: new Set([...at.open, ref]) });
  return { ...found, ...children(rest, at) };
}

function children(schema: JsonObject, at: Inlining): JsonObject {
  return mapSubschemas(schema, (child): JsonValue => inline(child, { ...at, depth: at.depth + 1 }));
}

/** Replaces a schema that cannot be written out. */
function stub(target: JsonObject): JsonObject {
  return target['type'] === 'object' || asObject(target['properties']) !== undefined ? { type: 'object' } : {};
}
