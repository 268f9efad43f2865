/**
 * What would make a pure package depend on where and when it runs: clocks, randomness, the process, the network, the locale. The same
 * input must give the same bytes.
 */
import { importsOf } from './imports.ts';
import { type Finding, findingAt, isFunction, type Node, type Source, walk } from './source.ts';

/** These names are forbidden even as local variables: shadowing would hide a real use from this check. */
const forbiddenNames: readonly string[] = [
  ...['process', 'Buffer', 'require', 'globalThis', 'window', 'self', 'navigator', 'eval'],
  ...['console', 'performance', 'crypto', 'localStorage', 'sessionStorage', 'Intl'],
  ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame'],
];

/** Their result depends on the machine's language or time zone. */
const localMethods =
  /^(localeCompare|toLocale[A-Z]\w*|toDateString|toTimeString|getTimezoneOffset|get(FullYear|Month|Date|Day|Hours|Minutes))$/;

export function findImpurities(source: Source): Finding[] {
  const findings: Finding[] = [];
  const found = (node: Node, problem: string): void => void findings.push(findingAt(source, node, problem));

  for (const { specifier, node } of importsOf(source)) {
    if (specifier.startsWith('node:')) found(node, `'${specifier}'`);
  }
  walk(source.program, (node, parent) => {
    const problem = impurityOf(node, parent);
    if (problem !== undefined) found(node, problem);
    return true;
  });
  walk(source.program, (node) => {
    if (awaits(node)) found(node, 'await at top level');
    return !isFunction(node);
  });
  return findings;
}

function impurityOf(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'ImportExpression') return 'dynamic import';
  if (node.type === 'MetaProperty') return node.meta.name === 'import' ? 'import.meta' : undefined;
  if (node.type !== 'Identifier') return undefined;
  if (isMemberName(node, parent)) return localMethods.test(node.name) ? node.name : undefined;
  if (isKey(node, parent)) return undefined;
  if (node.name === 'Date') return isFixedDate(node, parent) ? undefined : 'Date as a clock';
  if (node.name === 'Math') return memberOf(node, parent, /^(?!random$)/) ? undefined : 'Math.random';
  return forbiddenNames.includes(node.name) ? node.name : undefined;
}

/** The `now` in `Date.now`: a name that belongs to the object before it. */
function isMemberName(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'TSQualifiedName') return parent.right === node;
  return parent?.type === 'MemberExpression' && parent.property === node && !parent.computed;
}

/** The name of a declared field or method, or the external name of an import or export. */
function isKey(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return false;
  if ('key' in parent && parent.key === node) return !('computed' in parent && parent.computed);
  if (parent.type === 'ImportSpecifier') return parent.imported === node;
  return parent.type === 'ExportSpecifier' && parent.exported === node;
}

/** Uses of `Date` that do not read the clock: a date from given numbers, parsing, the type, and `instanceof`. */
function isFixedDate(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'NewExpression') return parent.callee === node && parent.arguments.length > 0;
  if (parent?.type === 'BinaryExpression') return parent.operator === 'instanceof';
  return parent?.type === 'TSTypeReference' || memberOf(node, parent, /^(parse|UTC|prototype)$/);
}

function memberOf(node: Node, parent: Node | undefined, names: RegExp): boolean {
  if (parent?.type !== 'MemberExpression' || parent.object !== node || parent.computed) return false;
  return parent.property.type === 'Identifier' && names.test(parent.property.name);
}

function awaits(node: Node): boolean {
  if (node.type === 'ForOfStatement') return node.await;
  if (node.type === 'VariableDeclaration') return node.kind === 'await using';
  return node.type === 'AwaitExpression';
}
