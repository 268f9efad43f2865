/** Rules about the list: roles, order, and contents that say something. */
import { asObject, asText } from '../../../json.ts';
import type { Rule } from '../../../rule.ts';
import { field, snakeCase } from '../field.ts';
import { contentAt, eachContent, eachPart, inParts } from './view.ts';

export const contentRules: readonly Rule[] = [
  {
    id: 'GEM-002',
    level: 'error',
    scope: 'message',
    text: 'A content with calls comes right after a user content or one with responses.',
    fix: 'Merge neighbouring model contents, and begin with a user content.',
    find: (view) =>
      eachContent(view, (seen, before) => {
        if (inParts(seen, 'functionCall').length === 0) return [];
        const role = before === undefined ? '' : asText(before.content['role']);
        if (before !== undefined && role !== 'model') return [];
        return [
          {
            path: seen.path,
            message: before === undefined ? 'A call comes first.' : 'A call follows a model content.',
          },
        ];
      }),
  },
  {
    id: 'GEM-004',
    level: 'error',
    scope: 'message',
    text: 'A request ends with a user content or with responses.',
    fix: 'Add a user content.',
    find: (view) => {
      if (view.traits.lastMessage !== 'user') return [];
      const last = contentAt(view, view.list.length - 1);
      if (last === undefined || asText(last.content['role']) !== 'model') return [];
      return [{ path: last.path, message: 'The request ends with the model.' }];
    },
  },
  {
    id: 'GEM-006',
    level: 'error',
    scope: 'message',
    text: 'A role is user or model, and is always there.',
    fix: 'Say user for people and tools, model for the model, and put system texts into systemInstruction.',
    find: (view) =>
      eachContent(view, ({ content, path }) => {
        const role = content['role'];
        if (role === 'user' || role === 'model') return [];
        return [
          { path: `${path}.role`, message: typeof role === 'string' ? `The role is ${role}.` : 'There is no role.' },
        ];
      }),
  },
  {
    id: 'GEM-007',
    level: 'error',
    scope: 'request',
    text: 'There is at least one content.',
    fix: 'Send a user content.',
    find: ({ list }) => (list.length === 0 ? [{ path: 'contents', message: 'There are no contents.' }] : []),
  },
  {
    id: 'GEM-008',
    level: 'error',
    scope: 'message',
    text: 'Every content is an object with a list of parts that are objects, at least one.',
    fix: 'Leave out contents that say nothing, then merge neighbours of one role.',
    find: (view) => {
      const found = eachContent(view, ({ parts, path }) => {
        if (parts.length === 0) return [{ path: `${path}.parts`, message: 'There are no parts.' }];
        return parts.flatMap((part, place) =>
          asObject(part) === undefined ? [{ path: `${path}.parts.${place}`, message: 'The part is no object.' }] : [],
        );
      });
      const strange = view.list.slice(view.from).flatMap((entry, at) => {
        const path = `contents.${view.from + at}`;
        return asObject(entry) === undefined ? [{ path, message: 'The content is no object.' }] : [];
      });
      return [...found, ...strange];
    },
  },
  {
    id: 'GEM-009',
    level: 'error',
    scope: 'message',
    text: 'A text is not empty, unless it carries a signature.',
    fix: 'Leave out empty texts.',
    find: (view) =>
      eachPart(view, (part) => {
        if (part['text'] !== '' || asText(field(part, 'thoughtSignature')) !== '') return undefined;
        return 'The text is empty.';
      }),
  },
  {
    id: 'GEM-037',
    level: 'loss',
    scope: 'message',
    text: 'Vertex reads only camelCase: a field of a part in snake_case is ignored there.',
    fix: 'Write camelCase.',
    find: (view) =>
      eachPart(view, (part) => {
        const name = Object.keys(part).find((key) => snakeNames.has(key));
        return name === undefined ? undefined : `The field is called ${name}.`;
      }),
  },
];

const snakeNames: ReadonlySet<string> = new Set(
  [
    'functionCall',
    'functionResponse',
    'inlineData',
    'fileData',
    'executableCode',
    'codeExecutionResult',
    'thoughtSignature',
    'toolCall',
    'toolResponse',
  ].map(snakeCase),
);
