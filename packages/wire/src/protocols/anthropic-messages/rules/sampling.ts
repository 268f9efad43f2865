/** Rules for what may be combined with thinking, by model: a forced tool choice, temperature and similar settings. */
import type { JsonObject } from '@interlock/transcript';
import { asNumber, asObject, asText } from '../../../json/json.ts';
import type { Rule } from '../../../rules/rule.ts';

export const samplingRules: readonly Rule[] = [
  {
    id: 'ANT-077',
    level: 'error',
    scope: 'message',
    text: 'A temperature is between 0 and 1.',
    fix: 'Use the nearest value in the range.',
    find: ({ body }) => {
      const temperature = asNumber(body['temperature']) ?? 0;
      const isInRange = temperature >= 0 && temperature <= 1;
      return isInRange ? [] : [{ path: 'temperature', message: 'It is not between 0 and 1.' }];
    },
  },
  {
    id: 'ANT-045',
    level: 'error',
    scope: 'message',
    text: 'With a thinking budget no tool can be forced.',
    fix: 'Use the tool choice auto, or no thinking.',
    find: ({ body }) =>
      isForced(body) && thinkingType(body) === 'enabled'
        ? [{ path: 'tool_choice', message: 'A tool is forced while the model thinks.' }]
        : [],
  },
  {
    id: 'ANT-046',
    level: 'error',
    scope: 'message',
    text: 'Some models do not allow a forced tool at all.',
    fix: 'Use the tool choice auto.',
    find: ({ body, traits }) =>
      isForced(body) && traits.forcedToolChoice === 'no'
        ? [{ path: 'tool_choice', message: 'The model does not accept a forced choice.' }]
        : [],
  },
  {
    id: 'ANT-049',
    level: 'error',
    scope: 'message',
    text: 'While a model thinks its temperature is 1, and top_k is not set.',
    fix: 'Omit them.',
    find: ({ body, traits }) => {
      const thinks = ['enabled', 'adaptive'].includes(thinkingType(body)) && traits.sampling !== 'any';
      const temperature = asNumber(body['temperature']) ?? 1;
      return [
        ...(thinks && temperature !== 1
          ? [{ path: 'temperature', message: 'It is not 1 while the model thinks.' }]
          : []),
        ...(thinks && asNumber(body['top_k']) !== undefined
          ? [{ path: 'top_k', message: 'It is set while the model thinks.' }]
          : []),
      ];
    },
  },
  {
    id: 'ANT-081',
    level: 'error',
    refusedBy: ['anthropic'],
    scope: 'message',
    text: 'The id of a user does not look like an email address or a phone number.',
    fix: 'Use a random id, or omit it.',
    find: ({ body }) => {
      const id = asText(asObject(body['metadata'])?.['user_id']);
      const isPersonal = id.includes('@') || /^[\s\d().+-]{7,}$/.test(id);
      return isPersonal ? [{ path: 'metadata.user_id', message: 'It is not an opaque id.' }] : [];
    },
  },
  {
    id: 'ANT-050',
    level: 'error',
    scope: 'message',
    text: 'Temperature and top_p cannot be combined on some models; newer ones accept neither.',
    fix: 'Omit what the model does not accept.',
    find: ({ body, traits }) => {
      const set = ['temperature', 'top_p', 'top_k'].filter((field) => typeof body[field] === 'number');
      if (traits.sampling === 'none') return set.map((path) => ({ path, message: 'The model does not accept it.' }));
      const both = set.includes('temperature') && set.includes('top_p');
      return both && traits.sampling === 'one'
        ? [{ path: 'top_p', message: 'It is set together with temperature.' }]
        : [];
    },
  },
];

function thinkingType(body: JsonObject): string {
  return asText(asObject(body['thinking'])?.['type']);
}

function isForced(body: JsonObject): boolean {
  return ['any', 'tool'].includes(asText(asObject(body['tool_choice'])?.['type']));
}
