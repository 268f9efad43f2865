/** Looks through a value of any depth for text that is no Unicode, keys included. */
import type { JsonValue } from '@interlock/transcript';
import type { Finding } from '../../../rules/rule.ts';

interface Left {
  readonly value: JsonValue;
  readonly path: string;
}

/** With a list of what is left to look at, since a body may be nested deeper than the stack. */
export function findLoneSurrogates(root: JsonValue, path: string): readonly Finding[] {
  const found: Finding[] = [];
  const left: Left[] = [{ value: root, path }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path: place } = next;
    if (typeof value === 'string' && !value.isWellFormed()) found.push({ path: place, message: 'A lone surrogate.' });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!key.isWellFormed()) found.push({ path: place, message: 'A lone surrogate in a name.' });
      left.push({ value: child, path: place === '' ? key : `${place}.${key}` });
    }
  }
  return found;
}
