/** Reads the offered tools. A tool that cannot be declared is an error: continuing without it would be more surprising. */
import type { JsonObject } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import { presentable } from '../failure/redact.ts';
import { asData } from '../json/forms.ts';
import { asObject, asText } from '../json/json.ts';
import type { FreeForm, Tool } from '../traits/settings.ts';

export function readTools(tools: unknown): readonly Tool[] {
  if (tools === undefined || tools === null) return none;
  if (!Array.isArray(tools)) {
    throw new ConfigError('invalid-tool', '`tools` must be a list.', 'Give a list of tools, or omit it.');
  }
  const seen = new Set<string>();
  // Not `map`, which skips holes.
  return Array.from(tools, (given: unknown) => {
    const tool = readTool(given);
    if (seen.has(tool.name)) throw twice(tool.name);
    seen.add(tool.name);
    return tool;
  });
}

const none: readonly Tool[] = [];

function readTool(given: unknown): Tool {
  const { name, description, parameters, strict, freeForm } = fieldsOf(given);
  if (typeof name !== 'string' || name === '') {
    throw new ConfigError('invalid-tool', 'A tool has no name.', 'Give every tool a non-empty `name`.');
  }
  return {
    name,
    ...(description === undefined || description === null ? {} : { description: descriptionOf(name, description) }),
    ...(parameters === undefined || parameters === null ? {} : { parameters: parametersOf(name, parameters) }),
    ...(strict === true ? { strict } : {}),
    ...(freeForm === undefined || freeForm === null ? {} : { freeForm: freeFormOf(name, freeForm) }),
  };
}

function fieldsOf(given: unknown): { readonly [Name in keyof Tool]?: unknown } {
  try {
    if (typeof given !== 'object' || given === null) return {};
    return {
      name: Reflect.get(given, 'name'),
      description: Reflect.get(given, 'description'),
      parameters: Reflect.get(given, 'parameters'),
      strict: Reflect.get(given, 'strict'),
      freeForm: Reflect.get(given, 'freeForm'),
    };
  } catch {
    throw new ConfigError('invalid-tool', 'A tool cannot be read.', 'Give plain objects.');
  }
}

function descriptionOf(name: string, description: unknown): string {
  if (typeof description === 'string') return description.toWellFormed();
  throw new ConfigError('invalid-tool', `The description of the tool ${quoted(name)} is not text.`, 'Give a string.');
}

function parametersOf(name: string, parameters: unknown): JsonObject {
  const { value, lost } = asData(parameters);
  const schema = asObject(value);
  if (schema !== undefined && lost === undefined) return schema;
  const why =
    lost === undefined ? 'are not an object' : `are not JSON (${lost.kind} at ${presentable(lost.path, 200)})`;
  throw new ConfigError(
    'invalid-tool',
    `The parameters of the tool ${quoted(name)} ${why}.`,
    'Give a JSON Schema as plain data, not an object of a validation library.',
  );
}

function freeFormOf(name: string, given: unknown): FreeForm {
  const form = asObject(asData(given).value);
  const grammar = asObject(form?.['grammar']);
  const [syntax, definition] = [asText(grammar?.['syntax']), asText(grammar?.['definition'])];
  if (form !== undefined && form['grammar'] === undefined) return {};
  if (syntax !== '' && definition !== '') return { grammar: { syntax, definition } };
  throw new ConfigError(
    'invalid-tool',
    `The form of the tool ${quoted(name)} is neither {} nor a grammar.`,
    'Give `freeForm: {}`, or a grammar with `syntax` and `definition`.',
  );
}

function twice(name: string): ConfigError {
  const what = `Two tools are called ${quoted(name)}.`;
  return new ConfigError('duplicate-tool', what, 'Rename or remove one of them (ANT-062).');
}

function quoted(name: string): string {
  return `"${presentable(name, 64)}"`;
}
