/** Random settings for a request, including those that most targets refuse: these have to be translated or left out. */
import type { Settings } from '@interlock/wire';

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };

const values: { readonly [K in keyof Settings]-?: readonly NonNullable<Settings[K]>[] } = {
  maxOutputTokens: [1, 100, 4000, 10_000_000],
  temperature: [0, 0.3, 1, 1.7],
  topP: [0.1, 0.9, 1],
  topK: [0, 1, 40, 1000],
  minP: [0, 0.05],
  seed: [0, 7, -3, 2 ** 40],
  frequencyPenalty: [0, 0.5, -2],
  presencePenalty: [0, 0.5, 2],
  repetitionPenalty: [1, 1.1],
  stop: [['END'], ['a', 'b', 'c', 'd', 'e', 'f'], []],
  toolChoice: ['auto', 'none', 'required', { tool: 'search' }, { tool: 'not offered' }],
  allowedTools: [['search'], ['search', 'not offered'], ['not offered'], []],
  parallelToolCalls: [true, false],
  reasoning: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', { tokens: 100 }, { tokens: 900_000 }],
  responseFormat: ['text', 'json', { name: 'answer', schema }],
  stream: [true, false],
  verbosity: ['low', 'medium', 'high'],
  serviceTier: ['standard', 'flex', 'priority'],
  user: ['a1b2c3d4', 'someone@example.com', '+1 555 0100', 'x'.repeat(200)],
  cache: [false, {}, { key: 'session' }],
  logprobs: [0, 3, 40],
  webSearch: [true, false],
};

export function anySettings(random: () => number): Settings {
  const chosen = Object.entries(values).flatMap(([name, choices]) => {
    const asked = random() < 0.3;
    const choice = choices[Math.floor(random() * choices.length)];
    return asked ? [[name, choice] as const] : [];
  });
  return Object.fromEntries(chosen);
}
