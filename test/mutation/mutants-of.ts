/** Every small change that could be a mistake in a source file: another operator, a condition that always or never holds, an empty list. */
import { parseAst } from 'vite';

export interface SourceMutant {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const otherOperators: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '+': '-', '-': '+', '*': '/', '/': '*' },
  ...{ '&&': '||', '||': '&&', '??': '&&' },
};

export function mutantsOf(source: string): readonly SourceMutant[] {
  const found: SourceMutant[] = [];
  walk(parseAst(source, { lang: 'ts' }), (node) => found.push(...mutantsAt(node, source)));
  return found;
}

function mutantsAt(node: Node, source: string): readonly SourceMutant[] {
  const { start, end } = node;
  const whole = (replacement: string): SourceMutant => ({ start, end, replacement });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [node['left'], node['right']].map((one) =>
        isNode(one) ? source.slice(one.start, one.end) : '',
      );
      const operator = otherOperators[String(node['operator'])];
      return operator === undefined ? [] : [whole(`((${left}) ${operator} (${right}))`)];
    }
    case 'UnaryExpression': {
      const inner = node['argument'];
      return node['operator'] === '!' && isNode(inner) ? [whole(source.slice(inner.start, inner.end))] : [];
    }
    case 'IfStatement':
    case 'WhileStatement':
    case 'ConditionalExpression': {
      const test = node['test'];
      if (!isNode(test)) return [];
      const always = node.type === 'WhileStatement' ? [] : ['true'];
      return [...always, 'false'].map((replacement) => ({ start: test.start, end: test.end, replacement }));
    }
    case 'Literal':
      return typeof node['value'] === 'boolean' ? [whole(String(!node['value']))] : [];
    case 'ExpressionStatement':
      return [whole(';')];
    case 'ArrayExpression':
      return Array.isArray(node['elements']) && node['elements'].length > 0 ? [whole('([] as never[])')] : [];
    default:
      return [];
  }
}

/** Types are erased, so nothing in them can be a mistake at run time. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  if (!isNode(value) || value.type.startsWith('TSType') || value.type === 'TSInterfaceDeclaration') return;
  visit(value);
  for (const part of Object.values(value)) walk(part, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
