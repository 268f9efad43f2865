/**
 * From JSON to a message as Google's front end does it: both spellings of a name are accepted, one value counts as a
 * list of one, and the first invalid name or value is reported with its path in the proto's own spelling.
 */
import { isObject, type JsonObject } from '../api/json.ts';
import { enums, messages, partData, vertexFields } from './messages.ts';

export interface ProtoProblem {
  readonly rule: string;
  readonly message: string;
  readonly path: string;
}

export interface ParsedMessage {
  /** With names in camelCase, enums as their names, and nothing that is unset. */
  readonly value: JsonObject;
  readonly problem?: ProtoProblem;
}

interface Reading {
  readonly vertex: boolean;
  problem?: ProtoProblem;
}

/** A field being read: its message, and its path. */
interface FieldPlace {
  readonly owner: string;
  readonly name: string;
  readonly path: string;
  readonly parent: string;
}

/** Rules about one field's value. Everything else the parser refuses is GEM-021. */
const fieldRules: Readonly<Record<string, string>> = {
  'Part.thoughtSignature': 'GEM-013',
  'FunctionResponse.response': 'GEM-018',
  'FunctionCall.args': 'GEM-019',
  'Schema.type': 'GEM-024',
  'Schema.enum': 'GEM-025',
};

const scalars: Readonly<Record<string, { readonly type: string; readonly fits: (value: unknown) => boolean }>> = {
  string: { type: 'TYPE_STRING', fits: (value) => typeof value === 'string' },
  bool: { type: 'TYPE_BOOL', fits: (value) => typeof value === 'boolean' },
  int: { type: 'TYPE_INT32', fits: (value) => Number.isInteger(numberOf(value)) },
  number: { type: 'TYPE_DOUBLE', fits: (value) => Number.isFinite(numberOf(value)) },
  bytes: { type: 'TYPE_BYTES', fits: isBase64 },
};

export function parseMessage(name: string, json: JsonObject, vertex: boolean): ParsedMessage {
  const reading: Reading = { vertex };
  const value = readMessage(reading, name, json, '');
  return { value, ...(reading.problem === undefined ? {} : { problem: reading.problem }) };
}

/** Converts `thoughtSignature` to `thought_signature`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function readMessage(reading: Reading, owner: string, json: JsonObject, path: string): JsonObject {
  const fields = { ...messages[owner], ...(reading.vertex ? vertexFields[owner] : {}) };
  const read: [string, unknown][] = [];
  for (const [key, raw] of Object.entries(json)) {
    const name = Object.hasOwn(fields, key) ? key : camelCase(key);
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const place = { owner, name, path: join(path, snakeCase(name)), parent: path };
    if (type === undefined) {
      report(reading, 'GEM-021', unknownName(key, path, 'Cannot find field.'), path);
    } else if (raw !== null) {
      read.push([name, readField(reading, type, raw, place)]);
    }
    if (reading.problem) break;
  }
  if (owner === 'Part') checkOneof(reading, read, path);
  return Object.fromEntries(read);
}

function checkOneof(reading: Reading, read: readonly (readonly [string, unknown])[], path: string): void {
  const second = read.map(([name]) => name).filter((name) => partData.includes(name))[1];
  if (second === undefined) return;
  const message = `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${second}'`;
  report(reading, 'GEM-021', message, path);
}

function readField(reading: Reading, type: string, raw: unknown, place: FieldPlace): unknown {
  if (type.endsWith('[]')) {
    const items = Array.isArray(raw) ? raw : [raw];
    const path = (index: number): string => (Array.isArray(raw) ? `${place.path}[${index}]` : place.path);
    return items.map((item, index) => readValue(reading, type.slice(0, -2), item, { ...place, path: path(index) }));
  }
  if (Array.isArray(raw) && type !== 'value') {
    const own = fieldRules[`${place.owner}.${place.name}`] ?? 'GEM-021';
    const rule = type === 'struct' ? own : 'GEM-021';
    const key = type === 'struct' ? snakeCase(place.name) : place.name;
    report(
      reading,
      rule,
      unknownName(key, place.parent, 'Proto field is not repeating, cannot start list.'),
      place.path,
    );
    return undefined;
  }
  return readValue(reading, type, raw, place);
}

function readValue(reading: Reading, type: string, raw: unknown, place: FieldPlace): unknown {
  if (type === 'value') return raw;
  const scalar = scalars[type];
  if (scalar) return readScalar(reading, scalar, raw, place);
  if (type.startsWith('enum:')) return readEnum(reading, type.slice(5), raw, place);
  if (!isObject(raw)) {
    const name = type === 'struct' || type.startsWith('map:') ? 'google.protobuf.Struct' : messageType(reading, type);
    return reject(reading, place, `type.googleapis.com/${name}`, JSON.stringify(raw));
  }
  if (type === 'struct') return raw;
  if (!type.startsWith('map:')) return readMessage(reading, type, raw, place.path);
  return readMap(reading, type.slice(4), raw, place);
}

function readMap(reading: Reading, type: string, raw: JsonObject, place: FieldPlace): JsonObject {
  return Object.fromEntries(
    Object.entries(raw).map(([key, value], index) => {
      const path = `${place.path}[${index}].value`;
      return [key, reading.problem ? undefined : readValue(reading, type, value, { ...place, path })];
    }),
  );
}

function readScalar(reading: Reading, scalar: (typeof scalars)[string], raw: unknown, place: FieldPlace): unknown {
  if (scalar.fits(raw)) return scalar.type === 'TYPE_INT32' || scalar.type === 'TYPE_DOUBLE' ? numberOf(raw) : raw;
  const text = JSON.stringify(raw);
  if (isObject(raw)) return reject(reading, place, scalar.type, 'Starting an object on a scalar field');
  const base64 = scalar.type === 'TYPE_BYTES' && typeof raw === 'string';
  return reject(reading, place, scalar.type, base64 ? `Base64 decoding failed for ${text}` : text);
}

function readEnum(reading: Reading, name: string, raw: unknown, place: FieldPlace): unknown {
  const names = enums[name] ?? [];
  if (typeof raw === 'number' && names[raw] !== undefined) return names[raw];
  const found = typeof raw === 'string' ? names.find((each) => each === raw.toUpperCase()) : undefined;
  return found ?? reject(reading, place, `type.googleapis.com/${messageType(reading, name)}`, JSON.stringify(raw));
}

function reject(reading: Reading, place: FieldPlace, type: string, shown: string): undefined {
  const rule = fieldRules[`${place.owner}.${place.name}`] ?? 'GEM-021';
  report(reading, rule, `Invalid value at '${place.path}' (${type}), ${shown}`, place.path);
}

function messageType({ vertex }: Reading, name: string): string {
  return vertex ? `google.cloud.aiplatform.v1beta1.${name}` : `google.ai.generativelanguage.v1beta.${name}`;
}

function unknownName(key: string, path: string, why: string): string {
  const at = path === '' ? '' : ` at '${path}'`;
  return `Invalid JSON payload received. Unknown name ${JSON.stringify(key)}${at}: ${why}`;
}

function report(reading: Reading, rule: string, message: string, path: string): void {
  reading.problem ??= { rule, message, path };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Proto JSON accepts numbers in quotes as well. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** Either alphabet, with or without padding. */
function isBase64(value: unknown): boolean {
  return (
    typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value) && value.replace(/=+$/, '').length % 4 !== 1
  );
}
