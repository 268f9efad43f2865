/** What would let the machine decide a test: a temporary folder with a plain name, an environment that is handed on as it is. */
import { type Finding, findingAt, type Node, type Source, walk } from './source.ts';

const ownFolders = /^(mkdtemp|mkdtempSync|mkdtempDisposable|mkdtempDisposableSync|tmpdir)$/;

export function findMachineUses(source: Source): Finding[] {
  const findings: Finding[] = [];
  walk(source.program, (node, parent) => {
    if (node.type === 'Identifier' && ownFolders.test(node.name))
      findings.push(findingAt(source, node, `${node.name}: use temporaryFolder`));
    if (isEnvironment(node) && !(parent?.type === 'MemberExpression' && parent.object === node) && !isNames(parent))
      findings.push(findingAt(source, node, 'process.env as a whole: use chosenEnvironment'));
    return true;
  });
  return findings;
}

function isEnvironment(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'process' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'env'
  );
}

/** `const { PATH } = process.env` takes single variables. */
function isNames(parent: Node | undefined): boolean {
  return (
    parent?.type === 'VariableDeclarator' &&
    parent.id.type === 'ObjectPattern' &&
    parent.id.properties.every(({ type }) => type === 'Property')
  );
}
