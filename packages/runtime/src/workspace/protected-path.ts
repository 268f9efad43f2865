/**
 * What tools never write although it is in the workspace: `.git`, because git runs its hooks and configuration, and `.interlock`,
 * because it contains the rules. To allow it, list the folder in `alsoAllowed`.
 */
import { relative, sep } from 'node:path';
import { FileProblem } from './file-problem.ts';
import type { Location } from './resolve-path.ts';
import { showPath } from './show-path.ts';

const reasons: Readonly<Record<string, string>> = {
  '.git': 'Git runs what is written there. Use git commands instead',
  '.interlock': 'It holds the configuration that says what is allowed. Ask the user to change it',
};

export function assertWritable(location: Location): void {
  for (const part of relative(location.root, location.path).split(sep)) {
    const name = plainName(part);
    const reason = reasons[name];
    if (reason === undefined || !Object.hasOwn(reasons, name)) continue;
    throw new FileProblem(`${showPath(location.name)} is not written: it belongs to ${name}. ${reason}.`);
  }
}

/** The short names that Windows assigns: the first letters and a number, or two letters and a hash if there are many similar names. */
const shortNames: readonly (readonly [RegExp, string])[] = [
  [/^(git|gi[\da-f]{4}|g[\da-f]{4})~\d{1,4}$/, '.git'],
  [/^(interl|inter|inte|int|in[\da-f]{4}|i[\da-f]{4})~\d{1,4}$/, '.interlock'],
];

/** The name as seen by file systems that ignore case, trailing dots and invisible characters. */
function plainName(part: string): string {
  const name = part
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/(:.*|[. ]+)$/, '');
  return shortNames.find(([form]) => form.test(name))?.[1] ?? name;
}
