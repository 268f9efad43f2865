/** All simulators at once: each answers, uses a tool, and is found by name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { share } from '../../../test/property/runs.ts';
import { createApi, apiNames as names, type SimulatorSet, startAll } from '../src/index.ts';
import { ask } from './ask.ts';
import { answerText } from './event-stream.ts';

let set: SimulatorSet;
beforeAll(async () => {
  set = await startAll();
});
afterAll(() => set.close());

test('names', () => {
  expect(names).toEqual([
    ...['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'mistral', 'moonshot', 'deepseek'],
    ...['groq', 'xai', 'qwen', 'glm', 'glm-messages', 'openrouter', 'vllm', 'ollama'],
    ...['azure-chat', 'azure-responses', 'vertex-gemini', 'vertex-claude', 'bedrock-claude', 'bedrock-converse'],
  ]);
  expect(set.all.map(({ name }) => name)).toEqual(names);
  expect(names.map((name) => createApi(name).name)).toEqual(names);
});

test.each(names)('%s: no rule is listed twice', (name) => {
  const ids = createApi(name).rules.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each(names.flatMap((name) => [true, false].map((stream) => [name, stream] as const)))(
  '%s: the smallest request, stream %s',
  async (name, stream) => {
    const simulator = set.of(name);
    const response = await ask(simulator, { stream, text: 'Good morning' });
    const text = await answerText(response);
    expect([response.status, simulator.log.at(-1)]).toEqual([
      200,
      expect.objectContaining({ verdict: 'accepted', account: 'main', rules: [], warnings: [], status: 200 }),
    ]);
    expect(text).toContain(stream ? 'You' : 'You said: Good morning');
  },
);

test.each(names)('%s: the model calls the offered tool', async (name) => {
  const simulator = set.of(name);
  const response = await ask(simulator, { tools: true, text: 'Read a.json' });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('read_file');
  expect(text).toContain('a.json');
  expect(simulator.log.at(-1)?.seen?.tools).toEqual([
    expect.objectContaining({ name: 'read_file', description: 'Reads a file.' }),
  ]);
});

/** As text, because JSON.stringify cannot write values this deep. */
const nested = (levels: number): string => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);

test.each(names.map((name, at) => [name, at] as const))(
  '%s: a deeply nested body is not an internal error',
  async (name, at) => {
    const simulator = set.of(name);
    const all = ['x', 'messages', 'contents', 'input', 'tools', 'system', 'metadata', 'thinking', 'response_format'];
    // Each API tests other fields; the long form tests all.
    for (const levels of [990, 100_000]) {
      for (const field of share(all, 3, at)) {
        const response = await ask(simulator, {
          tools: true,
          raw: (text) => text.replace(/}$/, `,"${field}":${nested(levels)}}`),
        });
        expect([field, levels, response.status < 500]).toEqual([field, levels, true]);
        await response.text();
      }
    }
    expect(simulator.log.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  },
);

test('one that was not started', async () => {
  const pair = await startAll({ names: ['gemini', 'mistral'] });
  expect(() => pair.of('ollama')).toThrow("The simulator 'ollama' was not started. Started: gemini, mistral.");
  await pair.close();
});

test('uses consecutive ports; if one is in use none is started', async () => {
  const port = Number(new URL(set.of('ollama').url).port);
  await expect(startAll({ names: ['anthropic', 'openai-chat'], port: port - 1 })).rejects.toThrow('EADDRINUSE');
  const told: string[] = [];
  const pair = await startPair(told);
  const ports = pair.all.map(({ url }) => Number(new URL(url).port));
  expect(ports[1]).toBe((ports[0] ?? 0) + 1);
  expect(pair.all.map(({ key }) => key)).toEqual(['k-anthropic', 'k-openai-chat']);
  await (await ask(pair.of('openai-chat'))).text();
  expect(told).toEqual(['openai-chat accepted']);
  await pair.close();
  await expect(ask(pair.of('openai-chat'))).rejects.toThrow();
});

/** Two consecutive free ports: the first attempt may find one in use. */
async function startPair(told: string[], port = 42_000): Promise<SimulatorSet> {
  try {
    return await startAll({
      names: ['anthropic', 'openai-chat'],
      port,
      keysOf: (name) => ({ [`k-${name}`]: 'main' }),
      onRequest: ({ verdict }, name) => void told.push(`${name} ${verdict}`),
    });
  } catch (error) {
    if (port > 42_100) throw error;
    return startPair(told, port + 2);
  }
}
