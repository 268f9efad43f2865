/** File and folder names must be kebab-case and must not contain words that hide meaning. */

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const emptyWords: readonly string[] = [
  'core',
  'common',
  'shared',
  'util',
  'utils',
  'helper',
  'helpers',
  'manager',
  'service',
  'handler',
  'processor',
  'base',
];

/** `path`: of a file, relative to the folder whose names are checked. */
export function findNameProblems(path: string): string[] {
  return path
    .replace(/(\.test)?\.tsx?$/, '')
    .split('/')
    .flatMap((name) => [
      ...(kebabCase.test(name) ? [] : [`'${name}' is not kebab-case`]),
      ...name
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => emptyWords.includes(word))
        .map((word) => `'${name}' says '${word}'`),
    ]);
}
