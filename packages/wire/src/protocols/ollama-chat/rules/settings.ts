/** Rules for everything except the messages. */
import type { JsonValue } from '@interlock/transcript';
import { asArray } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';

export const settingRules: readonly Rule[] = [
  {
    id: 'OLL-001',
    level: 'error',
    scope: 'request',
    text: '`stream` is true or false; when it is absent the answer is a stream of JSON lines.',
    fix: 'Set `stream` to true or false.',
    find: ({ body }) => {
      const stream = body['stream'];
      const sound = stream === undefined || stream === null || typeof stream === 'boolean';
      return sound ? [] : [{ path: 'stream', message: 'It is neither true nor false.' }];
    },
  },
  {
    id: 'OLL-005',
    level: 'error',
    scope: 'request',
    text: 'Tools are refused for a model that does not support them.',
    fix: 'Omit `tools` and describe them in the system text.',
    find: ({ body, traits }) =>
      traits.tools === 'prompt' && asArray(body['tools']).length > 0
        ? [{ path: 'tools', message: 'The model does not support tools.' }]
        : [],
  },
  {
    id: 'OLL-006',
    level: 'error',
    scope: 'request',
    text: '`think` is a boolean or an effort, and is refused for a model that cannot think.',
    fix: 'Leave `think` out.',
    find: findThink,
  },
  {
    id: 'OLL-007',
    level: 'loss',
    scope: 'request',
    text: 'History that does not fit the window is silently cut unless `truncate` and `shift` are false.',
    fix: 'Set `truncate` and `shift` to false.',
    find: ({ body }) =>
      ['truncate', 'shift']
        .filter((field) => body[field] !== false)
        .map((field) => ({ path: field, message: 'It is not false.' })),
  },
  {
    id: 'OLL-009',
    level: 'loss',
    scope: 'request',
    text: 'A response format keeps the model from calling tools.',
    fix: 'Omit `format` or `tools`.',
    find: ({ body }) =>
      isSet(body['format']) && asArray(body['tools']).length > 0
        ? [{ path: 'format', message: 'It is next to tools.' }]
        : [],
  },
];

const efforts: readonly JsonValue[] = ['low', 'medium', 'high', 'max'];

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The server may relax `true`, but not an effort. */
function findThink({ body, traits }: BodyView): readonly Finding[] {
  const think = body['think'];
  if (think === undefined || think === null || typeof think === 'boolean') return [];
  if (!efforts.includes(think)) return [{ path: 'think', message: 'It is neither a boolean nor an effort.' }];
  return traits.thinking.control === 'none' ? [{ path: 'think', message: 'The model does not support thinking.' }] : [];
}
