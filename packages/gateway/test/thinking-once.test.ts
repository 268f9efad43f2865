/** OpenRouter writes thinking into two fields, as text and as entries with signatures. Every client reads it once, and the entries go back. */
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';

const thought = 'A thought that is long enough to come in pieces.';

let open: TestGateway;
beforeAll(async () => {
  open = await openGateway({ model: script([{ think: thought, say: 'Words.' }]) });
});
afterAll(() => open.close());

type Json = Readonly<Record<string, unknown>>;

interface Client {
  readonly api: string;
  readonly path: (model: string, stream: boolean) => string;
  readonly body: (model: string) => object;
  /** The texts of the thinking in an answer, or in one event of a stream. */
  readonly thoughts: (answer: Json) => readonly unknown[];
}

const said = [{ role: 'user', content: 'Hello.' }];
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);

const clients: readonly Client[] = [
  {
    api: 'anthropic-messages',
    path: () => '/v1/messages',
    body: (model) => ({
      model,
      max_tokens: 4000,
      messages: said,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    }),
    thoughts: ({ content, delta, content_block }) =>
      [...list(content), delta ?? {}, content_block ?? {}].flatMap((block) =>
        'thinking' in Object(block) && (block as Json)['thinking'] !== '' ? [(block as Json)['thinking']] : [],
      ),
  },
  {
    api: 'openai-chat',
    path: () => '/v1/chat/completions',
    body: (model) => ({ model, messages: said, reasoning_effort: 'high' }),
    thoughts: ({ choices }) =>
      list(choices).flatMap(({ message, delta }) => {
        const { reasoning_content: one, reasoning: other } = Object(message ?? delta);
        return [one, other].filter((text) => text !== undefined);
      }),
  },
  {
    api: 'openai-responses',
    path: () => '/v1/responses',
    body: (model) => ({ model, input: 'Hello.', reasoning: { effort: 'high' } }),
    thoughts: ({ output, type, delta }) =>
      type === 'response.reasoning_summary_text.delta'
        ? [delta]
        : list(output).flatMap(({ summary }) => list(summary).map(({ text }) => text)),
  },
  {
    api: 'gemini',
    path: (model, stream) =>
      `/v1beta/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({
      contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }],
      generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH', includeThoughts: true } },
    }),
    thoughts: ({ candidates }) =>
      list(candidates).flatMap(({ content }) =>
        list(Object(content).parts).flatMap(({ thought: isThought, text }) => (isThought === true ? [text] : [])),
      ),
  },
  {
    api: 'ollama-chat',
    path: () => '/api/chat',
    body: (model) => ({ model, messages: said, think: true }),
    thoughts: ({ message }) => [Object(message).thinking ?? ''],
  },
];

test.each(clients.flatMap((client) => [false, true].map((stream) => ({ client, stream, api: client.api }))))(
  '$api, streamed: $stream',
  async ({ client, stream }) => {
    const models = open.stations.filter(({ target }) => target.provider === 'openrouter').map(nameOf);
    expect(models.length).toBeGreaterThan(0);
    for (const model of models) {
      const body = JSON.stringify({ ...client.body(model), stream });
      const response = await fetch(open.gateway.url + client.path(model, stream), { method: 'POST', body });
      const text = await response.text();
      const lines = stream ? text.split('\n').map((line) => line.replace(/^data: /, '')) : [text];
      const answers: readonly Json[] = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
      expect([
        model,
        answers
          .flatMap(client.thoughts)
          .join('')
          .replace(/ \[thought \d+\]$/, ''),
      ]).toEqual([model, thought]);
      // No block or item is empty.
      expect(text).not.toMatch(/"type":"redacted_thinking"/);
      const begun = text.match(/"content_block":\{"type":"thinking"|output_item.added",.*"type":"reasoning"/g) ?? [];
      expect(begun.length).toBeLessThanOrEqual(1);
    }
  },
);
