/** Checks a file's export as a tool definition, with the same fields as `defineTool` of the runtime; or says what to fix. */
import type { ToolKind } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import { readToolSchema } from '@interlock/wire';
import { didYouMean, noSuchField } from '../print/did-you-mean.ts';
import type { Field } from './thread-messages.ts';

export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly kind: ToolKind;
  readonly timeoutMs?: number;
  readonly maxOutput?: number;
  readonly hasAccess: boolean;
  readonly hasSubject: boolean;
  /** A part of the definition that cannot be used. */
  readonly warning?: string;
}

type Fields = Readonly<Record<string, Field>>;

const values: readonly string[] = ['name', 'description', 'parameters', 'kind', 'timeoutMs', 'maxOutput'];
const functions: readonly string[] = ['run', 'access', 'subject'];
/** Files cannot use `mcp` and `agent`. */
const kinds: readonly ToolKind[] = ['read', 'write', 'command', 'network', 'other'];

/** Valid for every provider. */
const plainName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const example = "export default { description: '…', parameters: { type: 'object', properties: {} }, run: () => '…' }";

/** A string says what is wrong, and what to do. */
export function readDefinition(fields: Fields, fileName: string): Definition | string {
  const problem = unknownField(fields) ?? wrongFunction(fields) ?? wrongValue(fields, fileName);
  if (problem !== undefined) return problem;
  const { schema, problem: about } = readToolSchema(dataIn(fields['parameters']));
  if (schema === undefined)
    return `parameters: ${about?.replace('is left out: ', '') ?? 'this is not a schema'}. Write a JSON Schema of an object.`;
  const [timeoutMs, maxOutput] = [dataIn(fields['timeoutMs']), dataIn(fields['maxOutput'])];
  return {
    name: nameOf(fields, fileName),
    description: String(dataIn(fields['description'])),
    parameters: schema,
    kind: kindOf(fields) ?? 'other',
    ...(typeof timeoutMs === 'number' ? { timeoutMs } : {}),
    ...(typeof maxOutput === 'number' ? { maxOutput } : {}),
    hasAccess: fields['access'] !== undefined,
    hasSubject: fields['subject'] !== undefined,
    ...(about === undefined ? {} : { warning: about }),
  };
}

function unknownField(fields: Fields): string | undefined {
  const all = [...values, ...functions];
  const unknown = Object.keys(fields).find((name) => !all.includes(name));
  if (unknown === undefined) return undefined;
  return noSuchField(unknown, all);
}

function wrongFunction(fields: Fields): string | undefined {
  if (fields['run'] === undefined) return `run is missing, the function that does the work. Write ${example}`;
  const field = functions.find((name) => fields[name]?.isFunction === false);
  return field === undefined ? undefined : `${field} must be a function. Write ${field}: (args, …) => …`;
}

function wrongValue(fields: Fields, fileName: string): string | undefined {
  const unreadable = values.find((name) => fields[name] !== undefined && fields[name]?.json === undefined);
  if (unreadable !== undefined) return `${unreadable} must be plain JSON data.`;
  const description = dataIn(fields['description']);
  if (typeof description !== 'string' || description.trim() === '')
    return 'description is missing: it tells the model what the tool does.';
  return wrongName(fields, fileName) ?? wrongKind(fields) ?? wrongNumber(fields);
}

function wrongName(fields: Fields, fileName: string): string | undefined {
  const name = nameOf(fields, fileName);
  const [whose, fix] =
    fields['name'] === undefined
      ? ['The name of the file', 'Rename it, or add a field name']
      : ['name', 'Choose another one'];
  const rule = 'a letter first, then letters, digits, _ and -, at most 64';
  if (!plainName.test(name)) return `${whose} is not a valid tool name: ${rule}. ${fix}.`;
  return name.startsWith('mcp__') ? `The name ${name} is reserved for tools of MCP servers. ${fix}.` : undefined;
}

function wrongKind(fields: Fields): string | undefined {
  if (fields['kind'] === undefined || kindOf(fields) !== undefined) return undefined;
  const value = dataIn(fields['kind']);
  const suggestion = typeof value === 'string' ? didYouMean(value, kinds) : '';
  return `kind must be one of ${kinds.join(', ')}.${suggestion} The default is other, which needs approval.`;
}

function wrongNumber(fields: Fields): string | undefined {
  const minimum = { timeoutMs: 0, maxOutput: 1 };
  const field = (['timeoutMs', 'maxOutput'] as const).find((name) => {
    const value = dataIn(fields[name]);
    return value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= minimum[name]);
  });
  return field === undefined ? undefined : `${field} must be a whole number, ${minimum[field]} or more.`;
}

function nameOf(fields: Fields, fileName: string): string {
  const name = dataIn(fields['name']);
  if (fields['name'] === undefined) return fileName;
  return typeof name === 'string' ? name : '';
}

function kindOf(fields: Fields): ToolKind | undefined {
  const value = dataIn(fields['kind']);
  return kinds.find((kind) => kind === value);
}

function dataIn(field: Field | undefined): unknown {
  return field?.json === undefined ? undefined : JSON.parse(field.json);
}
