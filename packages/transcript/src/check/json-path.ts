/**
 * The path of a problem in the input. A linked list instead of a string: up to a million entries are walked, and only the few
 * with a problem need their path as text.
 */

export interface JsonPath {
  readonly parent: JsonPath | undefined;
  readonly key: string | number;
}

export const ROOT: JsonPath = { parent: undefined, key: '$' };

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export function formatPath(path: JsonPath): string {
  let text = '';
  let step = path;
  while (step.parent !== undefined) {
    text = formatKey(step.key) + text;
    step = step.parent;
  }
  return `$${text}`;
}

function formatKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
