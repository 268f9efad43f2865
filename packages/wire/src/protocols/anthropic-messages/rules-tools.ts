/** The tools a request declares. */
import { asObject, asText } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import type { NameRule } from '../../traits.ts';
import { blocksOf, eachBlock, messageAt, toolsOf } from './rule-view.ts';

export const toolRules: readonly Rule[] = [
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
    fix: 'Project other names onto this alphabet, one to one.',
    find: (view) => [...findStrangeNames(view), ...findStrangeCallNames(view)],
  },
  {
    id: 'ANT-062',
    level: 'error',
    scope: 'message',
    text: 'The names of tools are unique.',
    fix: 'Rename or leave out one of them.',
    find: findRepeatedNames,
  },
  {
    id: 'ANT-063',
    level: 'error',
    scope: 'message',
    text: 'The schema of a tool is an object with a type.',
    fix: 'Set the type to object.',
    find: (view) =>
      toolsOf(view)
        .filter(({ block, type }) => isCustom(type) && asText(asObject(block['input_schema'])?.['type']) === '')
        .map(({ path }) => ({ path: `${path}.input_schema.type`, message: 'It is missing.' })),
  },
  {
    id: 'ANT-064',
    level: 'error',
    scope: 'message',
    text: 'Not all tools are left for later loading.',
    fix: 'Load at least one tool from the start.',
    find: (view) => {
      const tools = toolsOf(view);
      const isAll = tools.length > 0 && tools.every(({ block }) => block['defer_loading'] === true);
      return isAll ? [{ path: 'tools', message: 'All tools are deferred.' }] : [];
    },
  },
];

function isCustom(type: string): boolean {
  return type === '' || type === 'custom';
}

/** Looks through the whole list, but only if no tool is declared, and no further than the first call. */
function findUndeclared(view: BodyView): readonly Finding[] {
  if (!view.traits.needsDeclaredTools || toolsOf(view).length > 0) return [];
  for (let at = 0; at < view.list.length; at += 1) {
    const named = blocksOf(messageAt(view, at)).find(({ type }) => type === 'tool_use' || type === 'tool_result');
    if (named !== undefined) return [{ path: 'tools', message: `No tools are declared, but see ${named.path}` }];
  }
  return [];
}

function findStrangeNames(view: BodyView): readonly Finding[] {
  const pattern = patternOf(view.traits.toolNames);
  return toolsOf(view)
    .filter(({ block, type }) => isCustom(type) && !pattern.test(asText(block['name'])))
    .map(({ path }) => ({ path: `${path}.name`, message: 'The name is not allowed.' }));
}

function findStrangeCallNames(view: BodyView): readonly Finding[] {
  const pattern = patternOf(view.traits.toolNames);
  return eachBlock((block, type) => {
    const name = asText(block['name']);
    return type === 'tool_use' && name !== '' && !pattern.test(name) ? 'The name is not allowed.' : undefined;
  })(view);
}

function patternOf({ first, rest, max }: NameRule): RegExp {
  return new RegExp(`^${first}${rest}{0,${max - 1}}$`);
}

function findRepeatedNames(view: BodyView): readonly Finding[] {
  const seen = new Set<string>();
  return toolsOf(view).flatMap(({ block, path }): readonly Finding[] => {
    const name = asText(block['name']);
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ path: `${path}.name`, message: `The name is there twice: ${name}` }];
  });
}
