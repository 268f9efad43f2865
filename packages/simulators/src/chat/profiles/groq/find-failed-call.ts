/** Groq checks its models' calls before the client sees them (GRQ-002, GRQ-003). */

import { argumentText } from '../../../api/call-arguments.ts';
import { arrayOf, isObject, type JsonObject, objectOf, parseJson, textOf } from '../../../api/json.ts';
import type { Answer, Part } from '../../../api/model.ts';
import { readTools } from '../../messages.ts';

export interface FailedCall {
  readonly status: number;
  readonly message: string;
  /** What the model wrote: `failed_generation`. */
  readonly generation: string;
}

type Call = Extract<Part, { readonly call: string }>;

export function findFailedCall(answer: Answer, body: JsonObject): FailedCall | undefined {
  for (const part of answer.parts) {
    const message = 'call' in part ? wordsAbout(part, body) : undefined;
    if (message !== undefined) return { status: 400, message, generation: generationOf(answer) };
  }
  return undefined;
}

function wordsAbout(part: Call, body: JsonObject): string | undefined {
  const args = part.rawArgs === undefined ? { value: part.args } : parseJson(part.rawArgs);
  if (!args) {
    return "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.";
  }
  const prefix = 'Tool call validation failed: tool call validation failed:';
  const tool = readTools(body).find(({ name }) => name === part.call);
  if (!tool) return `${prefix} attempted to call tool '${part.call}' which was not in request.tools`;
  const problems = problemsOf(args.value, tool.parameters);
  if (problems.length === 0) return undefined;
  return `${prefix} parameters for tool ${part.call} did not match schema: errors: [${problems.join(', ')}]`;
}

function problemsOf(args: unknown, schema: JsonObject): readonly string[] {
  if (!isObject(args)) return [`expected object, but got ${typeof args}`];
  const properties = objectOf(schema['properties']);
  const missing = arrayOf(schema['required']).flatMap((name) => {
    const key = textOf(name);
    return key !== '' && !Object.hasOwn(args, key) ? [`'${key}'`] : [];
  });
  const extra = Object.keys(args).filter((name) => !Object.hasOwn(properties, name));
  return [
    ...(missing.length > 0 ? [`missing properties: ${missing.join(', ')}`] : []),
    ...(schema['additionalProperties'] === false
      ? extra.map((name) => `additionalProperties '${name}' not allowed`)
      : []),
    ...Object.entries(args).flatMap(([name, value]) => mistyped(name, value, objectOf(properties[name])['type'])),
  ];
}

function mistyped(name: string, value: unknown, type: unknown): readonly string[] {
  const got = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const fits = type === got || (type === 'integer' && Number.isInteger(value));
  return typeof type !== 'string' || fits ? [] : [`\`/${name}\`: expected ${type}, but got ${got}`];
}

function generationOf({ parts }: Answer): string {
  return parts
    .flatMap((part) => ('call' in part ? [`<function=${part.call}>${argumentText(part)}</function>`] : []))
    .join('\n');
}
