/** An answer becomes a content of its conversation, and later requests contain it like any other. */
import type { Content, JsonValue, ToolCallBlock } from '@interlock/transcript';
import { isCanonicalToolId } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import {
  importRequest,
  prepareRequest,
  protocolOf,
  type ReplyEvent,
  readResponse,
  readStream,
  type Target,
} from '../../src/index.ts';
import { openEventStreamWriter } from '../../src/transport/event-stream.ts';
import type { Frame, Framing } from '../../src/transport/frame.ts';
import { writeFrame } from '../../src/transport/frames.ts';
import { targets } from '../targets.ts';

const question: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'go' }], metadata: { turnId: 'turn-9' } };
const tools = [{ name: 'fs/read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }] as const;
const head = { id: 'reply-1', model: 'm', created: 1 };

const callEvents = (index: number, rawId: string, name: string, args: string): readonly ReplyEvent[] => [
  { type: 'call-start', index, rawId, name },
  { type: 'call-delta', index, text: args },
  { type: 'call-end', index, rawId, name, arguments: args },
];

/** The answer of a provider, in its own format. */
function answerTo(target: Target, events: (name: string) => readonly ReplyEvent[]) {
  const request = prepareRequest({ contents: [question], tools, target });
  const name = request.diagnostics.names[0]?.projected ?? 'fs/read';
  const body = protocolOf(request.reply.protocol.name).encodeResponse(events(name), head);
  return { request, body: JSON.parse(JSON.stringify(body)) as JsonValue, events: events(name) };
}

/** A stream as the provider sends it. A custom framing is that of Bedrock's InvokeModel (BDR-015). */
async function bytesOf(framing: Framing, frames: readonly Frame[]): Promise<Uint8Array> {
  if (framing === 'sse' || framing === 'ndjson') {
    return new TextEncoder().encode(frames.map((frame) => writeFrame(framing, frame)).join(''));
  }
  const write = await openEventStreamWriter();
  const isNamed = framing === 'aws-event-stream';
  return Buffer.concat(frames.map((frame) => write(isNamed ? frame : chunkOf(frame))));
}

function chunkOf({ data }: Frame): Frame {
  return { event: 'chunk', data: JSON.stringify({ bytes: Buffer.from(data).toString('base64') }) };
}

const native = targets.filter(({ name }) => !['no tools', 'ollama llama3'].includes(name));

describe.each(native)('$name', ({ target }) => {
  const events = (name: string): readonly ReplyEvent[] => [
    { type: 'reply-start', id: 'reply-1', model: 'm' },
    { type: 'text-delta', index: 0, text: 'I look.' },
    { type: 'text-end', index: 0 },
    ...callEvents(1, 'call_0', name, '{"path":"a"}'),
    ...callEvents(2, 'call_0', name, '{"path":"b"}'),
    { type: 'usage', usage: { input: 10, output: 5 } },
    { type: 'reply-end', stop: 'tool-calls' },
  ];

  test('REQ-915-014 calls get unique canonical ids, even if the provider repeats one, and the caller’s tool names', () => {
    const { request, body } = answerTo(target, events);
    const { content, stop, usage } = readResponse(request, body);
    const calls = content.blocks.filter((block): block is ToolCallBlock => block.type === 'tool_call');
    expect(calls.map(({ name }) => name)).toEqual(['fs/read', 'fs/read']);
    expect(calls.every(({ id }) => isCanonicalToolId(id))).toBe(true);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(content.metadata).toMatchObject({ turnId: 'turn-9', provider: request.reply.origin.provider });
    expect({ stop, usage }).toEqual({ stop: 'tool-calls', usage: { input: 10, output: 5 } });
  });

  test('the answer keeps those ids when it is sent back with its results', () => {
    const { request, body } = answerTo(target, events);
    const { content } = readResponse(request, body);
    const calls = content.blocks.filter((block): block is ToolCallBlock => block.type === 'tool_call');
    const results: Content = {
      speaker: 'tool',
      blocks: calls.map(({ id, name }, at) => ({
        type: 'tool_response',
        callId: id,
        toolName: name,
        result: `result ${at}`,
      })),
      metadata: { turnId: 'turn-9' },
    };
    const next = prepareRequest({
      contents: [question, content, results],
      tools,
      target,
      policy: { onFault: 'throw' },
    });
    expect(next.diagnostics.ids.map(({ canonical }) => canonical)).toEqual(calls.map(({ id }) => id));
    expect(
      next.diagnostics.render.events.filter(({ kind }) => kind === 'synthesized' || kind === 'identified'),
    ).toEqual([]);
  });

  test('the same answer streamed in single bytes gives the same content', async () => {
    const { request, body, events: all } = answerTo(target, events);
    const { protocol, framing = protocol.framing } = request.reply;
    const encoding = protocolOf(protocol.name).startEncoding(head);
    const frames = [...all.flatMap((event) => encoding.event(event)), ...encoding.end()];
    const bytes = await bytesOf(framing, frames);
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    const stream = readStream(request, chunks());
    const seen: ReplyEvent[] = [];
    for await (const event of stream) seen.push(event);
    const { content } = await stream.reply();
    expect(content).toEqual(readResponse(request, body).content);
    const whole = framing === 'sse' || framing === 'ndjson' ? new TextDecoder().decode(bytes) : bytes;
    expect((await readStream(request, [whole]).reply()).content).toEqual(content);
    const ends = seen.filter((event) => event.type === 'call-end');
    expect(ends.map(({ name }) => name)).toEqual(['fs/read', 'fs/read']);
  });
});

test('keeps arguments that are not an object unchanged', () => {
  const given = ['', '{}', 'null', '{"path":"x"}', '"{\\"path\\":\\"x\\"}"', '{"path":', '[1]', '7'];
  const target = { provider: 'openai', model: 'gpt-4.1' } as const;
  const { request, body } = answerTo(target, (name) => [
    { type: 'reply-start' },
    ...given.flatMap((args, index) => callEvents(index, `call_${index}`, name, args)),
    { type: 'reply-end', stop: 'tool-calls' },
  ]);
  const { content } = readResponse(request, body);
  const parameters = content.blocks.flatMap((block) => (block.type === 'tool_call' ? [block.parameters] : []));
  expect(parameters).toEqual([{}, {}, {}, { path: 'x' }, { path: 'x' }, '{"path":', '[1]', '7']);
});

test('reads calls from the text of a target without native tools', () => {
  const target = {
    provider: 'openai-compatible',
    model: 'm',
    endpoint: 'http://127.0.0.1:1/v1',
    compat: { noToolUse: true },
  } as const;
  const said = (name: string): readonly ReplyEvent[] => [
    { type: 'reply-start' },
    {
      type: 'text-delta',
      index: 0,
      text: `I look.\n<tool_call>{"name":"${name}","arguments":{"path":"a"}}</tool_call>`,
    },
    { type: 'text-end', index: 0 },
    { type: 'reply-end', stop: 'end' },
  ];
  const { request, body } = answerTo(target, said);
  const { content, stop } = readResponse(request, body);
  expect(content.blocks).toMatchObject([
    { type: 'text' },
    { type: 'tool_call', name: 'fs/read', parameters: { path: 'a' } },
  ]);
  expect(stop).toBe('tool-calls');
});

test.each(['', 'oops', '[]', 'null', '{"error":{"message":"no"}}'])(
  'a body like %j is a failed reply, not an exception',
  (body) => {
    for (const { target } of targets) {
      const reply = readResponse(prepareRequest({ contents: [question], target }), body);
      expect(reply.stop).not.toBe('tool-calls');
      expect(reply.content.blocks).toEqual([]);
    }
  },
);

test('REQ-915-023 signed thinking goes back only to the model that wrote it, in front of its calls', () => {
  const target = { provider: 'anthropic', model: 'claude-opus-4-8' } as const;
  const { request, body } = answerTo(target, (name) => [
    { type: 'reply-start', id: 'r', model: 'm' },
    { type: 'thinking-delta', index: 0, text: 'secret plan' },
    { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'c2ln' } },
    { type: 'thinking-end', index: 1, seal: { field: 'redacted_thinking', value: 'cmVk' } },
    ...callEvents(2, 'toolu_1', name, '{}'),
    { type: 'reply-end', stop: 'tool-calls' },
  ]);
  const contents = [question, readResponse(request, body).content];
  const own = prepareRequest({ contents, tools, target });
  const blocks = importRequest('anthropic-messages', own.body).contents[1]?.blocks ?? [];
  expect(blocks.map((block) => [block.type, block.seal?.value])).toEqual([
    ['thinking', 'c2ln'],
    ['thinking', 'cmVk'],
    ['tool_call', undefined],
  ]);
  for (const other of [
    { provider: 'anthropic', model: 'claude-sonnet-5' },
    { ...target, account: 'other' },
    { ...target, endpoint: 'https://proxy.test/v1' },
    { provider: 'openai' },
    { provider: 'google' },
  ]) {
    const sent = JSON.stringify(prepareRequest({ contents, tools, target: other, policy: { onFault: 'throw' } }).body);
    for (const hidden of ['secret plan', 'c2ln', 'cmVk']) expect(sent).not.toContain(hidden);
  }
});

test('ANT-054 thinking bound to its prefix goes back while nothing before it changed', () => {
  const target = { provider: 'anthropic', model: 'claude-fable-5-1' } as const;
  const request = prepareRequest({ contents: [question], tools, target, system: 'one' });
  const body = protocolOf('anthropic-messages').encodeResponse(
    [
      { type: 'thinking-delta', index: 0, text: 'plan' },
      { type: 'thinking-end', index: 0, seal: { field: 'signature', value: 'c2ln' } },
      { type: 'text-delta', index: 1, text: 'done' },
      { type: 'text-end', index: 1 },
      { type: 'reply-end', stop: 'end' },
    ],
    head,
  );
  const contents = [question, readResponse(request, body).content, { ...question, metadata: { turnId: 'turn-10' } }];
  const sent = (system: string, offered: readonly { readonly name: string }[] = tools) =>
    JSON.stringify(prepareRequest({ contents, tools: offered, target, system }).body).includes('c2ln');
  expect([sent('one'), sent('two'), sent('one', [{ name: 'other' }])]).toEqual([true, false, false]);
});
