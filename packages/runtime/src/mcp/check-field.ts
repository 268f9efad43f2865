/** Checks what a user typed for a field of a server's form: returns its value, or what is wrong with it. */
import type { ElicitationField, ElicitationValue, TextFormat } from './elicitation.ts';

export type CheckedField = { readonly value: ElicitationValue | undefined } | { readonly problem: string };

/** `value` undefined: omitted, which is allowed for optional fields. */
export function checkField(field: ElicitationField, typed: string): CheckedField {
  const text = typed.trim();
  if (text === '' && field.default !== undefined) return { value: field.default };
  if (text === '') return field.isRequired ? { problem: 'This is required.' } : { value: undefined };
  switch (field.type) {
    case 'text':
      return checkText(field, text);
    case 'number':
      return checkNumber(field, text);
    case 'yes-no':
      if (/^(?:y|yes|true)$/i.test(text)) return { value: true };
      return /^(?:n|no|false)$/i.test(text) ? { value: false } : { problem: 'Answer yes or no.' };
    case 'choice': {
      const value = choiceOf(field, text);
      return value === undefined ? { problem: `Choose one: ${titles(field)}.` } : { value };
    }
    case 'choices': {
      const parts = text.split(',').map((part) => choiceOf(field, part.trim()));
      const values = [...new Set(parts.filter((value) => value !== undefined))];
      const { least = 0, most = Number.POSITIVE_INFINITY } = field;
      if (values.length < parts.length) return { problem: `Choose, separated by commas: ${titles(field)}.` };
      if (values.length < least) return { problem: `Choose at least ${least}.` };
      return values.length > most ? { problem: `Choose at most ${most}.` } : { value: values };
    }
  }
}

function checkText(
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format }: Extract<ElicitationField, { type: 'text' }>,
  text: string,
): CheckedField {
  const length = [...text].length;
  if (length < minLength) return { problem: `At least ${minLength} characters.` };
  if (length > maxLength) return { problem: `At most ${maxLength} characters.` };
  return format !== undefined && !formats[format](text)
    ? { problem: `This must be ${formatNames[format]}.` }
    : { value: text };
}

function checkNumber(
  {
    isWhole,
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
  }: Extract<ElicitationField, { type: 'number' }>,
  text: string,
): CheckedField {
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: 'This must be a number.' };
  if (isWhole && !Number.isInteger(value)) return { problem: 'This must be a whole number.' };
  if (value < least) return { problem: `At least ${least}.` };
  return value > most ? { problem: `At most ${most}.` } : { value };
}

type ChoiceField = Extract<ElicitationField, { type: 'choice' | 'choices' }>;

/** Finds a choice by its number in the list, its value or its title. */
function choiceOf({ choices }: ChoiceField, text: string): string | undefined {
  const same = (name: string): boolean => name.toLowerCase() === text.toLowerCase();
  const named = choices.find(({ value, title }) => same(value) || same(title));
  return (named ?? (/^\d+$/.test(text) ? choices[Number(text) - 1] : undefined))?.value;
}

function titles({ choices }: ChoiceField): string {
  return choices.map(({ title }) => title).join(', ');
}

const formats: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text),
  'date-time': (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && isDate(text),
};

const formatNames: Readonly<Record<TextFormat, string>> = {
  email: 'an email address',
  uri: 'a URL (https://…)',
  date: 'a date (2026-11-16)',
  'date-time': 'a date and time (2026-11-16T09:00:00Z)',
};

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
