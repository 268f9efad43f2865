/** Reads the input schema that an MCP server or a tool in a file declares, if arguments can be checked against it. */
import { isJsonObject, type JsonObject } from '@interlock/transcript';
import { isPattern } from './checkable-schema.ts';
import { mapSubschemas } from './subschemas.ts';

export interface ReadToolSchema {
  /** Absent: the tool cannot be offered. */
  readonly schema?: JsonObject;
  readonly problem?: string;
}

const longest = 200_000;
const deepest = 64;

/** `raw` must come from JSON. A tool without a schema takes no arguments. */
export function readToolSchema(raw: unknown): ReadToolSchema {
  if (raw === undefined || raw === null) return { schema: { type: 'object', properties: {} } };
  if (!isJsonObject(raw)) return leftOut('its input schema is not an object');
  if (!isShallow(raw, deepest)) return leftOut(`its input schema is nested more than ${deepest} deep`);
  if (JSON.stringify(raw).length > longest) return leftOut(`its input schema is longer than ${longest} characters`);
  if (raw['type'] !== undefined && raw['type'] !== 'object') return leftOut('its input schema is not for an object');
  const schema = { ...raw, type: 'object' };
  // Other faults are handled where arguments are checked.
  const wider = withoutInvalidPatterns(schema);
  if (JSON.stringify(wider) === JSON.stringify(schema)) return { schema };
  return { schema: wider, problem: 'is offered without the invalid patterns in its input schema' };
}

function leftOut(why: string): ReadToolSchema {
  return { problem: `is left out: ${why}` };
}

/** The server checks them itself. */
function withoutInvalidPatterns(schema: JsonObject): JsonObject {
  const { pattern, ...rest } = schema;
  const isInvalid = typeof pattern === 'string' && !isPattern(pattern);
  return mapSubschemas(isInvalid ? rest : schema, withoutInvalidPatterns);
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1));
}
