/**
 * Names of files and npm scripts that do not exist: paths in code style (`render/render.ts`, which may leave out leading folders; one-letter
 * names like `src/a.ts` are examples), and `npm run …` anywhere.
 */
export interface NamedThings {
  /** Every file of the repository, relative to its root. */
  readonly files: readonly string[];
  readonly scripts: readonly string[];
}

export function missingNames(text: string, { files, scripts }: NamedThings): readonly string[] {
  const paths = [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/[\w.@-]{2,}\.tsx?)`/g)].map(([, path = '']) => path);
  const runs = [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*\w)/g)].map(([, script = '']) => script);
  return [
    ...paths.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`))),
    ...runs.filter((script) => !scripts.includes(script)).map((script) => `npm run ${script}`),
  ];
}
