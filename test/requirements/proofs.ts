/**
 * Which requirements a test file proves. A requirement counts when its id stands in the title of a test, of a group of
 * tests or of a row of a table of tests, beside words that say what is shown, and that test asserts something about a
 * value it computed. An id in a comment, an empty test or an assertion on constants alone count for nothing.
 */
import { type Node, type Source, walk } from '../architecture/source.ts';

const id = /REQ-915-\d{3}/g;

export function provenIn(source: Source): readonly string[] {
  const proven = new Set<string>();
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || !isTestCall(node.callee)) return true;
    const [title, ...rest] = node.arguments;
    if (title === undefined || !rest.some(asserts)) return true;
    const titles = [textOf(title), ...(usesRowName(textOf(title)) ? rowNames(source) : [])];
    for (const words of titles) for (const found of idsIn(words)) proven.add(found);
    return true;
  });
  return [...proven].sort();
}

/** `test(…)`, `describe(…)`, `test.each(…)(…)`; never `.skip`, `.todo` or `.only`. */
function isTestCall(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'describe';
  if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return false;
  const { object, property } = callee.callee;
  return isTestCall(object) && property.type === 'Identifier' && property.name === 'each';
}

/** An `expect(…)` of something that is not a literal, followed by a matcher; or a property run by fast-check. */
function asserts(body: Node): boolean {
  let found = false;
  walk(body, (node) => {
    if (node.type === 'CallExpression') found ||= isExpectation(node) || isProperty(node);
    return !found;
  });
  return found;
}

function isExpectation(node: Extract<Node, { type: 'CallExpression' }>): boolean {
  if (node.callee.type !== 'MemberExpression') return false;
  let subject: Node = node.callee.object;
  while (subject.type === 'MemberExpression') subject = subject.object;
  if (subject.type !== 'CallExpression' || subject.callee.type !== 'Identifier') return false;
  return subject.callee.name === 'expect' && subject.arguments[0]?.type !== 'Literal';
}

function isProperty(node: Extract<Node, { type: 'CallExpression' }>): boolean {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return callee.object.type === 'Identifier' && callee.object.name === 'fc' && callee.property.name === 'assert';
}

function usesRowName(title: string): boolean {
  return title.includes('$name') || title.includes('%s');
}

function rowNames(source: Source): readonly string[] {
  const names: string[] = [];
  walk(source.program, (node) => {
    const named = node.type === 'Property' && node.key.type === 'Identifier' && node.key.name === 'name';
    if (named) names.push(textOf(node.value));
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
