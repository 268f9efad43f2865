/** The arguments of a call that the model makes: as text, or as the object in that text. */
import { isObject, type JsonObject, parseJson } from './json.ts';
import type { Part } from './model.ts';

export type Call = Extract<Part, { readonly call: string }>;

export function argumentText({ args, rawArgs }: Pick<Call, 'args' | 'rawArgs'>): string {
  return rawArgs ?? JSON.stringify(args);
}

/** Undefined if the text was truncated or broken on purpose, so that it is not an object. */
export function argumentObject({ args, rawArgs }: Pick<Call, 'args' | 'rawArgs'>): JsonObject | undefined {
  if (rawArgs === undefined) return args;
  const parsed = parseJson(rawArgs)?.value;
  return isObject(parsed) ? parsed : undefined;
}
