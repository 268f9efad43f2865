/** Finds the modules that a file imports, in every syntax of the language, and checks each import. */
import { posix } from 'node:path';
import { type Finding, findingAt, type Node, type Source, walk } from './source.ts';

export interface Import {
  readonly specifier: string;
  readonly node: Node;
}

/** Cached, because many rules need the imports of the same file. */
const known = new WeakMap<Source, Import[]>();

/** Type imports count: a file that needs another's types depends on it. */
export function importsOf(source: Source): Import[] {
  const found = known.get(source) ?? findImports(source);
  known.set(source, found);
  return found;
}

function findImports(source: Source): Import[] {
  const imports: Import[] = [];
  walk(source.program, (node) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) imports.push({ specifier, node });
    return true;
  });
  return imports;
}

function specifierOf(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      return node.source.value;
    case 'ExportNamedDeclaration':
      return node.source?.value;
    case 'ImportExpression':
      return literal(node.source);
    case 'TSExternalModuleReference':
      return literal(node.expression);
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'require'
        ? literal(node.arguments[0])
        : undefined;
    default:
      return undefined;
  }
}

function literal(node: Node | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

/** The file that a relative import refers to. Imports include the extension (`verbatimModuleSyntax`). */
export function resolveRelative(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

/** `@noble/hashes/sha2.js` → `@noble/hashes`. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Relative imports that leave `folder`: other packages are imported by name. */
export function findEscapes(source: Source, folder: string, allowed?: RegExp): Finding[] {
  const leaves = (file: string): boolean => !file.startsWith(`${folder}/`) && allowed?.test(file) !== true;
  return importsOf(source)
    .filter(({ specifier }) => isRelative(specifier) && leaves(resolveRelative(source.file, specifier)))
    .map(({ specifier, node }) => findingAt(source, node, `'${specifier}' leaves ${folder}`));
}

/** Imports such as `@interlock/transcript/src/…`: only exported paths may be imported. `exported`: `@interlock/wire/rules` and similar. */
export function findDeepImports(source: Source, exported: readonly string[] = []): Finding[] {
  return importsOf(source)
    .filter(({ specifier }) => specifier.startsWith('@interlock/') && specifier !== packageNameOf(specifier))
    .filter(({ specifier }) => !exported.includes(specifier))
    .map(({ specifier, node }) => findingAt(source, node, `'${specifier}' reaches into a package`));
}

/** Imports that are neither a file, nor a declared dependency, nor a `node:` module. */
export function findUndeclared(source: Source, declared: readonly string[]): Finding[] {
  return (
    importsOf(source)
      .filter(({ specifier }) => !isRelative(specifier) && !specifier.startsWith('node:'))
      // `#undici` is undici in Node and another module in a browser (`imports` of the package).
      .filter(({ specifier }) => !declared.includes(packageNameOf(specifier.replace(/^#/, ''))))
      .map(({ specifier, node }) => findingAt(source, node, `'${specifier}' is not in dependencies`))
  );
}
