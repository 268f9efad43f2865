/** Random settings for a request, including those that most targets refuse: these have to be translated or left out. */
import type { Settings } from '@interlock/wire';

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };

const values: { readonly [K in keyof Settings]-?: readonly NonNullable<Settings[K]>[] } = {
  maxOutputTokens: [1, 100, 4000, 10_000_000],
  temperature: [0, 0.3, 1, 1.7],
  topP: [0.1, 0.9, 1],
  stop: [['END'], ['a', 'b', 'c', 'd', 'e', 'f'], []],
  toolChoice: ['auto', 'none', 'required', { tool: 'search' }, { tool: 'not offered' }],
  parallelToolCalls: [true, false],
  reasoning: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', { tokens: 100 }, { tokens: 900_000 }],
  responseFormat: ['text', 'json', { name: 'answer', schema }],
  stream: [true, false],
  cache: [false, {}, { key: 'session' }],
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
