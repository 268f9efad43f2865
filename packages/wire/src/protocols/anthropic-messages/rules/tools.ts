/** Rules for declared tools. */
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { messageAt, none, pathOf, readBody } from './read-body.ts';

export const toolRules: readonly Rule[] = [
  {
    id: 'ANT-011',
    level: 'error',
    scope: 'message',
    text: 'A `tool_reference` in a result names one of the tools.',
    fix: 'Omit the reference, or declare the tool.',
    find: findLostReferences,
  },
  {
    id: 'ANT-060',
    level: 'error',
    scope: 'message',
    text: 'A history with calls or results needs declared tools (also BDR-001).',
    fix: 'Declare the tools that the history names.',
    find: findUndeclared,
  },
  {
    id: 'ANT-061',
    level: 'error',
    scope: 'message',
    text: 'The names of tools are made of letters, digits, `_` and `-`, and are not too long.',
    fix: 'Map other names onto this alphabet, one to one.',
    find: findInvalidNames,
  },
  {
    id: 'ANT-062',
    level: 'error',
    scope: 'message',
    text: 'The names of tools are unique.',
    fix: 'Rename or omit one of them.',
    find: findRepeatedNames,
  },
  {
    id: 'ANT-063',
    level: 'error',
    scope: 'message',
    text: 'The schema of a tool is an object with a type.',
    fix: 'Set the type to object.',
    find: (view) =>
      view
        .once(readBody)
        .tools.filter(({ block, type }) => isCustom(type) && asText(asObject(block['input_schema'])?.['type']) === '')
        .map((tool) => ({ path: `${pathOf(tool)}.input_schema.type`, message: 'It is missing.' })),
  },
  {
    id: 'ANT-064',
    level: 'error',
    scope: 'message',
    text: 'Not all tools are deferred.',
    fix: 'Load at least one tool from the start.',
    find: (view) => {
      const tools = view.once(readBody).tools;
      const isAll = tools.length > 0 && tools.every(({ block }) => block['defer_loading'] === true);
      return isAll ? [{ path: 'tools', message: 'All tools are deferred.' }] : [];
    },
  },
];

function isCustom(type: string): boolean {
  return type === '' || type === 'custom';
}

/** Searches the whole list, but only if no tool is declared, and stops at the first call. */
/** Names are only known if every tool has one; the messages may add some. */
function findLostReferences(view: BodyView): readonly Finding[] {
  const { byType, tools } = view.once(readBody);
  const references = byType.get('tool_reference') ?? none;
  if (references.length === 0 || tools.some(({ block }) => asText(block['name']) === '') || addsTools(view))
    return none;
  const names = new Set(tools.map(({ block }) => block['name']));
  return references
    .filter(({ block }) => !names.has(asText(block['tool_name'])))
    .map((reference) => ({ path: pathOf(reference), message: 'There is no tool of this name.' }));
}

function addsTools({ list }: BodyView): boolean {
  return list.some((message) =>
    asArray(asObject(message)?.['content']).some((block) => asObject(block)?.['type'] === 'tool_addition'),
  );
}

function findUndeclared(view: BodyView): readonly Finding[] {
  if (!view.traits.needsDeclaredTools || view.once(readBody).tools.length > 0) return [];
  for (let at = 0; at < view.list.length; at += 1) {
    const named = messageAt(view, at)?.blocks.find(({ type }) => type === 'tool_use' || type === 'tool_result');
    if (named !== undefined) return [{ path: 'tools', message: `No tools are declared, but see ${pathOf(named)}` }];
  }
  return [];
}

function findInvalidNames(view: BodyView): readonly Finding[] {
  const { first, rest, max } = view.traits.toolNames;
  const pattern = new RegExp(`^${first}${rest}{0,${max - 1}}$`);
  const found: Finding[] = [];
  for (const tool of view.once(readBody).tools) {
    if (isCustom(tool.type) && !pattern.test(asText(tool.block['name']))) {
      found.push({ path: `${pathOf(tool)}.name`, message: 'The name is not allowed.' });
    }
  }
  // A history calls few tools often.
  const valid = new Set(['']);
  for (const call of view.once(readBody).byType.get('tool_use') ?? none) {
    const name = asText(call.block['name']);
    if (valid.has(name)) continue;
    if (pattern.test(name)) valid.add(name);
    else found.push({ path: pathOf(call), message: 'The name is not allowed.' });
  }
  return found;
}

function findRepeatedNames(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  const seen = new Set<string>();
  for (const tool of view.once(readBody).tools) {
    const name = asText(tool.block['name']);
    if (seen.has(name)) found.push({ path: `${pathOf(tool)}.name`, message: `The name appears twice: ${name}` });
    seen.add(name);
  }
  return found;
}
