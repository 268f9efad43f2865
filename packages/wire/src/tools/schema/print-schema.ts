/**
 * Writes a schema in a dialect that supports less than JSON Schema. The walk is the same for all of them; a style defines how
 * one type of value, a union and null are written.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../json/json.ts';
import { objectAsTextNote } from '../../texts/model-texts.ts';
import { distinct } from './keyword-values.ts';
import { intersect } from './merge.ts';
import { objectAtTop } from './object-at-top.ts';
import { inlineRefs } from './refs.ts';
import { type SchemaBudget, weighText } from './schema-budget.ts';
import { fits, isNull, type Kind, readNode, type SchemaNode } from './schema-node.ts';

export interface Style {
  one(node: SchemaNode, kind: Kind, print: (child: JsonValue) => JsonObject): JsonObject;
  /** There are at least two variants, all different, none of them null. */
  union(node: SchemaNode, variants: readonly JsonObject[]): JsonObject;
  nullable(schema: JsonObject): JsonObject;
}

/** Deeper schemas become a string. Half of the limit for references, so that printing twice finds nothing to cut. */
const deepest = 32;

/** Schemas after this many become a string too: variants repeat their siblings, which can make a small schema huge. */
const most = 3000;

const cut: JsonObject = { type: 'string' };

/** The schema of a tool's arguments. */
export function printTop(schema: JsonObject | undefined, style: Style, budget: SchemaBudget): JsonObject {
  const node = readNode(objectAtTop(inlineRefs(schema ?? {}, budget), budget), budget);
  const count = { printed: 0 };
  return style.one(node, 'object', (child) => printed(child, { style, budget, depth: 1, count }));
}

interface Printing {
  readonly style: Style;
  readonly budget: SchemaBudget;
  readonly depth: number;
  readonly count: { printed: number };
}

function printed(schema: JsonValue, at: Printing): JsonObject {
  if (at.budget.isSpent) return cut;
  const node = readNode(schema, at.budget);
  const found = printNode(node, at);
  return node.nullable ? at.style.nullable(found) : found;
}

function printNode(node: SchemaNode, at: Printing): JsonObject {
  at.count.printed += 1;
  if (at.count.printed > most) at.budget.noteCut();
  if (at.depth > deepest || at.count.printed > most) return cut;
  const [kind = 'string', another] = node.kinds;
  const inside = { ...at, depth: at.depth + 1 };
  if (node.variants.length > 0 || another !== undefined) return unionOf(node, inside);
  return at.style.one(node, kind, (child) => printed(child, inside));
}

function unionOf(node: SchemaNode, inside: Printing): JsonObject {
  const { style, budget } = inside;
  const parts = alternativesOf(node, budget).flatMap((variant) => partsOf(printed(variant, inside)));
  const variants = distinct(
    parts.filter((part) => !isNull(part)),
    budget,
  );
  // Some styles write it on each variant.
  budget.spend(variants.length * weighText(node.description));
  const [only] = variants;
  const found = variants.length === 1 && only !== undefined ? only : style.union(node, variants);
  return parts.some(isNull) ? style.nullable(found) : found;
}

/** A union within a union is part of it. */
function partsOf(schema: JsonObject): readonly JsonObject[] {
  const isBare = 'anyOf' in schema && Object.keys(schema).length === 1;
  return isBare ? asArray(schema['anyOf']).map((part) => asObject(part) ?? {}) : [schema];
}

/** Each variant, or each type, with its sibling keywords; what applies only to the whole stays where it is. */
function alternativesOf({ keywords, kinds, values, variants }: SchemaNode, budget: SchemaBudget): readonly JsonValue[] {
  const { type: _type, title: _title, description: _about, nullable: _null, default: _default, ...beside } = keywords;
  if (variants.length > 0) {
    const rest = kinds.length > 0 ? { ...beside, type: kinds } : beside;
    const weight = budget.ownWeight(rest);
    return variants.map((variant) =>
      budget.spend(weight) ? intersect([asObject(variant) ?? {}, rest], budget) : variant,
    );
  }
  const { const: _const, enum: _enum, ...others } = beside;
  return kinds.map((kind) => {
    const allowed = values.filter((value) => fits(value, kind));
    return { ...others, type: kind, ...(allowed.length > 0 ? { enum: allowed } : {}) };
  });
}

/**
 * An object whose keys are not known in advance, for dialects that can only declare known ones (GEM-023, OAC-020): a string
 * that contains it as JSON. `apply-defaults.ts` converts it back. Some targets refuse a bare `{type: 'object'}`, and with the
 * others the model can only write `{}`.
 */
export function objectAsText(description: string): JsonObject {
  return { type: 'string', description: withNote(description, objectAsTextNote) };
}

/** A description with a note after it. */
export function withNote(description: string, note: string): string {
  return description === '' ? note : `${description} (${note})`;
}
