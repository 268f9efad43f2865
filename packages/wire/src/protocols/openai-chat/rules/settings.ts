/** Rules for the fields of a request that one server knows and another refuses. */
import { asText } from '../../../json/json.ts';
import { allowedTools, freeFormTools, longUser, openaiServers, unknownFields } from '../../../rules/openai.ts';
import { type Finding, type Rule, where } from '../../../rules/rule.ts';

/** Mistral's, all of them: it refuses any other. */
const ofMistral: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'temperature', 'top_p', 'max_tokens', 'stream', 'stop', 'random_seed', 'metadata', 'n'],
  ...['response_format', 'tools', 'tool_choice', 'presence_penalty', 'frequency_penalty', 'prediction'],
  ...['parallel_tool_calls', 'reasoning_effort', 'prompt_mode', 'guardrails', 'prompt_cache_key', 'service_tier'],
  ...['safe_prompt', 'continue_final_message'],
]);

/** Fields that other servers have, and Groq is known to refuse. */
const notOfGroq: readonly string[] = [
  ...['top_k', 'min_p', 'repetition_penalty', 'random_seed', 'safe_prompt', 'verbosity'],
  ...['logit_bias', 'logprobs', 'top_logprobs'],
];

const penalties: readonly string[] = ['presence_penalty', 'frequency_penalty'];

export const settingRules: readonly Rule[] = [
  unknownFields,
  longUser,
  {
    id: 'OAC-035',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'Only GPT-5 and later have another verbosity than medium.',
    fix: 'Omit it.',
    find: ({ body, traits }) =>
      traits.furtherSettings.includes('verbosity') || ['', 'medium'].includes(asText(body['verbosity']))
        ? []
        : [{ path: 'verbosity', message: 'is not accepted by this model' }],
  },
  freeFormTools,
  allowedTools,
  {
    id: 'MIS-017',
    level: 'error',
    refusedBy: ['mistral'],
    scope: 'message',
    fields: 'refused',
    text: 'Mistral refuses fields it does not know.',
    fix: 'Omit the field.',
    find: where(
      ({ traits }) => traits.checkedBy === 'mistral',
      ({ body }) =>
        Object.keys(body)
          .filter((name) => !ofMistral.has(name))
          .map(unknown),
    ),
  },
  {
    id: 'GRQ-006',
    level: 'error',
    refusedBy: ['groq'],
    scope: 'message',
    fields: 'refused',
    text: 'Groq refuses settings that it does not support.',
    fix: 'Omit the field.',
    find: where(
      ({ traits }) => traits.checkedBy === 'groq',
      ({ body }) => notOfGroq.filter((name) => (body[name] ?? null) !== null).map(unknown),
    ),
  },
  {
    id: 'XAI-006',
    level: 'error',
    refusedBy: ['xai'],
    scope: 'message',
    fields: 'refused',
    text: "xAI's models accept no penalties.",
    fix: 'Omit them.',
    find: where(
      ({ traits }) => traits.checkedBy === 'xai',
      ({ body }) => penalties.filter((name) => (body[name] ?? null) !== null).map(unknown),
    ),
  },
];

function unknown(path: string): Finding {
  return { path, message: 'is an unknown field' };
}
