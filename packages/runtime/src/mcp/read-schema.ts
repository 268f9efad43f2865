/** A tool's own schema, as it is, if arguments can be checked against it. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { isPattern } from '../tool/checkable-schema.ts';
import { isObject } from './is-object.ts';

export interface ReadSchema {
  /** Absent: the tool cannot be offered. */
  readonly schema?: JsonObject;
  readonly problem?: string;
}

const longest = 200_000;
const deepest = 64;

/** `raw` is out of JSON. None at all stands for a tool that takes nothing. */
export function readSchema(raw: unknown): ReadSchema {
  if (raw === undefined || raw === null) return { schema: { type: 'object', properties: {} } };
  if (!isObject(raw)) return leftOut('its input schema is not an object');
  if (!isShallow(raw, deepest)) return leftOut(`its input schema is nested more than ${deepest} deep`);
  if (JSON.stringify(raw).length > longest) return leftOut(`its input schema is longer than ${longest} characters`);
  if (raw['type'] !== undefined && raw['type'] !== 'object') return leftOut('its input schema is not for an object');
  // Out of JSON, so it is JSON.
  const schema = { ...(raw as JsonObject), type: 'object' };
  // Not compiled to find out: that would run code made of what a server says. What is wrong besides is seen to where arguments are checked.
  const wider = withoutPatterns(schema) as JsonObject;
  if (JSON.stringify(wider) === JSON.stringify(schema)) return { schema };
  return { schema: wider, problem: 'is offered without the patterns in its input schema that are not valid' };
}

function leftOut(why: string): ReadSchema {
  return { problem: `is left out: ${why}` };
}

/** The server checks them itself. */
function withoutPatterns(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (!isObject(value)) return value;
  const kept = Object.entries(value as JsonObject).filter(
    ([key, part]) => key !== 'pattern' || typeof part !== 'string' || isPattern(part),
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutPatterns(part)]));
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1));
}
