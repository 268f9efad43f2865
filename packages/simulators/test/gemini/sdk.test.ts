/** Google’s own SDK talks to the simulator over HTTP. */
import { ApiError, type Content, type FunctionCall, GoogleGenAI, type Part } from '@google/genai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Model } from '../../src/api/model.ts';
import { gemini } from '../../src/gemini/index.ts';
import { type Simulator, startSimulator } from '../../src/server/server.ts';

const declaration = {
  name: 'read',
  description: 'reads a file',
  parametersJsonSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};
const tools = [{ functionDeclarations: [declaration] }];
const user: Content = { role: 'user', parts: [{ text: 'read them' }] };

/** Calls each offered tool once, then reports the results. */
const model: Model = (seen) => {
  const results = seen.turns.flatMap((turn) => turn.results);
  const think = { think: 'let me see …' };
  if (seen.tools.length > 0 && results.length === 0) {
    return {
      parts: [think, { say: 'I read.' }, { call: 'read', args: { path: 'a' } }, { call: 'read', args: { path: 'b' } }],
      stop: 'calls',
    };
  }
  return { parts: [think, { say: `Grüße 👋🏽: ${results.map(({ text }) => text).join(', ')}` }], stop: 'end' };
};

let simulator: Simulator;
let client: GoogleGenAI;
beforeAll(async () => {
  simulator = await startSimulator(gemini, { model, keys: { 'key-of-ada': 'ada', 'key-of-bob': 'bob' } });
  client = clientWith('key-of-ada');
});
afterAll(() => simulator.close());

function clientWith(apiKey: string): GoogleGenAI {
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl: simulator.url } });
}

const answers = (...texts: readonly string[]): Content => ({
  role: 'user',
  parts: texts.map((output) => ({ functionResponse: { name: 'read', response: { output } } })),
});

test('a whole answer, with its usage', async () => {
  const answer = await client.models.generateContent({
    model: 'gemini-2.5-flash',
    contents: 'hello there',
    config: { systemInstruction: 'be good', maxOutputTokens: 50 },
  });
  expect(answer.text).toBe('Grüße 👋🏽: ');
  expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
  expect(answer.usageMetadata).toEqual({
    promptTokenCount: 5,
    candidatesTokenCount: 3,
    thoughtsTokenCount: 3,
    totalTokenCount: 11,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }],
  });
  expect(simulator.log.at(-1)?.seen).toEqual({
    system: 'be good',
    tools: [],
    turns: [{ role: 'user', text: 'hello there', thinking: '', calls: [], results: [], media: [] }],
    toolChoice: 'auto',
    maxTokens: 50,
    thinks: true,
  });
});

test('GEM-010, GEM-012 calls without ids, the first one signed; they are accepted back with their results', async () => {
  for (const name of ['gemini-2.5-pro', 'gemini-3-pro-preview', 'gemini-3.7-flash', 'gemini-4-argon']) {
    const config = { tools, thinkingConfig: { includeThoughts: true } };
    const called = await client.models.generateContent({ model: name, contents: [user], config });
    const content = called.candidates?.[0]?.content;
    expect(content).toEqual({
      role: 'model',
      parts: [
        { text: 'let me see …', thought: true },
        { text: 'I read.' },
        { functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: expect.any(String) },
        { functionCall: { name: 'read', args: { path: 'b' } } },
      ],
    });
    const contents = [user, content ?? {}, answers('one', 'two')];
    const answer = await client.models.generateContent({ model: name, contents, config: { tools } });
    expect(answer.text).toBe('Grüße 👋🏽: one, two');
    expect(simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', warnings: [] });
    await expect(
      clientWith('key-of-bob').models.generateContent({ model: name, contents, config: { tools } }),
    ).rejects.toThrow(/hought signature/);
  }
});

test('a stream: thinking, text and calls in pieces, the same when assembled', async () => {
  const gathered = await gather('gemini-3.1-pro', [user]);
  expect(gathered.thinking).toBe('let me see …');
  expect(gathered.text).toBe('I read.');
  expect(gathered.calls).toEqual([
    { name: 'read', args: { path: 'a' } },
    { name: 'read', args: { path: 'b' } },
  ]);
  expect(gathered.chunks).toBeGreaterThan(6);
  expect(gathered.finish).toEqual(['STOP']);
});

test('GEM-012 the pieces of a stream are accepted back unchanged', async () => {
  const called = await gather('gemini-3.1-pro', [user]);
  const contents = [user, { role: 'model', parts: called.parts }, answers('one', 'two')];
  const said = await gather('gemini-3.1-pro', contents);
  expect(said.parts.at(-1)).toEqual({ text: '', thoughtSignature: expect.any(String) });
  const next: Content = { role: 'user', parts: [{ text: 'thanks' }] };
  const last = await gather('gemini-3.1-pro', [...contents, { role: 'model', parts: said.parts }, next]);
  expect(last.text).toContain('one, two');
  expect(simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', warnings: [] });
});

test('a conversation kept by the SDK', async () => {
  const chat = client.chats.create({ model: 'gemini-3.1-pro', config: { tools } });
  const first = await chat.sendMessage({ message: 'read them' });
  expect(first.functionCalls?.map(({ name }) => name)).toEqual(['read', 'read']);
  const last = await chat.sendMessage({ message: answers('one', 'two').parts ?? [] });
  expect(last.text).toBe('Grüße 👋🏽: one, two');
});

test('GEM-016 Claude through Google has ids and requires them back', async () => {
  const parameters = { type: 'OBJECT', properties: { path: { type: 'STRING' } } };
  const config = { tools: [{ functionDeclarations: [{ name: 'read', parameters }] }] } as never;
  const name = 'claude-via-google';
  const called = await client.models.generateContent({ model: name, contents: [user], config });
  const ids = called.functionCalls?.map(({ id }) => id ?? '') ?? [];
  expect(ids).toEqual([expect.stringMatching(/^toolu_vrtx_01\w{22}$/), expect.stringMatching(/^toolu_vrtx_01\w{22}$/)]);
  const content = called.candidates?.[0]?.content ?? {};
  const results = ids.map((id): Part => ({ functionResponse: { id, name: 'read', response: { output: id } } }));
  const asked = { model: name, config };
  const answer = await client.models.generateContent({
    ...asked,
    contents: [user, content, { role: 'user', parts: results }],
  });
  expect(answer.text).toBe(`Grüße 👋🏽: ${ids.join(', ')}`);
  await expect(
    client.models.generateContent({ ...asked, contents: [user, content, { role: 'user', parts: results.slice(1) }] }),
  ).rejects.toThrow('ids were found without `tool_result` blocks immediately after');
});

test('rejections are the SDK’s errors, on both endpoints', async () => {
  const contents = [user, { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] }, answers('one')];
  const asked = { model: 'gemini-3.8-pro', contents };
  const whole = await client.models.generateContent(asked).catch((error: unknown) => error);
  expect(whole).toBeInstanceOf(ApiError);
  expect(whole).toMatchObject({ status: 400, message: expect.stringContaining('missing a thought_signature') });
  const stream = await client.models.generateContentStream(asked).catch((error: unknown) => error);
  expect(stream).toBeInstanceOf(ApiError);
  expect(stream).toMatchObject({ status: 400, message: expect.stringMatching(/^\[\{"error"/) });
  const nobody = await clientWith('nobody')
    .models.generateContent({ ...asked, contents: 'hi' })
    .catch((error) => error);
  expect(nobody).toMatchObject({ status: 400, message: expect.stringContaining('API_KEY_INVALID') });
  const nowhere = await client.models.generateContent({ ...asked, model: 'gemini-9' }).catch((error) => error);
  expect(nowhere).toMatchObject({ status: 404 });
});

test('GEM-033 a rate limit, and an error inside a stream', async () => {
  const asked = { model: 'gemini-2.5-pro', contents: 'hi' };
  simulator.fault({ do: 'fail', with: { kind: 'rate-limit', retryAfterMs: 1500 } });
  const limited = await client.models.generateContent(asked).catch((error: unknown) => error);
  expect(limited).toMatchObject({ status: 429, message: expect.stringContaining('"retryDelay":"1.5s"') });
  simulator.fault({ do: 'fail-inside', with: { kind: 'overloaded' } });
  const stream = await client.models.generateContentStream(asked);
  const read = async (): Promise<void> => {
    for await (const _ of stream);
  };
  await expect(read()).rejects.toThrow('The model is overloaded. Please try again later.');
});

test('a call that is cut off is not a call', async () => {
  simulator.fault({ do: 'truncate-arguments' });
  const answer = await client.models.generateContent({ model: 'gemini-2.5-pro', contents: [user], config: { tools } });
  expect(answer.candidates?.[0]?.finishReason).toBe('MALFORMED_FUNCTION_CALL');
  expect(answer.functionCalls).toBeUndefined();
});

test('without alt=sse a stream is one JSON list', async () => {
  const response = await fetch(`${simulator.url}/v1beta/models/gemini-2.5-pro:streamGenerateContent?key=key-of-ada`, {
    method: 'POST',
    body: JSON.stringify({ contents: [user] }),
  });
  const chunks: readonly { readonly candidates: readonly { readonly content: Content }[] }[] = JSON.parse(
    await response.text(),
  );
  const text = chunks.flatMap(({ candidates }) => candidates[0]?.content.parts ?? []).map((part) => part.text);
  expect(text.join('')).toBe('Grüße 👋🏽: ');
  expect(chunks.length).toBeGreaterThan(2);
});

test('models and counts', async () => {
  const names: (string | undefined)[] = [];
  for await (const { name } of await client.models.list()) names.push(name);
  expect(names).toContain('models/gemini-3.1-pro');
  expect(await client.models.get({ model: 'gemini-tiny' })).toMatchObject({ inputTokenLimit: 256 });
  const counted = await client.models.countTokens({ model: 'gemini-2.5-pro', contents: 'x'.repeat(41) });
  expect(counted.totalTokens).toBe(11);
});

interface Gathered {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly FunctionCall[];
  readonly parts: Part[];
  readonly chunks: number;
  readonly finish: readonly string[];
}

async function gather(name: string, contents: Content[]): Promise<Gathered> {
  const config = { tools, thinkingConfig: { includeThoughts: true } };
  const parts: Part[] = [];
  const finish: string[] = [];
  let chunks = 0;
  for await (const { candidates } of await client.models.generateContentStream({ model: name, contents, config })) {
    parts.push(...(candidates?.[0]?.content?.parts ?? []));
    if (candidates?.[0]?.finishReason) finish.push(candidates[0].finishReason);
    chunks += 1;
  }
  const texts = (thought: boolean): string =>
    parts.flatMap((part) => ((part.thought ?? false) === thought ? [part.text ?? ''] : [])).join('');
  const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
  return { text: texts(false), thinking: texts(true), calls, parts, chunks, finish };
}
