/**
 * JSON into a Go struct as `encoding/json` does it: names are case-insensitive, unknown ones ignored, null is nothing,
 * and the first value of a wrong type is reported with the path of fields (OLL-002, OLL-003).
 */
import { isObject, type JsonObject } from '../api/json.ts';
import { goNames, structs } from './structs.ts';

export interface GoProblem {
  readonly message: string;
  /** Fields from the root: `messages.tool_calls.function.arguments`. */
  readonly path: string;
}

export type GoRead = { readonly value: JsonObject } | { readonly problem: GoProblem };

interface Reading {
  readonly root: string;
  problem?: GoProblem;
}

export function readStruct(name: string, json: unknown): GoRead {
  const reading: Reading = { root: name };
  if (!isObject(json)) {
    const message = `json: cannot unmarshal ${kindOf(json)} into Go value of type ${goType(name)}`;
    return { problem: { message, path: '' } };
  }
  const value = readFields(reading, name, json, '');
  return reading.problem ? { problem: reading.problem } : { value };
}

function readFields(reading: Reading, name: string, json: JsonObject, path: string): JsonObject {
  const fields = structs[name] ?? {};
  const read: [string, unknown][] = [];
  for (const [key, raw] of Object.entries(json)) {
    if (reading.problem) break;
    const field = Object.keys(fields).find((each) => each === key || each.toLowerCase() === key.toLowerCase());
    if (field === undefined || raw === null) continue;
    const at = path === '' ? field : `${path}.${field}`;
    read.push([field, readValue(reading, fields[field] ?? 'any', raw, at)]);
  }
  return Object.fromEntries(read);
}

function readValue(reading: Reading, type: string, raw: unknown, path: string): unknown {
  if (reading.problem || raw === null || type === 'any') return raw;
  if (type.startsWith('[]')) {
    if (!Array.isArray(raw)) return mismatch(reading, type, raw, path);
    return raw.map((each) => readValue(reading, type.slice(2), each, path));
  }
  const own = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (own) return own(reading, raw, path);
  if (!isObject(raw)) return mismatch(reading, type, raw, path);
  if (type === 'object' || type === 'args') return raw;
  if (!type.startsWith('map:')) return readFields(reading, type, raw, path);
  const entries = Object.entries(raw).map(([key, value]) => [key, readValue(reading, type.slice(4), value, path)]);
  return Object.fromEntries(entries);
}

type Reader = (reading: Reading, raw: unknown, path: string) => unknown;

const readers: Readonly<Record<string, Reader>> = {
  // Go has no lone surrogates: they become U+FFFD.
  string: (reading, raw, path) =>
    typeof raw === 'string' ? raw.toWellFormed() : mismatch(reading, 'string', raw, path),
  bool: (reading, raw, path) => (typeof raw === 'boolean' ? raw : mismatch(reading, 'bool', raw, path)),
  int: (reading, raw, path) => {
    if (Number.isSafeInteger(raw)) return raw;
    return mismatch(reading, 'int', raw, path, typeof raw === 'number' ? `number ${raw}` : kindOf(raw));
  },
  think: readThink,
  duration: (reading, raw, path) => {
    if (typeof raw === 'number' || (typeof raw === 'string' && /^-?(\d+(\.\d+)?(ns|us|ms|s|m|h))+$|^0$/.test(raw))) {
      return raw;
    }
    const message =
      typeof raw === 'string' ? `time: invalid duration ${JSON.stringify(raw)}` : `Unsupported type: '${kindOf(raw)}'`;
    return refuse(reading, message, path);
  },
  image: (reading, raw, path) => {
    if (typeof raw !== 'string') return mismatch(reading, 'image', raw, path);
    const wrong = raw.search(/[^A-Za-z0-9+/=\r\n]/);
    if (wrong >= 0) return refuse(reading, `illegal base64 data at input byte ${wrong}`, path);
    return raw.replace(/[\r\n]/g, '').length % 4 === 0
      ? raw
      : refuse(reading, `illegal base64 data at input byte ${raw.length}`, path);
  },
  'property-type': (reading, raw, path) => {
    if (typeof raw === 'string') return raw;
    if (Array.isArray(raw)) return raw.map((each) => readValue(reading, 'string', each, path));
    return mismatch(reading, 'property-type', raw, path);
  },
};

function readThink(reading: Reading, raw: unknown, path: string): unknown {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw !== 'string') {
    return refuse(reading, 'think must be a boolean or string ("high", "medium", "low", true, or false)', path);
  }
  if (['high', 'medium', 'low', 'max'].includes(raw)) return raw;
  const message = `invalid think value: ${JSON.stringify(raw)} (must be "high", "medium", "low", "max", true, or false)`;
  return refuse(reading, message, path);
}

function mismatch(reading: Reading, type: string, raw: unknown, path: string, kind = kindOf(raw)): undefined {
  const field = `${reading.root}.${path}`;
  refuse(reading, `json: cannot unmarshal ${kind} into Go struct field ${field} of type ${goType(type)}`, path);
}

function refuse(reading: Reading, message: string, path: string): undefined {
  reading.problem ??= { message, path };
}

function goType(type: string): string {
  if (Object.hasOwn(goNames, type)) return goNames[type] ?? type;
  if (type.startsWith('[]')) return `[]${goType(type.slice(2))}`;
  if (type.startsWith('map:')) return `map[string]${goType(type.slice(4))}`;
  return Object.hasOwn(structs, type) ? `api.${type}` : type;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
