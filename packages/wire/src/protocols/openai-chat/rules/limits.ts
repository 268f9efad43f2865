/** Rules for limits, sampling and streaming: fields that one model accepts and the next refuses. */
import type { JsonValue } from '@interlock/transcript';
import { asText } from '../../../json/json.ts';
import { openaiServers, temperatureRange } from '../../../rules/openai.ts';
import type { BodyView, Rule, RuleLevel } from '../../../rules/rule.ts';
import { bodyThinks } from './reasoning.ts';

export const limitRules: readonly Rule[] = [
  temperatureRange,
  {
    id: 'OAC-029',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'Models that think accept no stop sequences.',
    fix: 'Omit stop.',
    find: ({ body, traits }) => {
      if (traits.stop || !isSet(body['stop'])) return [];
      const finding = { path: 'stop', message: 'is not accepted' };
      return [traits.sampling === 'none' ? finding : { ...finding, level: 'warning' }];
    },
  },
  {
    id: 'OAC-032',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'Only models that search accept web_search_options.',
    fix: 'Omit it, or use a model that searches.',
    find: ({ body }) =>
      isSet(body['web_search_options']) && !/search/.test(asText(body['model']))
        ? [{ path: 'web_search_options', message: 'is not accepted by this model' }]
        : [],
  },
  {
    id: 'OAC-014',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'Newer models accept max_completion_tokens instead of max_tokens.',
    fix: 'Use max_completion_tokens.',
    find: ({ body, traits }) => {
      if (traits.maxTokensField !== 'max_completion_tokens' || !isSet(body['max_tokens'])) return [];
      const finding = { path: 'max_tokens', message: 'is not accepted' };
      // Models that do not think still accept it.
      return [
        traits.thinking.control === 'none' && !traits.thinking.byDefault ? { ...finding, level: 'warning' } : finding,
      ];
    },
  },
  {
    id: 'AZR-002',
    level: 'error',
    refusedBy: ['mistral'],
    scope: 'message',
    text: 'Many servers support only max_tokens.',
    fix: 'Use max_tokens.',
    find: ({ body, traits }) =>
      traits.maxTokensField === 'max_tokens' && isSet(body['max_completion_tokens'])
        ? [{ path: 'max_completion_tokens', message: 'is not accepted' }]
        : [],
  },
  {
    id: 'KIM-011',
    level: 'error',
    refusedBy: [...openaiServers, 'moonshot'],
    scope: 'message',
    text: 'Some models accept no temperature, no top_p and no penalties.',
    fix: 'Omit them.',
    find: ({ body, traits }) =>
      sampling
        .filter((field) => traits.sampling === 'none' && isSet(body[field]))
        // It is fixed to 1.
        .map((path) => ({ path, message: 'is fixed', ...(body[path] === 1 && { level: 'warning' }) })),
  },
  {
    id: 'OAC-015',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'While a model thinks, its temperature is 1, and neither top_p nor a penalty is set.',
    fix: 'Omit them.',
    find: (view) =>
      sampling
        .filter((field) => isSet(view.body[field]) && view.body[field] !== 1)
        .filter(() => view.traits.sampling === 'without-thinking' && bodyThinks(view))
        .map((path) => ({ path, message: 'is fixed while thinking', ...ignored(view) })),
  },
];

const sampling: readonly string[] = ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty'];

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

/** DSK-007: no error, and no effect. */
function ignored({ traits }: BodyView): { readonly level?: RuleLevel } {
  return traits.checkedBy === 'deepseek' ? { level: 'loss' } : {};
}
