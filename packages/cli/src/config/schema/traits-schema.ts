/** Facts about a model that override ours: the traits of `@interlock/wire`, all optional. */
import { type TraitForm, type TraitForms, type TraitOverrides, traitList, wordLists } from '@interlock/wire';
import { type TSchema, type TUnsafe, Type } from 'typebox';
import { closed, wholeNumber } from './forms.ts';

/** These may be overridden in part; all others only as a whole. */
const overlaid: readonly string[] = ['media', 'thinking'];

export const traitsSchema: TUnsafe<TraitOverrides> = Type.Unsafe<TraitOverrides>(
  closed(anyOf(traitList), 'Traits that override the built-in ones.'),
);

function anyOf(forms: TraitForms): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, Type.Optional(schemaOf(name, form))]));
}

function schemaOf(name: string, form: TraitForm): TSchema {
  const description = form.about === undefined ? {} : { description: form.about };
  if ('oneOf' in form) return Type.Enum([...form.oneOf], description);
  if ('listOf' in form) return Type.Array(Type.Enum<string[]>([...wordLists[form.listOf]]), description);
  if ('fields' in form) return closed(overlaid.includes(name) ? anyOf(form.fields) : allOf(form.fields), form.about);
  switch (form.is) {
    case 'flag':
      return Type.Boolean(description);
    case 'text':
      return Type.String(description);
    case 'name':
      return Type.String({ minLength: 1, ...description });
    case 'amount':
      return Type.Number({ minimum: 0, ...description });
    case 'count':
      return wholeNumber(form.about ?? '', form.least ?? 1);
  }
}

function allOf(forms: TraitForms): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => {
      const schema = schemaOf(name, form);
      return [name, form.optional === true ? Type.Optional(schema) : schema];
    }),
  );
}
