/** A request that fails its own check: which calls it names, and what the error keeps. */
import { type Content, type JsonObject, TranscriptError } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ConfigError, type Protocol, prepareRequest, protocolOf, RequestDiagnostics } from '../../src/index.ts';
import { projectionFault } from '../../src/prepare/projection-fault.ts';

const ids = [
  { canonical: 'hist_tool_1', call: 'call_1', result: 'call_1' },
  { canonical: 'hist_tool_10', call: 'call_10', result: 'call_10' },
];
const notes = { ids, seals: [], media: [] };
const calls = (...written: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: 'call_1 and call_10 in a text are not calls',
  tool_calls: written.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
});
const chat = {
  messages: [calls('call_1', 'call_10'), { role: 'tool', tool_call_id: 'call_10', content: 'x' }, calls()],
};
const anthropic = {
  messages: [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'call_10', name: 'read', input: { id: 'call_1' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'x' }] },
  ],
};
const converse = {
  messages: [
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'read', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'call_10', content: [{ text: 'x' }] } }] },
  ],
};
const responses = {
  input: [
    { type: 'function_call', id: 'fc_1', call_id: 'call_10', name: 'read', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'x' },
  ],
};

describe('REQ-915-040: finds the calls of a fault by its path, not by the message', () => {
  test.each<[string, JsonObject, string, readonly string[]]>([
    ['a call', chat, 'messages.0.tool_calls.0', ['hist_tool_1']],
    ['a field of a call', chat, 'messages.0.tool_calls.1.function.arguments', ['hist_tool_10']],
    ['a message with calls', chat, 'messages.0', ['hist_tool_1', 'hist_tool_10']],
    ['text beside calls', chat, 'messages.0.content', []],
    ['a result', chat, 'messages.1.content', ['hist_tool_10']],
    ['a message without calls', chat, 'messages.2', []],
    ['a path that does not exist', chat, 'messages.9.tool_calls.0', []],
    ['an argument that looks like an id', anthropic, 'messages.0.content.0', ['hist_tool_10']],
    ['an Anthropic result', anthropic, 'messages.1.content.0.content', ['hist_tool_1']],
    ['a Converse call', converse, 'messages.0.content.0', ['hist_tool_1']],
    ['a Converse result', converse, 'messages.1.content.0.toolResult.content.0', ['hist_tool_10']],
    ['a Responses call', responses, 'input.0.name', ['hist_tool_10']],
    ['a Responses result', responses, 'input.1', ['hist_tool_1']],
  ])('%s', (_, body, path, callIds) => {
    const violation = { rule: 'X-001', level: 'error', fix: '', path, message: 'call_1 is wrong' } as const;
    expect(projectionFault(violation, body, notes)).toEqual({
      fault: 'projection-fault',
      rule: 'X-001',
      path,
      callIds,
    });
  });
});

describe('REQ-915-040: without ids, by the order of calls and results', () => {
  const unnamed = { ...notes, ids: ids.map(({ canonical }) => ({ canonical, call: '', result: '' })) };
  const functionCall = { functionCall: { name: 'read', args: { functionCall: {} } } };
  const functionResponse = { functionResponse: { name: 'read', response: { output: 'x' } } };
  const gemini = {
    contents: [
      { role: 'user', parts: [{ text: 'q' }] },
      { role: 'model', parts: [{ text: 'both' }, { ...functionCall }, { ...functionCall }] },
      { role: 'user', parts: [{ ...functionResponse }, { ...functionResponse }] },
    ],
  };
  const ollama = {
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'read' } }, { function: { name: 'read' } }] },
      { role: 'tool', content: 'x' },
      { role: 'tool', content: 'y' },
    ],
  };
  test.each<[string, JsonObject, string, readonly string[]]>([
    ['a Gemini call', gemini, 'contents.1.parts.2.functionCall.args', ['hist_tool_10']],
    ['a Gemini result', gemini, 'contents.2.parts.0', ['hist_tool_1']],
    ['a content with calls', gemini, 'contents.1', ['hist_tool_1', 'hist_tool_10']],
    ['text beside calls', gemini, 'contents.1.parts.0.text', []],
    ['an Ollama call', ollama, 'messages.1.tool_calls.1.function.name', ['hist_tool_10']],
    ['an Ollama result', ollama, 'messages.3.content', ['hist_tool_10']],
  ])('%s', (_, body, path, callIds) => {
    const violation = { rule: 'X-001', level: 'error', fix: '', path, message: 'wrong' } as const;
    expect(projectionFault(violation, body, unnamed).callIds).toEqual(callIds);
  });
});

const strictest: Protocol = {
  ...protocolOf('openai-chat'),
  rules: [
    {
      id: 'X-001',
      level: 'error',
      scope: 'request',
      text: 'No calls.',
      fix: 'None.',
      find: () => [{ path: 'messages.1.tool_calls.0', message: 'there is a call' }],
    },
  ],
};

const contents: readonly Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'q' }] },
  { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'hist_tool_a', name: 'read', parameters: {} }] },
];

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('REQ-915-039: the error keeps the diagnostics if nothing can be sent', () => {
  const target = { provider: 'openai', model: 'gpt-4.1', key: 'k', protocol: strictest };
  const error = thrownBy(() => prepareRequest({ contents, target }));
  if (!(error instanceof ConfigError) || !(error.cause instanceof TranscriptError)) throw error;
  const { fault, callIds, diagnostics } = error.cause;
  expect({ fault, callIds }).toEqual({ fault: 'projection-fault', callIds: ['hist_tool_a'] });
  if (!(diagnostics instanceof RequestDiagnostics)) throw error;
  const broken = {
    fault: 'projection-fault',
    rule: 'X-001',
    path: 'messages.1.tool_calls.0',
    callIds: ['hist_tool_a'],
  };
  expect(diagnostics.toJSON()).toMatchObject({
    provider: 'openai',
    model: 'gpt-4.1',
    unsent: true,
    // Once as requested, once without thinking, seals and media.
    faults: [broken, broken],
    ids: [{ canonical: 'hist_tool_a' }],
  });
  expect(diagnostics.render.events).toEqual([
    {
      kind: 'synthesized',
      reason: 'lost',
      source: 'none',
      fault: 'canonical-corruption',
      callIds: ['hist_tool_a'],
      at: '$[1].blocks[0]',
    },
  ]);
});
