/** Which package may import which: the diagram of ARCHITECTURE.md as data, and the three places that must agree with it. */

export const scope = '@interlock/';

/** The packages that each package may import. Every folder under `packages/` must have a row. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  transcript: [],
  wire: ['transcript'],
  import: ['transcript', 'wire'],
  runtime: ['transcript', 'wire'],
  gateway: ['transcript', 'wire', 'runtime'],
  inspector: [], // a page: the command line serves it and shares its types
  cli: ['transcript', 'wire', 'import', 'runtime', 'gateway', 'inspector', 'simulators'],
  simulators: [], // the independent oracle: nothing of ours
};

/** One package as described by its manifest, its tsconfig and its sources. Names are folder names. */
export interface PackageFacts {
  readonly folder: string;
  readonly name: string;
  /** Our packages in `dependencies`, in tsconfig's `references`, and those imported in `src`. */
  readonly dependencies: readonly string[];
  readonly references: readonly string[];
  readonly imports: readonly string[];
}

export function findLayerBreaks(facts: PackageFacts, rows: typeof layers = layers): string[] {
  const { folder, name } = facts;
  const allowed = rows[folder];
  if (allowed === undefined) return [`packages/${folder} has no row in the layer table`];
  const places = ['dependencies', 'references', 'imports'] as const;
  return [
    ...(name === scope + folder ? [] : [`packages/${folder} is called ${name}`]),
    ...places.flatMap((place) =>
      difference(facts[place], allowed).map((other) => `${folder} must not know ${other} (${place})`),
    ),
    ...difference(facts.imports, facts.dependencies).map((other) => `${folder}/package.json lacks ${other}`),
    ...difference(facts.dependencies, facts.references).map((other) => `${folder}/tsconfig.json lacks ${other}`),
    ...difference(facts.references, facts.dependencies).map((other) => `${folder}/tsconfig.json has ${other} too many`),
  ];
}

/** Packages missing from a solution-level tsconfig: `tsc -b` would neither build nor check them. */
export function findUnreferenced(folders: readonly string[], references: readonly string[]): string[] {
  return difference(
    folders.map((folder) => `packages/${folder}`),
    references,
  );
}

function difference(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set(some)].filter((value) => !others.includes(value));
}
