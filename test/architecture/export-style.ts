/** Exports must be named one by one, so that a search finds them and nothing is exported by accident. */
import { type Finding, findingAt, type Source } from './source.ts';

export function findUnnamedExports(source: Source): Finding[] {
  return source.program.body.flatMap((node) => {
    if (node.type === 'ExportAllDeclaration') return [findingAt(source, node, 'export *')];
    if (node.type === 'ExportDefaultDeclaration') return [findingAt(source, node, 'default export')];
    if (node.type !== 'ExportNamedDeclaration') return [];
    return node.specifiers
      .filter(({ exported }) => (exported.type === 'Identifier' ? exported.name : exported.value) === 'default')
      .map((specifier) => findingAt(source, specifier, 'default export'));
  });
}
