/**
 * Arguments as their tool may see them: an object, with defaults filled in, that fits the schema; or the sentences that tell the
 * model what to mend. Schemas are interpreted, never compiled to code: they come from MCP servers too.
 */
import { type JsonObject, toJson } from '@interlock/transcript';
import { applyDefaults } from '@interlock/wire';
import { Errors } from 'typebox/schema';
import { argumentProblems } from './argument-problems.ts';
import { checkableSchema, isObject } from './checkable-schema.ts';
import { clip } from './clip.ts';
import type { AgentTool } from './tool.ts';

export type ReadArguments =
  | { readonly isValid: true; readonly args: JsonObject }
  | { readonly isValid: false; readonly problem: string };

/** Keeps what it has made of a tool's schema as long as the tool is there. */
export type ArgumentCheck = (tool: Pick<AgentTool, 'name' | 'parameters'>, parameters: unknown) => ReadArguments;

export function createArgumentCheck(): ArgumentCheck {
  const schemas = new WeakMap<object, { readonly checkable: JsonObject | undefined }>();
  const checkableOf = (tool: Pick<AgentTool, 'parameters'>): JsonObject | undefined => {
    const known = schemas.get(tool);
    if (known !== undefined) return known.checkable;
    const checkable = orUndefined(() => checkableSchema(tool.parameters));
    schemas.set(tool, { checkable });
    return checkable;
  };
  return (tool, parameters) => {
    const given = readObject(parameters);
    if (typeof given === 'string')
      return { isValid: false, problem: `${given}\nThe tool was not run. Call ${tool.name} again with a JSON object.` };
    const args = orUndefined(() => applyDefaults(tool.parameters, given)) ?? given;
    const lines = problemLines(checkableOf(tool), args);
    if (lines.length === 0) return { isValid: true, args };
    const head = `The arguments do not fit the tool ${tool.name}, which was not run:`;
    return { isValid: false, problem: `${head}\n${lines.join('\n')}\nCorrect this and call ${tool.name} again.` };
  };
}

/** An odd schema makes the validator throw: then nothing is checked, and the tool has to look for itself. */
function problemLines(schema: JsonObject | undefined, args: JsonObject): readonly string[] {
  if (schema === undefined) return [];
  return (
    orUndefined(() => {
      const [fits, errors] = Errors(schema, args);
      if (fits) return [];
      const lines = argumentProblems(errors, schema, args);
      return lines.length > 0 ? lines : errors.map(({ message }) => `- the arguments: ${clip(message, 200)}`);
    }) ?? []
  );
}

/** The object, or what is the matter with it. Models that need no arguments send nothing at all (05 §1.3). */
function readObject(parameters: unknown): JsonObject | string {
  const { value } = toJson(parameters ?? {});
  if (isObject(value)) return value;
  if (typeof value !== 'string') {
    const kind = Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    return `The arguments have to be a JSON object, but they were ${kind}.`;
  }
  if (value.trim() === '') return {};
  return `The arguments have to be a JSON object, but they came as text${complaint(value)}: ${clip(value, 200)}`;
}

function complaint(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof SyntaxError ? ` that is not valid JSON (${clip(error.message, 120)})` : '';
  }
}

function orUndefined<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}
