/** A problem in a configuration: where it is, and what to do. */
import { plainText } from '../print/plain-text.ts';

/** Keys and list indexes, outermost first. */
export type ConfigPath = readonly (string | number)[];

export interface Problem {
  readonly path: ConfigPath;
  /** What is wrong and how to fix it, without the path. */
  readonly text: string;
}

/** The path as text: `routes.cheap.targets[0]`. */
export function pathText(path: ConfigPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = /^[\w$:-]{1,64}$/.test(part) ? part : plainText(JSON.stringify(part)).slice(0, 66);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
