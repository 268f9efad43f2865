/** Limits, sampling and streaming: fields that one model takes and the next refuses. */
import type { Rule } from '../../../rule.ts';
import { bodyThinks } from './reasoning.ts';

export const limitRules: readonly Rule[] = [
  {
    id: 'OAC-014',
    level: 'error',
    scope: 'message',
    text: 'Newer models take max_completion_tokens in place of max_tokens.',
    fix: 'Use max_completion_tokens.',
    find: ({ body, traits }) =>
      traits.maxTokensField === 'max_completion_tokens' && body['max_tokens'] !== undefined
        ? [{ path: 'max_tokens', message: 'is not taken' }]
        : [],
  },
  {
    id: 'AZR-002',
    level: 'error',
    scope: 'message',
    text: 'Many servers know only max_tokens.',
    fix: 'Use max_tokens.',
    find: ({ body, traits }) =>
      traits.maxTokensField === 'max_tokens' && body['max_completion_tokens'] !== undefined
        ? [{ path: 'max_completion_tokens', message: 'is not taken' }]
        : [],
  },
  {
    id: 'KIM-011',
    level: 'error',
    scope: 'message',
    text: 'Some models take no temperature and no top_p.',
    fix: 'Leave them out.',
    find: ({ body, traits }) =>
      ['temperature', 'top_p']
        .filter((field) => traits.sampling === 'none' && body[field] !== undefined)
        .map((field) => ({ path: field, message: 'is fixed' })),
  },
  {
    id: 'OAC-015',
    level: 'error',
    scope: 'message',
    text: 'While a model thinks, its temperature is 1 and its top_p is not set.',
    fix: 'Leave them out.',
    find: (view) =>
      ['temperature', 'top_p']
        .filter((field) => view.body[field] !== undefined && view.body[field] !== 1)
        .filter(() => view.traits.sampling === 'without-thinking' && bodyThinks(view))
        .map((field) => ({ path: field, message: 'is fixed while thinking' })),
  },
  {
    id: 'MIS-017',
    level: 'error',
    scope: 'message',
    text: 'Mistral refuses stream_options; it counts tokens without being asked.',
    fix: 'Leave it out.',
    find: ({ body, traits }) =>
      traits.toolIds === 'mistral' && body['stream_options'] !== undefined
        ? [{ path: 'stream_options', message: 'is an unknown field' }]
        : [],
  },
];
