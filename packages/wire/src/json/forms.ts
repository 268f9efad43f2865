/**
 * Describes as data what options may hold: a form for each field. Reading options with it gives only fields of the right type,
 * whatever the caller's object contains.
 */
import { type JsonValue, toJson, type ValueChange } from '@interlock/transcript';
import { asArray, asNumber, asObject } from './json.ts';

export interface Form {
  fits(value: JsonValue): boolean;
  /** The expected type, to complete the sentence "it is not …". */
  readonly what: string;
}

export type Forms<T> = { readonly [Name in keyof T]-?: Form };

/**
 * The fields that fit; every other one is refused. `null` and `undefined` count as absent. Returns undefined if `input` is not
 * an object.
 */
export function readFields<T extends object>(
  input: unknown,
  forms: Forms<T>,
  refuse: (name: keyof T & string, why: string) => void,
): Partial<T> | undefined {
  if (input === undefined || input === null) return {};
  if (typeof input !== 'object' || Array.isArray(input)) return undefined;
  const fields: Partial<T> = {};
  for (const name in forms) {
    const { value, lost } = fieldOf(input, name);
    if (lost !== undefined) refuse(name, `JSON cannot carry it (${lost.kind})`);
    else if (value !== null && forms[name].fits(value)) Reflect.set(fields, name, value);
    else if (value !== null) refuse(name, `it is not ${forms[name].what}`);
  }
  return fields;
}

function fieldOf(input: object, name: string): Data {
  try {
    const value: unknown = Reflect.get(input, name);
    return value === undefined || value === null ? absent : asData(value);
  } catch {
    return { value: null, lost: { kind: 'unreadable', path: '$' } };
  }
}

const absent: Data = { value: null };

export const flag: Form = { fits: (value) => typeof value === 'boolean', what: 'true or false' };
export const text: Form = { fits: (value) => typeof value === 'string', what: 'text' };
export const number: Form = { fits: (value) => asNumber(value) !== undefined, what: 'a finite number' };
export const count: Form = {
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  what: 'a whole number',
};
export const object: Form = { fits: (value) => asObject(value) !== undefined, what: 'an object' };

export function oneOf(...words: readonly string[]): Form {
  return {
    fits: (value) => typeof value === 'string' && words.includes(value),
    what: `one of ${words.join(', ')}`,
  };
}

export function listOf({ fits, what }: Form): Form {
  return { fits: (value) => Array.isArray(value) && asArray(value).every(fits), what: `a list, each ${what}` };
}

/** An object whose present fields all fit. */
export function objectOf(forms: Readonly<Record<string, Form>>, what: string, needed: readonly string[] = []): Form {
  return {
    fits: (value) => {
      const fields = asObject(value);
      if (fields === undefined || !needed.every((name) => Object.hasOwn(fields, name))) return false;
      return Object.entries(fields).every(([name, field]) => !Object.hasOwn(forms, name) || forms[name]?.fits(field));
    },
    what,
  };
}

export function recordOf({ fits, what }: Form): Form {
  return {
    fits: (value) => Object.values(asObject(value) ?? { none: null }).every(fits),
    what: `an object, each ${what}`,
  };
}

export function either(one: Form, other: Form): Form {
  return { fits: (value) => one.fits(value) || other.fits(value), what: `${one.what} or ${other.what}` };
}

export interface Data {
  readonly value: JsonValue;
  /** A value that JSON cannot represent: its kind and path. It was replaced by text. */
  readonly lost?: ValueChange;
}

/** Reads a caller's value as JSON, once: cycles, functions, getters and proxies do not get past this. */
export function asData(input: unknown): Data {
  const { value, changes } = toJson(input);
  const lost = changes.find(({ kind }) => !harmless.includes(kind));
  return lost === undefined ? { value } : { value, lost };
}

/** These are converted as `JSON.stringify` would. */
const harmless: readonly ValueChange['kind'][] = [
  'boxed',
  'class-instance',
  'date',
  'lone-surrogate',
  'to-json',
  'undefined',
  'url',
];
