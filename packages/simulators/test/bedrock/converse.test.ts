/** Converse: its rules, Claude's errors behind them, and its answers, whole and streamed. */
import { describe, expect, test } from 'vitest';
import type { ApiResponse, Outcome } from '../../src/api/api.ts';
import type { Answer } from '../../src/api/model.ts';
import { createBedrockConverse } from '../../src/bedrock/index.ts';
import { readMessages } from '../event-stream.ts';
import { rulebook } from '../rulebook.ts';
import { bodyOf, findingsOf, send, worldOf } from '../send.ts';
import {
  assistant,
  call,
  cases,
  claude,
  converse,
  type Json,
  llama,
  nova,
  result,
  text,
  tools,
  user,
} from './converse-cases.ts';

const api = createBedrockConverse();

describe.each(cases)('$rule $what', ({ rule, breaks, keeps, says }) => {
  test(`${rule} is rejected`, () => {
    const outcome = send(api, breaks);
    expect(findingsOf(outcome)).toEqual([expect.objectContaining({ rule, status: 400, message: says })]);
    expect(bodyOf(outcome)).toEqual({ message: says });
  });

  test(`${rule} does not affect a similar valid request`, () => {
    expect(send(api, keeps)).toMatchObject({ kind: 'asked', warnings: [] });
  });
});

/** Tested over HTTP in `access.test.ts`, and below. */
const shownElsewhere = ['BDR-007', 'BDR-008', 'BDR-009', 'BDR-010', 'CNV-024'];

test('every rule has a case and matches the rulebook', () => {
  const shown = new Set([...cases.map(({ rule }) => rule), ...shownElsewhere]);
  expect([...shown].toSorted()).toEqual(api.rules.map(({ id }) => id).toSorted());
  const foreign = api.rules.filter(
    ({ id, fragment }) => !rulebook.find((row) => row.id === id)?.error.includes(fragment),
  );
  expect(foreign).toEqual([]);
  const unsaid = api.rules.filter(
    ({ id, fragment }) =>
      !shownElsewhere.includes(id) && !cases.some(({ rule, says }) => rule === id && says.includes(fragment)),
  );
  expect(unsaid).toEqual([]);
});

function answered(outcome: Outcome, answer: Answer): ApiResponse {
  if (outcome.kind !== 'asked') throw new Error(JSON.stringify(outcome));
  return outcome.answer(answer);
}

const thinking: Json = {
  additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 } },
  inferenceConfig: { maxTokens: 4000 },
};
const thoughtAndCall: Answer = {
  parts: [{ think: 'I must read.' }, { say: 'One moment: Grüße 👋🏽.' }, { call: 'read', args: { path: 'a' } }],
  stop: 'calls',
};

interface WholeAnswer {
  readonly output: { readonly message: { readonly role: string; readonly content: readonly Json[] } };
  readonly stopReason: string;
  readonly usage: Json;
}

test('a loop with Claude: signed thinking is accepted back unchanged, and no other way (CNV-024)', () => {
  const world = worldOf();
  const ask = user(text('Read a.'));
  const first: WholeAnswer = JSON.parse(
    String(answered(send(api, converse([ask], { ...tools, ...thinking }), world), thoughtAndCall).body),
  );
  const { message } = first.output;
  const [thought, said, called] = message.content;
  expect(first).toMatchObject({
    stopReason: 'tool_use',
    usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), totalTokens: expect.any(Number) },
  });
  expect(message).toEqual({
    role: 'assistant',
    content: [
      { reasoningContent: { reasoningText: { text: 'I must read.', signature: expect.any(String) } } },
      { text: 'One moment: Grüße 👋🏽.' },
      {
        toolUse: { toolUseId: expect.stringMatching(/^tooluse_[A-Za-z0-9]{22}$/), name: 'read', input: { path: 'a' } },
      },
    ],
  });
  const { toolUseId } = (called as { toolUse: { toolUseId: string } }).toolUse;
  const back = (...content: readonly (Json | undefined)[]): Outcome =>
    send(
      api,
      converse(
        [ask, { role: 'assistant', content: content.filter((each) => each !== undefined) }, user(result(toolUseId))],
        {
          ...tools,
          ...thinking,
        },
      ),
      world,
    );
  expect(back(thought, said, called)).toMatchObject({
    kind: 'asked',
    warnings: [],
    seen: {
      thinks: true,
      turns: [{}, { thinking: 'I must read.', calls: [{ name: 'read' }] }, { results: [{ text: 'ok' }] }],
    },
  });
  const changed = { reasoningContent: { reasoningText: { text: 'I must read.', signature: 'c29tZXRoaW5n' } } };
  expect(findingsOf(back(changed, said, called))).toEqual([
    expect.objectContaining({
      rule: 'ANT-040',
      message: 'The model returned the following errors: messages.1.content.0: Invalid `signature` in `thinking` block',
    }),
  ]);
  expect(findingsOf(back({ reasoningContent: { reasoningText: { text: 'Hm.' } } }, said, called))).toEqual([
    expect.objectContaining({
      rule: 'ANT-041',
      message: 'The model returned the following errors: messages.1.content.0.thinking.signature: Field required',
    }),
  ]);
  expect(findingsOf(back(said, called))).toEqual([expect.objectContaining({ rule: 'ANT-044' })]);
});

test('ANT-012 Claude itself rejects text before the results, in its own words', () => {
  const sent = converse([user(text('hi')), assistant(call()), user(text('So.'), result())], tools);
  expect(findingsOf(send(api, sent))).toEqual([
    expect.objectContaining({
      message: expect.stringContaining(
        'The model returned the following errors: messages.2: Did not find 1 `tool_result` block(s) at the beginning of this message.',
      ),
    }),
  ]);
  expect(send(api, { ...sent, path: `/model/${encodeURIComponent(nova)}/converse` }).kind).toBe('asked');
});

const eventsIn = ({ body }: ApiResponse): readonly (readonly [string | undefined, Json])[] =>
  readMessages(Buffer.from([...body].join(''), 'latin1')).map(({ headers, payload: { p: _, ...payload } }) => [
    headers[':event-type'],
    payload,
  ]);

interface Delta {
  readonly text?: string;
  readonly toolUse?: { readonly input: string };
  readonly reasoningContent?: { readonly text?: string; readonly signature?: string };
}

test('CNV-028 a stream: blocks piece by piece, usage at the end', () => {
  const sent = converse([user(text('Read a.'))], { ...tools, ...thinking }, claude, 'converse-stream');
  const response = answered(send(api, sent), thoughtAndCall);
  expect([response.headers['content-type'], response.encoding]).toEqual([
    'application/vnd.amazon.eventstream',
    'latin1',
  ]);
  const events = eventsIn(response);
  expect(events[0]).toEqual(['messageStart', { role: 'assistant' }]);
  expect(events.slice(-2)).toEqual([
    ['messageStop', { stopReason: 'tool_use' }],
    ['metadata', { metrics: { latencyMs: 400 }, usage: expect.objectContaining({ totalTokens: expect.any(Number) }) }],
  ]);
  expect(events.filter(([type]) => type === 'contentBlockStart')).toEqual([
    [
      'contentBlockStart',
      { contentBlockIndex: 2, start: { toolUse: { toolUseId: expect.any(String), name: 'read' } } },
    ],
  ]);
  const at = (index: number): readonly Delta[] =>
    events.flatMap(([type, payload]) =>
      type === 'contentBlockDelta' && payload['contentBlockIndex'] === index ? [payload['delta'] as Delta] : [],
    );
  expect(
    at(0)
      .map(({ reasoningContent }) => reasoningContent?.text ?? '')
      .join(''),
  ).toBe('I must read.');
  expect(at(0).at(-1)).toEqual({ reasoningContent: { signature: expect.any(String) } });
  expect(
    at(1)
      .map((delta) => delta.text)
      .join(''),
  ).toBe('One moment: Grüße 👋🏽.');
  expect(
    at(2)
      .map(({ toolUse }) => toolUse?.input)
      .join(''),
  ).toBe('{"path":"a"}');
  expect(events.filter(([type]) => type === 'contentBlockStop')).toHaveLength(3);
});

test('hidden thinking of Claude is accepted back unchanged', () => {
  const world = worldOf();
  const ask = user(text('ANTHROPIC_MAGIC_STRING_TRIGGER_REDACTED_THINKING'));
  const said: Answer = { parts: [{ think: 'Secret.' }, { say: 'Yes.' }], stop: 'end' };
  const { output }: WholeAnswer = JSON.parse(String(answered(send(api, converse([ask], thinking), world), said).body));
  expect(output.message.content).toEqual([
    { reasoningContent: { redactedContent: expect.any(String) } },
    { text: 'Yes.' },
  ]);
  expect(send(api, converse([ask, output.message, user(text('And?'))], thinking), world)).toMatchObject({
    kind: 'asked',
    seen: { turns: [{}, { thinking: 'Secret.', text: 'Yes.' }, {}] },
  });
});

test('models other than Claude: thinking without a signature, or none', () => {
  const said: Answer = { parts: [{ think: 'Hm.' }, { say: 'Yes.' }], stop: 'length' };
  const of = (model: string): unknown =>
    JSON.parse(String(answered(send(api, converse([user(text('hi'))], {}, model)), said).body));
  expect(of('openai.gpt-oss-120b-1:0')).toMatchObject({
    output: { message: { content: [{ reasoningContent: { reasoningText: { text: 'Hm.' } } }, { text: 'Yes.' }] } },
    stopReason: 'max_tokens',
  });
  expect(of(llama)).toMatchObject({ output: { message: { content: [{ text: 'Yes.' }] } } });
});

test('what the model sees: pictures, documents, JSON, errors, the choice', () => {
  const image = { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } };
  const sent = converse(
    [
      user(text('see'), image, { document: { format: 'pdf', name: 'a', source: { bytes: 'JVBERi0=' } } }),
      assistant(call()),
      user(result('tooluse_1', { content: [{ json: { a: 1 } }, image], status: 'error' })),
    ],
    {
      system: [text('Be brief.'), { cachePoint: { type: 'default' } }],
      toolConfig: { ...(tools['toolConfig'] as Json), toolChoice: { any: {} } },
      inferenceConfig: { maxTokens: 50 },
    },
    nova,
  );
  expect(send(api, sent)).toMatchObject({
    kind: 'asked',
    seen: {
      system: 'Be brief.',
      tools: [{ name: 'read', description: 'Reads.', schema: { type: 'object' } }],
      toolChoice: 'required',
      maxTokens: 50,
      turns: [
        { role: 'user', text: 'see\na', media: ['image/png', 'application/pdf'] },
        { role: 'model', calls: [{ id: 'tooluse_1', name: 'read', args: {} }] },
        {
          role: 'user',
          results: [{ id: 'tooluse_1', name: 'read', text: '{"a":1}', isError: true, media: ['image/png'] }],
        },
      ],
    },
  });
});
