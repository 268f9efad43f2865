/** Reads the traits that a caller overrides. Every trait is checked: an encoder would write nonsense for an unknown word. */
import type { JsonValue } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import {
  count,
  type Form,
  type Forms,
  flag,
  listOf,
  object,
  objectOf,
  oneOf,
  readFields,
  text,
} from '../json/forms.ts';
import { asNumber, asObject, asText } from '../json/json.ts';
import { type TraitForm, traitList, wordLists } from './trait-list.ts';
import type { MediaSupport, ThinkingTraits, TraitOverrides } from './traits.ts';

export function readTraits(traits: TraitOverrides): TraitOverrides {
  const { media, thinking, ...rest } = readPart<TraitOverrides>(traits, forms, '');
  return {
    ...rest,
    ...(media === undefined ? {} : { media: readPart(media, mediaForms, 'media.') }),
    ...(thinking === undefined ? {} : { thinking: readPart(thinking, thinkingForms, 'thinking.') }),
  };
}

function readPart<T extends object>(input: unknown, parts: Forms<T>, before: string): Partial<T> {
  const read = readFields<T>(input, parts, (name, why) => {
    throw new ConfigError(
      'invalid-target',
      `The trait \`${before}${name}\` is invalid: ${why}.`,
      'Correct it, or omit it.',
    );
  });
  return read ?? {};
}

/** Room for a stem, `_` and a hash. */
const shortestName = traitList.toolNames.fields.max.least;

/** Names are changed with `_` and a hash, so these must be allowed. */
const nameRule: Form = {
  fits: (value) => {
    const { first, rest, max } = asObject(value) ?? {};
    if (!Number.isSafeInteger(max) || Number(max) < shortestName) return false;
    const begins = classOf(first);
    const goesOn = classOf(rest);
    // A changed name ends with `_` and a hash, and starts with `_` or, where that may not be the first, with `tool_`.
    const added = begins?.test('_') ? '_0123456789abcdef' : '_0123456789abcdefol';
    return (begins?.test('_') || begins?.test('t')) === true && [...added].every((sign) => goesOn?.test(sign));
  },
  what: `{ first, rest, max }: classes like [a-z0-9_] that allow _ (and in rest 0-9, a-f), at least ${shortestName} characters`,
};

/** One character class and nothing else: any other pattern could take forever. */
function classOf(input: JsonValue | undefined): RegExp | undefined {
  const pattern = asText(input);
  if (!/^\[(?:[^\]\\]|\\[^\n])+\]$/.test(pattern)) return undefined;
  try {
    return new RegExp(`^${pattern}$`);
  } catch {
    return undefined;
  }
}

const amount: Form = { fits: (value) => (asNumber(value) ?? -1) >= 0, what: 'a number, zero or more' };

const simple: Readonly<Record<'flag' | 'text' | 'name' | 'count' | 'amount', Form>> = {
  flag,
  text,
  name: text,
  count,
  amount,
};

function formOf(form: TraitForm): Form {
  if ('oneOf' in form) return oneOf(...form.oneOf);
  if ('listOf' in form) return listOf(oneOf(...wordLists[form.listOf]));
  if ('is' in form) return simple[form.is];
  const needed = Object.keys(form.fields).filter((name) => form.fields[name]?.optional !== true);
  return objectOf(formsOf(form.fields), 'a price', needed);
}

function formsOf<Name extends string>(list: { readonly [It in Name]: TraitForm }): { readonly [It in Name]: Form } {
  const entries = Object.entries<TraitForm>(list).map(([name, form]) => [name, formOf(form)]);
  return Object.fromEntries(entries);
}

// These are read field by field, and a fault names the field.
const forms: Forms<TraitOverrides> = { ...formsOf(traitList), toolNames: nameRule, media: object, thinking: object };
const mediaForms: Forms<MediaSupport> = formsOf(traitList.media.fields);
const thinkingForms: Forms<ThinkingTraits> = formsOf(traitList.thinking.fields);
