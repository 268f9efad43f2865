/** File and folder names: kebab-case, and none of the words that hide what a thing is. */

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

/** `path` is a file's, below the folder whose names are ours to choose. */
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
