/**
 * A source file as the architecture rules see it: its syntax tree, from the parser that ships with vite (TypeScript 7 has no JavaScript
 * API). A rule is a function from a source to findings.
 */
import { type ESTree, parseSync } from 'vite';

export type Node = ESTree.Node;

export interface Source {
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly program: ESTree.Program;
}

export interface Finding {
  readonly line: number;
  readonly problem: string;
}

export function sourceOf(text: string, file = 'packages/sample/src/sample.ts'): Source {
  const { program, errors } = parseSync(file, text, { sourceType: 'module' });
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map((error) => error.message).join('; ')}`);
  return { file, text, program };
}

export function findingAt(source: Source, node: Node, problem: string): Finding {
  return { line: source.text.slice(0, node.start).split('\n').length, problem };
}

/** Visits `node` and everything below it; if `visit` returns false, the node's children are skipped. */
export function walk(node: Node, visit: (node: Node, parent?: Node) => boolean, parent?: Node): void {
  if (!visit(node, parent)) return;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, visit, node);
    } else if (isNode(value)) {
      walk(value, visit, node);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Code inside a function does not run while the module is loaded. */
export function isFunction(node: Node): boolean {
  return /^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression|TSDeclareFunction)$/.test(node.type);
}
