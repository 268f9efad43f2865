/**
 * Which requirements a test file proves. A requirement counts if its id is in the title of a test, a group or a row of a table, together
 * with words that say what is shown, and if that test asserts something about a computed value. An id in a comment, an empty test or an
 * assertion on constants does not count.
 */
import { type Node, type Source, walk } from '../architecture/source.ts';

const id = /REQ-915-\d{3}/g;

export function provenIn(source: Source): readonly string[] {
  return [...new Set(assertedTitles(source).flatMap(idsIn))].sort();
}

/** The titles of all tests, groups and table rows that assert something about a computed value. */
export function assertedTitles(source: Source): readonly string[] {
  const found: string[] = [];
  const functions = functionsOf(source);
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || !isTestCall(node.callee)) return true;
    const [title, ...rest] = node.arguments;
    if (title === undefined || !rest.some((body) => asserts(body, functions))) return true;
    found.push(textOf(title), ...(usesRowName(textOf(title)) ? rowNames(source) : []));
    return true;
  });
  return found;
}

/** `test(…)`, `describe(…)`, `test.each(…)(…)`; never `.skip`, `.todo` or `.only`. */
function isTestCall(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'describe';
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return false;
  const { object, property } = callee.callee;
  return isTestCall(object) && property.type === 'Identifier' && property.name === 'each';
}

/**
 * An `expect(…)` of something that is not a literal, followed by a matcher; a property run by fast-check; or a function of the file that
 * contains one of these, or an imported function called `expect…`.
 */
function asserts(body: Node, functions: ReadonlyMap<string, Node>, seen: ReadonlySet<string> = new Set()): boolean {
  let found = false;
  walk(body, (node) => {
    if (node.type === 'CallExpression') found ||= isExpectation(node) || isProperty(node);
    if (node.type === 'Identifier' && !seen.has(node.name)) {
      const named = functions.get(node.name);
      found ||= named === undefined ? false : asserts(named, functions, new Set([...seen, node.name]));
    }
    return !found;
  });
  return found;
}

function functionsOf({ program }: Source): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  walk(program, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id !== null && node.body !== null)
      found.set(node.id.name, node.body);
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      node.init?.type === 'ArrowFunctionExpression'
    )
      found.set(node.id.name, node.init.body);
    return true;
  });
  return found;
}

function isExpectation(node: Extract<Node, { type: 'CallExpression' }>): boolean {
  if (node.callee.type === 'Identifier') return isNamedExpectation(node.callee.name, node.arguments[0]);
  if (node.callee.type !== 'MemberExpression') return false;
  let subject: Node = node.callee.object;
  while (subject.type === 'MemberExpression') subject = subject.object;
  if (subject.type !== 'CallExpression' || subject.callee.type !== 'Identifier') return false;
  return subject.callee.name === 'expect' && subject.arguments[0]?.type !== 'Literal';
}

function isNamedExpectation(name: string, first: Node | undefined): boolean {
  return /^expect[A-Z]/.test(name) && first !== undefined && first.type !== 'Literal';
}

function isProperty(node: Extract<Node, { type: 'CallExpression' }>): boolean {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return callee.object.type === 'Identifier' && callee.object.name === 'fc' && callee.property.name === 'assert';
}

function usesRowName(title: string): boolean {
  return title.includes('$name') || title.includes('$title') || title.includes('%s');
}

function rowNames(source: Source): readonly string[] {
  const names: string[] = [];
  walk(source.program, (node) => {
    if (node.type !== 'Property' || node.key.type !== 'Identifier') return true;
    if (node.key.name === 'name' || node.key.name === 'title') names.push(textOf(node.value));
    return true;
  });
  return names;
}

function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join(' ') : '';
}

function idsIn(title: string): readonly string[] {
  const says = title.replaceAll(id, '').trim().length > 10;
  return says ? (title.match(id) ?? []) : [];
}
