/** The models of the gateway as the official SDKs list them, and one of them by its name, which contains a slash. */
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Mistral } from '@mistralai/mistralai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstream, sayYes, type Upstream } from './open-upstream.ts';

const names = ['best', 'anthropic/claude-opus-4-8'] as const;
const [, model] = names;

let upstream: Upstream;
beforeAll(async () => {
  const target = { provider: 'anthropic', model: 'claude-opus-4-8' };
  const find = (name: string): typeof target | undefined => (names.some((each) => each === name) ? target : undefined);
  upstream = await openUpstream({ answer: sayYes, models: { find, list: () => [...names] } });
});
afterAll(() => upstream.close());

interface Listed {
  readonly list: readonly unknown[];
  readonly one: unknown;
}

async function all<T>(pages: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const each of pages) found.push(each);
  return found;
}

const sdks: readonly [name: string, ask: (url: string) => Promise<Listed>][] = [
  [
    'Anthropic',
    async (url) => {
      const { models } = new Anthropic({ baseURL: url, apiKey: 'x', maxRetries: 0 });
      const list = (await all(models.list())).map(({ id }) => id);
      return { list, one: (await models.retrieve(model)).id };
    },
  ],
  [
    'OpenAI',
    async (url) => {
      const { models } = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'x', maxRetries: 0 });
      const list = (await all(models.list())).map(({ id }) => id);
      return { list, one: (await models.retrieve(model)).id };
    },
  ],
  [
    'Google',
    async (url) => {
      const { models } = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: url } });
      const list = (await all(await models.list())).map(({ name }) => name?.replace('models/', ''));
      return { list, one: (await models.get({ model })).name?.replace('models/', '') };
    },
  ],
  [
    'Mistral',
    async (url) => {
      const { models } = new Mistral({ serverURL: url, apiKey: 'x' });
      const idOf = (each: object): unknown => Reflect.get(each, 'id');
      const { data = [] } = await models.list();
      return { list: data.map(idOf), one: idOf(await models.retrieve({ modelId: model })) };
    },
  ],
  [
    'Ollama',
    async (url) => {
      const ollama = new Ollama({ host: url });
      const { capabilities } = await ollama.show({ model });
      const list = (await ollama.list()).models.map(({ name }) => name);
      return { list, one: capabilities.includes('tools') ? model : undefined };
    },
  ],
];

test.each(sdks)('%s', async (_, ask) => {
  expect(await ask(upstream.gateway.url)).toEqual({ list: names, one: model });
});

test('Mistral’s clients are told what a model can do', async () => {
  const { data } = await new Mistral({ serverURL: upstream.gateway.url, apiKey: 'x' }).models.list();
  expect(data?.[0]).toMatchObject({
    type: 'base',
    maxContextLength: 1_000_000,
    capabilities: { completionChat: true, functionCalling: true, vision: true, reasoning: true, completionFim: false },
  });
});
