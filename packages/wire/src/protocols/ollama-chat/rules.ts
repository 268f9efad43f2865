/** What Ollama checks in a body, and what it silently loses. It shares nothing with the encoders it judges. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import { findUnpaired } from './rule-pairing.ts';

export const rules: readonly Rule[] = [
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
    id: 'OLL-002',
    level: 'error',
    scope: 'message',
    text: 'The arguments of a call are an object, not its JSON text.',
    fix: 'Parse the arguments before they are sent.',
    find: (view) =>
      messages(view).flatMap(({ message, path }) =>
        asArray(message['tool_calls']).flatMap((call, at): readonly Finding[] => {
          const place = `${path}.tool_calls.${at}.function`;
          const tool = asObject(asObject(call)?.['function']);
          if (tool === undefined) return [{ path: place, message: 'The call has no function.' }];
          if (asObject(tool['arguments']) !== undefined) return [];
          return [{ path: `${place}.arguments`, message: 'They are no object.' }];
        }),
      ),
  },
  {
    id: 'OLL-003',
    level: 'error',
    scope: 'message',
    text: 'A message is an object whose content is a string; pictures are base64 strings in `images`.',
    fix: 'Join the text parts, and put the bytes of pictures, without a data URL, into `images`.',
    find: (view) => [
      ...view.list
        .slice(view.from)
        .flatMap((entry, at): readonly Finding[] =>
          asObject(entry) === undefined ? [{ path: `messages.${view.from + at}`, message: 'It is no object.' }] : [],
        ),
      ...messages(view).flatMap(({ message, path }) => [...findContent(message, path), ...findImages(message, path)]),
    ],
  },
  {
    id: 'OLL-004',
    level: 'loss',
    scope: 'message',
    text: 'A result names its tool and follows the call it answers; the server checks neither.',
    fix: 'Put one `tool` message with `tool_name` for each call, in order, right after the calls.',
    find: findUnpaired,
  },
  {
    id: 'OLL-005',
    level: 'error',
    scope: 'request',
    text: 'Tools are refused for a model that has none.',
    fix: 'Leave `tools` out and describe them in the system text.',
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
    text: 'History that does not fit the window is cut without a word unless `truncate` and `shift` are false.',
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
    fix: 'Leave out `format` or `tools`.',
    find: ({ body }) =>
      isSet(body['format']) && asArray(body['tools']).length > 0
        ? [{ path: 'format', message: 'It stands beside tools.' }]
        : [],
  },
  {
    id: 'OLL-012',
    level: 'loss',
    scope: 'message',
    text: 'A role is system, user, assistant or tool, in any case; templates pass over any other.',
    fix: 'Use one of the four roles.',
    find: (view) =>
      messages(view).flatMap(({ message, path }): readonly Finding[] =>
        roles.includes(asText(message['role']).toLowerCase())
          ? []
          : [{ path: `${path}.role`, message: 'The role is unknown.' }],
      ),
  },
];

const roles: readonly string[] = ['system', 'user', 'assistant', 'tool'];
const efforts: readonly JsonValue[] = ['low', 'medium', 'high', 'max'];

interface Placed {
  readonly message: JsonObject;
  readonly path: string;
}

function messages({ list, from }: BodyView): readonly Placed[] {
  return list.slice(from).flatMap((entry, at): readonly Placed[] => {
    const message = asObject(entry);
    return message === undefined ? [] : [{ message, path: `messages.${from + at}` }];
  });
}

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

function findContent(message: JsonObject, path: string): readonly Finding[] {
  const content = message['content'];
  if (content === undefined || content === null || typeof content === 'string') return [];
  return [{ path: `${path}.content`, message: 'It is no string.' }];
}

function findImages(message: JsonObject, path: string): readonly Finding[] {
  return asArray(message['images']).flatMap((image, at): readonly Finding[] =>
    typeof image === 'string' && image.length % 4 === 0 && base64.test(image)
      ? []
      : [{ path: `${path}.images.${at}`, message: 'It is no base64 string.' }],
  );
}

const base64: RegExp = /^[A-Za-z0-9+/]*={0,2}$/;

/** `true` may be relaxed by the server, an effort never is. */
function findThink({ body, traits }: BodyView): readonly Finding[] {
  const think = body['think'];
  if (think === undefined || think === null || typeof think === 'boolean') return [];
  if (!efforts.includes(think)) return [{ path: 'think', message: 'It is neither a boolean nor an effort.' }];
  return traits.thinking.control === 'none' ? [{ path: 'think', message: 'The model does not support thinking.' }] : [];
}
