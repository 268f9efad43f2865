/**
 * Finds state that lives as long as its module. In a pure package two calls with the same input must give the same answer, two sessions in
 * one process must not affect each other, and vitest may share a worker between files.
 */
import { type Declarations, isReadonlyType } from './readonly-types.ts';
import { type Finding, findingAt, isFunction, type Node, type Source, walk } from './source.ts';

const noDeclarations: Declarations = new Map();

/** `declarations`: the types of the whole tree, used to recognize readonly interfaces by name. */
export function findModuleState(source: Source, declarations: Declarations = noDeclarations): Finding[] {
  const isReadonly = (type: Node): boolean => isReadonlyType(type, declarations);
  const findings: Finding[] = [];
  const found = (node: Node, problem: string): void => void findings.push(findingAt(source, node, problem));

  const check = (value: Node | null, annotation: Node | undefined): void => {
    if (value === null || (annotation !== undefined && isReadonly(annotation))) return;
    for (const node of mutablesMade(value, false, isReadonly)) found(node, 'mutable and not declared readonly');
  };

  for (const statement of source.program.body) {
    const node = declarationOf(statement);
    if (node === undefined) found(statement, 'runs when the module is loaded');
    if (node?.type !== 'VariableDeclaration' || node.declare) continue;
    if (node.kind !== 'const') found(node, `top-level ${node.kind}`);
    for (const { id, init } of node.declarations) check(init, id.typeAnnotation?.typeAnnotation);
  }
  walk(source.program, (node) => {
    if (node.type === 'StaticBlock') found(node, 'static block');
    if ((node.type === 'PropertyDefinition' || node.type === 'AccessorProperty') && node.static) {
      if (!node.readonly) found(node, 'static field without readonly');
      check(node.value, node.typeAnnotation?.typeAnnotation);
    }
    return true;
  });
  walk(source.program, (node) => {
    const problem = hiddenState(node);
    if (problem !== undefined) found(node, problem);
    return !isFunction(node);
  });
  return findings;
}

/** The declaration in a top-level statement; undefined if the statement does something else. */
function declarationOf(statement: Node): Node | undefined {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration ?? statement;
    case 'ExpressionStatement':
      return statement.directive || isCallOf(statement.expression, 'Object', /^freeze$/) ? statement : undefined;
    case 'VariableDeclaration':
    case 'EmptyStatement':
      return statement;
    default:
      return /^(Import|Export|TS)|(Function|Class)Declaration$/.test(statement.type) ? statement : undefined;
  }
}

/** Values that have observable state, whatever type they are declared with. */
function hiddenState(node: Node): string | undefined {
  if (node.type === 'Literal' && 'regex' in node && /[gy]/.test(node.regex.flags)) return 'lastIndex is state (/g, /y)';
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier') {
    if (/^Weak(Map|Set|Ref)$/.test(node.callee.name)) return `new ${node.callee.name}`;
    if (node.callee.name === 'RegExp' && node.arguments.length > 1) return 'RegExp with flags: use a literal';
  }
  if (node.type === 'CallExpression' && isFunction(bare(node.callee))) return 'a closure may keep state';
  return undefined;
}

/** New mutable objects among the possible values of an expression. `frozen`: array and object literals do not count. */
function mutablesMade(value: Node, frozen: boolean, isReadonly: (type: Node) => boolean): Node[] {
  const within = (part: Node, inFrozen = frozen): Node[] => mutablesMade(part, inFrozen, isReadonly);
  switch (value.type) {
    case 'TSAsExpression':
      if (isConst(value.typeAnnotation)) return within(value.expression, true);
      return isReadonly(value.typeAnnotation) ? [] : within(value.expression);
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return within(value.expression);
    case 'ConditionalExpression':
      return [...within(value.consequent), ...within(value.alternate)];
    case 'LogicalExpression':
      return [...within(value.left), ...within(value.right)];
    case 'ArrayExpression':
      return frozen ? value.elements.flatMap((element) => (element ? within(element) : [])) : [value];
    case 'ObjectExpression':
      return frozen
        ? value.properties.flatMap((part) => (part.type === 'Property' ? within(part.value) : []))
        : [value];
    case 'NewExpression':
      return isStateless(value.callee) ? [] : [value];
    case 'CallExpression':
      if (isCallOf(value, 'Object', /^freeze$/)) return value.arguments.flatMap((argument) => within(argument, true));
      return makesContainer(value) ? [value] : [];
    default:
      return [];
  }
}

function isConst(type: Node): boolean {
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';
}

function isStateless(callee: Node): boolean {
  return callee.type === 'Identifier' && /^(RegExp|TextEncoder|TextDecoder)$/.test(callee.name);
}

/** Calls that create arrays or objects: `names.map(…)`, `Object.entries(…)`, `Array(3)`. */
function makesContainer(call: Node): boolean {
  const arrayMethods = /^(map|filter|flatMap|flat|slice|concat|split|toSorted|toReversed|toSpliced|with)$/;
  return (
    isCallOf(call, 'Object', /^(assign|create|entries|fromEntries|groupBy|keys|values)$/) ||
    isCallOf(call, 'Array', /^(from|of)$/) ||
    isCallOf(call, undefined, arrayMethods) ||
    (call.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'Array')
  );
}

function isCallOf(node: Node, object: string | undefined, methods: RegExp): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object: owner, property } = node.callee;
  if (object !== undefined && !(owner.type === 'Identifier' && owner.name === object)) return false;
  return property.type === 'Identifier' && methods.test(property.name);
}

function bare(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? bare(node.expression) : node;
}
