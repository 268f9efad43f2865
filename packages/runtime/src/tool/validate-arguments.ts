/**
 * Validates a call's arguments: returns an object that matches the schema, with defaults filled in, or sentences that tell the model
 * what to fix. Schemas are interpreted, never compiled to code: they also come from MCP servers.
 */
import { isJsonObject, type JsonObject, toJson, type ValueChange } from '@interlock/transcript';
import { applyDefaults } from '@interlock/wire';
import { clip } from '../text/clip.ts';
import { SchemaCheck } from './schema-check.ts';
import { TimeLimit } from './time-limit.ts';
import type { AgentTool } from './tool.ts';

export type ReadArguments =
  | { readonly isValid: true; readonly args: JsonObject }
  | { readonly isValid: false; readonly problem: string };

/** Caches the prepared schema as long as the tool exists. */
export type ArgumentCheck = (tool: Pick<AgentTool, 'name' | 'parameters'>, parameters: unknown) => ReadArguments;

export function createArgumentCheck(): ArgumentCheck {
  const checks = new WeakMap<object, SchemaCheck>();
  const limit = new TimeLimit();
  const checkOf = (tool: Pick<AgentTool, 'parameters'>): SchemaCheck => {
    const known = checks.get(tool);
    if (known !== undefined) return known;
    const check = new SchemaCheck(tool.parameters, limit);
    checks.set(tool, check);
    return check;
  };
  return (tool, parameters) => {
    const given = readObject(parameters);
    if (typeof given === 'string')
      return { isValid: false, problem: `${given}\nThe tool was not run. Call ${tool.name} again with a JSON object.` };
    const args = withDefaults(tool.parameters, given);
    const lines = checkOf(tool).problems(args);
    if (lines.length === 0) return { isValid: true, args };
    const head = `Invalid arguments for the tool ${tool.name}, which was not run:`;
    return { isValid: false, problem: `${head}\n${lines.join('\n')}\nFix this and call ${tool.name} again.` };
  };
}

function withDefaults(schema: JsonObject, given: JsonObject): JsonObject {
  try {
    return applyDefaults(schema, given);
  } catch {
    return given;
  }
}

/** The object, or what is wrong with it. Models send nothing at all if no arguments are needed (05 §1.3). */
function readObject(parameters: unknown): JsonObject | string {
  const { value, changes } = toJson(parameters ?? {});
  const lost = changes.find(({ kind }) => losses.includes(kind));
  // The lost value was replaced with a text, which could match the schema.
  if (lost !== undefined) return `The arguments cannot be read completely (${lost.kind} at ${clip(lost.path, 200)}).`;
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') {
    const kind = Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    return `The arguments must be a JSON object, but they were ${kind}.`;
  }
  if (value.trim() === '') return {};
  return `The arguments must be a JSON object, but they came as text${complaint(value)}: ${clip(value, 200)}`;
}

/** Losses that change a value; `more` may hide any of them. */
const losses: readonly ValueChange['kind'][] = ['circular', 'deep', 'more', 'repeated', 'too-large', 'unreadable'];

function complaint(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof SyntaxError ? ` that is not valid JSON (${clip(error.message, 120)})` : '';
  }
}
