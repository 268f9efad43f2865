/**
 * Compares a value with the schema and describes each problem: where it is, what was expected, what was found. TypeBox finds the errors;
 * for a union, only those of the intended form are reported. Text of the file is only repeated where it cannot be a secret.
 */

import { couldBeKey } from '@interlock/wire';
import { Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { didYouMean } from '../print/did-you-mean.ts';
import { plainText } from '../print/plain-text.ts';
import type { ConfigPath, Problem } from './problem.ts';
import { patternText } from './schema/patterns.ts';

/** The part of JSON Schema that is supported here. */
export interface Form {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Form[];
  readonly properties?: Readonly<Record<string, Form>>;
  readonly patternProperties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
  readonly items?: Form;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

export function findProblems(value: unknown, form: Form, path: ConfigPath = []): readonly Problem[] {
  const faults = faultsOf(value, form).filter(({ schemaPath, keyword }) => !isPartOfAnother(schemaPath, keyword));
  return [...Map.groupBy(faults, ({ instancePath }) => instancePath)].flatMap(([pointer, faultsThere]) =>
    describe(faultsThere, valueAt(pointer, { value, form, path })),
  );
}

type Fault = ReturnType<typeof Errors>[1][number];

/** All errors: the library stops after a few, and its limit is global to the process. */
function faultsOf(value: unknown, form: Form): readonly Fault[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER });
  try {
    return Errors(form, value)[1];
  } finally {
    Settings.Set({ maxErrors });
  }
}

/** The forms of a union are checked again once the intended one is known; an unknown key is reported by its object. */
function isPartOfAnother(schemaPath: string, keyword: string): boolean {
  return schemaPath.includes('/anyOf/') || keyword === 'boolean';
}

interface CheckedValue {
  readonly value: unknown;
  readonly form: Form;
  readonly path: ConfigPath;
}

/** `pointer`: a JSON pointer, from `top` on. */
function valueAt(pointer: string, top: CheckedValue): CheckedValue {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<CheckedValue>(({ value, form, path }, step) => {
    if (Array.isArray(value))
      return { value: value[Number(step)], form: form.items ?? {}, path: [...path, Number(step)] };
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return { value: Reflect.get(Object(value), key), form: formOf(key, form), path: [...path, key] };
  }, top);
}

function formOf(key: string, { properties = {}, patternProperties = {} }: Form): Form {
  if (Object.hasOwn(properties, key)) return properties[key] ?? {};
  return Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(key))?.[1] ?? {};
}

/** A value that is wrong in several ways is reported once; an object may lack one key and have an unknown one. */
function describe(faults: readonly Fault[], { value, form, path }: CheckedValue): readonly Problem[] {
  if (form.anyOf !== undefined) return inUnion(value, form.anyOf, path);
  if (form.enum !== undefined) return [notListed(value, form.enum, path)];
  const keys = faults.flatMap((fault) => {
    if (fault.keyword === 'required') return fault.params.requiredProperties.map((name) => missing(name, form, path));
    if (fault.keyword !== 'additionalProperties') return [];
    return fault.params.additionalProperties.map((name) => surplus(name, form, path));
  });
  if (keys.length > 0) return keys;
  if (Array.isArray(value) && form.type === 'array')
    return [{ path, text: 'is empty. List at least one, or omit it.' }];
  return [wrongType(value, form, path)];
}

function missing(name: string, form: Form, path: ConfigPath): Problem {
  return { path: [...path, name], text: `is missing.${meaning(form.properties?.[name])}` };
}

function surplus(name: string, { properties = {}, patternProperties }: Form, path: ConfigPath): Problem {
  if (patternProperties !== undefined) return { path: [...path, name], text: badName };
  return unknownKey(name, Object.keys(properties), path);
}

const badName = 'is not a valid name here. Start with a letter or digit; letters, digits and . _ : - may follow.';

/** The text is computed on demand: a file can have tens of thousands of unknown keys, and few are shown. */
function unknownKey(name: string, names: readonly string[], path: ConfigPath): Problem {
  return {
    path: [...path, name],
    get text() {
      return `there is no such setting.${didYouMean(name, names) || ` Settings here: ${names.join(', ')}.`}`;
    },
  };
}

/** The intended form, by the type of the value and, for objects, by the key that only one form has. */
function inUnion(value: unknown, union: readonly Form[], path: ConfigPath): readonly Problem[] {
  const forms = union.flatMap((form) => form.anyOf ?? [form]);
  const ofKind = forms.filter((form) => form.type === kindOf(value));
  const objects = ofKind.filter(({ type }) => type === 'object');
  if (objects.length > 1) return inOneOf(value as object, objects, path);
  const [only] = ofKind;
  if (only !== undefined && (only.const === undefined || only.const === value)) return findProblems(value, only, path);
  return [
    { path, text: `expected ${[...new Set(forms.map(expected))].join(' or ')}; got ${actual(value, forms[0])}.` },
  ];
}

function inOneOf(value: object, forms: readonly Form[], path: ConfigPath): readonly Problem[] {
  const heads = forms.map(({ required = [] }) => required[0] ?? '');
  const matching = forms.filter((_, index) => Object.hasOwn(value, heads[index] ?? ''));
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return findProblems(value, only, path);
  const names = heads.filter((head) => Object.hasOwn(value, head));
  const has = names.length === 0 ? 'has none of them' : `has ${names.join(' and ')}`;
  return [{ path, text: `expected exactly one of ${heads.join(', ')}; it ${has}.` }];
}

function notListed(value: unknown, choices: readonly unknown[], path: ConfigPath): Problem {
  const names = choices.map(String);
  const nearest = typeof value === 'string' ? didYouMean(value, names) : '';
  return { path, text: `expected one of ${names.join(', ')}; got ${shown(value)}.${nearest}` };
}

function wrongType(value: unknown, form: Form, path: ConfigPath): Problem {
  return { path, text: `expected ${expected(form)}; got ${actual(value, form)}.${meaning(form)}` };
}

function expected(form: Form): string {
  if (form.const !== undefined) return String(form.const);
  switch (form.type) {
    case 'string':
      return textExpected(form);
    case 'integer':
      return `a whole number${range(form)}`;
    case 'number':
      return `a number${range(form)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    default:
      return 'an object';
  }
}

function textExpected({ minLength, maxLength, pattern }: Form): string {
  if (pattern !== undefined) return patternText(pattern) ?? `a string like /${pattern}/`;
  if (maxLength !== undefined) return `a string of 1 to ${maxLength} characters`;
  return minLength === undefined ? 'a string' : 'a non-empty string';
}

function range({ minimum, maximum }: Form): string {
  const max = maximum === undefined || maximum >= 2 ** 31 - 1 ? undefined : maximum;
  if (minimum === undefined) return '';
  return max === undefined ? `, ${minimum} or more` : `, ${minimum} to ${max}`;
}

/** Text may be a secret in the wrong place, except where a number or a flag is expected. */
function actual(value: unknown, form: Form | undefined): string {
  if (typeof value !== 'string') return shown(value);
  if (value === '') return 'an empty string';
  if (form?.type === 'string') return 'another string';
  return form?.type === 'object' || form?.type === 'array' ? 'a string' : shown(value);
}

const longestShown = 40;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (couldBeKey(value)) return 'a string';
  return plainText(JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value));
}

function meaning(form: Form | undefined): string {
  return form?.description === undefined || form.description === '' ? '' : ` ${form.description}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
