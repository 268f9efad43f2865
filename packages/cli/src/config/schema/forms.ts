/** Building blocks of the schema. */
import { type TArray, type TBoolean, type TInteger, type TObject, type TProperties, type TString, Type } from 'typebox';
import { patterns } from './patterns.ts';

/** An object in which every other key is an error. */
export function closed<T extends TProperties>(properties: T, description?: string): TObject<T> {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

/** A name that people choose. */
export function entryName(): TString {
  return Type.String({ pattern: patterns.entryName });
}

export function wholeNumber(description: string, minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): TInteger {
  return Type.Integer({ minimum, maximum, description });
}

/** A duration. The maximum is that of a timer: a longer one would end at once. */
export function milliseconds(description: string): TInteger {
  return wholeNumber(description, 1, 2 ** 31 - 1);
}

export function confine(): TBoolean {
  return Type.Boolean({ description: 'False: it runs outside the sandbox.' });
}

export function names(description: string): TArray<TString> {
  return Type.Array(Type.String({ minLength: 1 }), { description });
}

export function listOf(pattern: string, description: string): TArray<TString> {
  return Type.Array(Type.String({ pattern }), { description });
}
