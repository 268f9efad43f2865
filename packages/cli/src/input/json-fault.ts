/** Kinds of JSON syntax errors, with advice. */

export type JsonFaultKind =
  | 'cut-off'
  | 'trailing-comma'
  | 'missing-comma'
  | 'missing-colon'
  | 'missing-key'
  | 'missing-value'
  | 'single-quotes'
  | 'comment'
  | 'python-word'
  | 'not-finite'
  | 'no-value'
  | 'raw-line-break'
  | 'raw-control'
  | 'bad-escape'
  | 'bad-number'
  | 'wrong-closer'
  | 'more-after-end';

export interface JsonFault {
  readonly kind: JsonFaultKind;
  /** Offset in the text, in UTF-16 units. */
  readonly at: number;
  /** Where the unclosed string, list or object starts. */
  readonly opened?: number;
}

/** What is wrong, and how to fix it. */
export const jsonFaultTexts: Readonly<Record<JsonFaultKind, readonly [what: string, fix: string]>> = {
  'cut-off': ['The text ends too early.', 'Get all of it, or close what is open.'],
  'trailing-comma': ['Nothing follows this comma.', 'Remove the comma.'],
  'missing-comma': ['A comma or a closing bracket is missing here.', 'Put a comma between the two values.'],
  'missing-colon': ['A colon is missing after the key.', 'Write every field as "key": value.'],
  'missing-key': ['A key is missing here.', 'Write every field as "key": value, the key in double quotes.'],
  'missing-value': ['A value is missing here.', 'Write the value, or null.'],
  'single-quotes': ['JSON does not allow single quotes.', 'Put keys and strings in double quotes.'],
  comment: ['JSON does not allow comments.', 'Remove the comment.'],
  'python-word': ['This is Python syntax, not JSON.', 'Write true, false or null; in Python, use json.dumps.'],
  'not-finite': ['JSON has no such value.', 'Write null, or leave the field out.'],
  'no-value': [
    'No JSON value begins like this.',
    'Write a string in double quotes, a number, a list, an object, true, false or null.',
  ],
  'raw-line-break': ['The line ends inside a string.', 'Close the string, or write the line break as \\n.'],
  'raw-control': [
    'There is a control character inside a string.',
    'Write it as an escape: a tab as \\t, others as \\u00XX.',
  ],
  'bad-escape': ['Invalid escape sequence.', 'Write a backslash as \\\\, any character as \\uXXXX.'],
  'bad-number': ['This is not a JSON number.', 'Write numbers like 0.5, -12 or 1e6.'],
  'wrong-closer': ['This closing bracket does not match the opening one.', 'Close lists with ] and objects with }.'],
  'more-after-end': ['There is more text after the value.', 'Keep one JSON value, or put one content on each line.'],
};
