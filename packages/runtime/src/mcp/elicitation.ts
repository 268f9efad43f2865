/** A server's question to the user: a form with a few flat fields, or a URL to open. Its texts are limited and safe to show. */
import { isJsonObject } from '@interlock/transcript';

export type ElicitationField = FieldName &
  (
    | {
        readonly type: 'text';
        readonly default?: string;
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly format?: TextFormat;
      }
    | {
        readonly type: 'number';
        readonly default?: number;
        readonly isWhole: boolean;
        readonly least?: number;
        readonly most?: number;
      }
    | { readonly type: 'yes-no'; readonly default?: boolean }
    | { readonly type: 'choice'; readonly choices: readonly ElicitationChoice[]; readonly default?: string }
    | {
        readonly type: 'choices';
        readonly choices: readonly ElicitationChoice[];
        readonly default?: readonly string[];
        readonly least?: number;
        readonly most?: number;
      }
  );

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

interface FieldName {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
}

export interface ElicitationChoice {
  readonly value: string;
  readonly title: string;
}

/** `message`: text of the server; show the server's name with it. */
export type Elicitation =
  | { readonly mode: 'form'; readonly message: string; readonly fields: readonly ElicitationField[] }
  | { readonly mode: 'url'; readonly message: string; readonly url: string };

export type ElicitationValue = string | number | boolean | readonly string[];

/** `decline`: no. `cancel`: no answer. */
export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, ElicitationValue>> }
  | { readonly action: 'decline' | 'cancel' };

/** Asks the user; called again only after the answer. Absent: nobody can be asked, and the elicitation is declined. */
export type AskElicitation = (
  server: string,
  elicitation: Elicitation,
  signal: AbortSignal,
) => Promise<ElicitationAnswer>;

const mostFields = 20;
const mostChoices = 100;
const longestText = 2_000;
const longestName = 200;

/** Undefined: it cannot be shown to the user. */
export function readElicitation(params: unknown): Elicitation | undefined {
  if (!isJsonObject(params)) return undefined;
  const message = shown(params['message'], longestText);
  if (params['mode'] === 'url') {
    const url = URL.parse(typeof params['url'] === 'string' ? params['url'] : '');
    return url !== null && /^https?:$/.test(url.protocol) ? { mode: 'url', message, url: url.href } : undefined;
  }
  const schema = params['requestedSchema'];
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(schema) || !isJsonObject(properties) || Object.keys(properties).length > mostFields)
    return undefined;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(properties).map(([name, field]) => readField(name, field, required.includes(name)));
  return fields.every((field) => field !== undefined) ? { mode: 'form', message, fields } : undefined;
}

function readField(name: string, field: unknown, isRequired: boolean): ElicitationField | undefined {
  if (!isJsonObject(field) || name.length > longestName) return undefined;
  const { title, description, default: initial, type } = field;
  const named = {
    name,
    title: shown(title ?? name, longestName),
    description: shown(description, longestText),
    isRequired,
  };
  const choices = choicesOf(field);
  if (choices !== undefined) {
    const isOne = choices.some(({ value }) => value === initial);
    return { ...named, type: 'choice', choices, ...(isOne ? { default: String(initial) } : {}) };
  }
  if (type === 'string') return textField(named, field);
  if (type === 'number' || type === 'integer') return numberField(named, field);
  if (type === 'boolean')
    return { ...named, type: 'yes-no', ...(typeof initial === 'boolean' ? { default: initial } : {}) };
  return type === 'array' ? choicesField(named, field) : undefined;
}

type Raw = Readonly<Record<string, unknown>>;

function textField(named: FieldName, { default: initial, minLength, maxLength, format }: Raw): ElicitationField {
  return {
    ...named,
    type: 'text',
    ...(typeof initial === 'string' ? { default: initial.slice(0, longestText) } : {}),
    ...limit('minLength', minLength),
    ...limit('maxLength', maxLength),
    ...(isFormat(format) ? { format } : {}),
  };
}

function numberField(named: FieldName, { type, default: initial, minimum, maximum }: Raw): ElicitationField {
  return {
    ...named,
    type: 'number',
    isWhole: type === 'integer',
    ...(typeof initial === 'number' ? { default: initial } : {}),
    ...limit('least', minimum),
    ...limit('most', maximum),
  };
}

function choicesField(
  named: FieldName,
  { items, default: initial, minItems, maxItems }: Raw,
): ElicitationField | undefined {
  const choices = isJsonObject(items) ? choicesOf(items) : undefined;
  if (choices === undefined) return undefined;
  const chosen = Array.isArray(initial)
    ? choices.map(({ value }) => value).filter((value) => initial.includes(value))
    : [];
  return {
    ...named,
    type: 'choices',
    choices,
    ...(chosen.length === 0 ? {} : { default: chosen }),
    ...limit('least', minItems),
    ...limit('most', maxItems),
  };
}

/** `enum`, with or without `enumNames`, or `oneOf`/`anyOf` of constants with titles. */
function choicesOf(field: Readonly<Record<string, unknown>>): readonly ElicitationChoice[] | undefined {
  const { enum: values, enumNames: names, oneOf, anyOf } = field;
  const listed = Array.isArray(values)
    ? values.map((value: unknown, at) => [value, Array.isArray(names) ? names[at] : value])
    : [oneOf, anyOf]
        .find(Array.isArray)
        ?.map((each: unknown) => (isJsonObject(each) ? [each['const'], each['title']] : []));
  if (listed === undefined || listed.length === 0 || listed.length > mostChoices) return undefined;
  const choices = listed.flatMap(([value, title]): readonly ElicitationChoice[] =>
    typeof value === 'string' ? [{ value, title: shown(title ?? value, longestName) }] : [],
  );
  return choices.length === listed.length ? choices : undefined;
}

function limit<K extends string>(key: K, value: unknown): { readonly [P in K]?: number } {
  return (typeof value === 'number' && Number.isFinite(value) ? { [key]: value } : {}) as {
    readonly [P in K]?: number;
  };
}

function isFormat(format: unknown): format is TextFormat {
  return ['email', 'uri', 'date', 'date-time'].includes(String(format));
}

function shown(text: unknown, longest: number): string {
  return (typeof text === 'string' ? text : '')
    .toWellFormed()
    .replaceAll(/(?!\n)\p{C}/gu, ' ')
    .slice(0, longest)
    .trim();
}
