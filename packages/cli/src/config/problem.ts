/** A problem in a configuration: where it is, and what to do. */
import { couldBeKey, holdsKey } from '@interlock/wire';
import { plainText } from '../print/plain-text.ts';

/** Keys and list indexes, outermost first. */
export type ConfigPath = readonly (string | number)[];

export interface Problem {
  readonly path: ConfigPath;
  /** What is wrong and how to fix it, without the path. */
  readonly text: string;
}

/** Where people put keys. */
const keyPlaces: ReadonlySet<string | number> = new Set(['credentials', 'profiles', 'headers', 'env', 'tokens']);

/** The path as text: `routes.cheap.targets[0]`. */
export function pathText(path: ConfigPath): string {
  return path.reduce<string>((text, part, at) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const isKey = holdsKey(part) || (path.slice(0, at).some((each) => keyPlaces.has(each)) && couldBeKey(part));
    const name = isKey ? '[key]' : /^[\w$:-]{1,64}$/.test(part) ? part : plainText(JSON.stringify(part)).slice(0, 66);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
