/** Something wrong with a configuration: where, and what to do. */
import { plainText } from '../print/plain-text.ts';

/** Keys and places in lists, from the outside in. */
export type ConfigPath = readonly (string | number)[];

export interface Problem {
  readonly path: ConfigPath;
  /** What is wrong and how to fix it, without the path. */
  readonly text: string;
}

/** `routes.cheap.targets[0]`, as people write it. */
export function pathText(path: ConfigPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = /^[\w$:-]{1,64}$/.test(part) ? part : plainText(JSON.stringify(part)).slice(0, 66);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
