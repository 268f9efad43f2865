/** An answer that occurs twice in a history: its item ids are sent back once (OAR-006), and the first copy keeps its reasoning. */
import type { Content, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { createPreparer, prepareRequest, readResponse } from '../../src/index.ts';

const target = { provider: 'openai', model: 'gpt-5.6-terra' } as const;

const says = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const question = prepareRequest({ target, contents: [says('a')], tools: [] });
const answered = (output: readonly JsonValue[]): Content =>
  readResponse(question, { id: 'resp_1', object: 'response', status: 'completed', model: target.model, output })
    .content;
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbA==' };
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  phase: 'final_answer',
  content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
};
const called = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'read',
  arguments: '{}',
  status: 'completed',
};
const made = answered([called]).blocks.find((block) => block.type === 'tool_call');
const result = (text: string): Content => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: made?.id ?? '', toolName: 'read', result: text }],
});
const said = { type: 'message', role: 'assistant', phase: 'final_answer', content: message.content };
const asked = (text: string): JsonValue => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

test.each<readonly [name: string, contents: readonly Content[], input: readonly unknown[]]>([
  [
    'the same text, two turns apart',
    [says('a'), answered([reasoning, message]), says('b'), answered([reasoning, message]), says('c')],
    [asked('a'), reasoning, { ...said, id: 'msg_1' }, asked('b'), said, asked('c')],
  ],
  [
    'the same text after different reasoning',
    [
      says('a'),
      answered([reasoning, message]),
      says('b'),
      answered([{ ...reasoning, id: 'rs_2' }, message]),
      says('c'),
    ],
    [
      asked('a'),
      reasoning,
      { ...said, id: 'msg_1' },
      asked('b'),
      { type: 'reasoning', summary: [], encrypted_content: 'c2VhbA==' },
      said,
      asked('c'),
    ],
  ],
  [
    'a call, answered twice',
    [says('a'), answered([reasoning, called]), result('1'), answered([reasoning, called]), result('2'), says('c')],
    [
      asked('a'),
      reasoning,
      expect.objectContaining({ type: 'function_call', id: 'fc_1' }),
      expect.objectContaining({ output: '1' }),
      expect.not.objectContaining({ id: 'fc_1' }),
      expect.objectContaining({ output: '2' }),
      asked('c'),
    ],
  ],
])('%s', (_, contents, input) => {
  const options = { target, tools: [], policy: { onFault: 'throw' } } as const;
  const whole = prepareRequest({ ...options, contents });
  expect(whole.body['input']).toEqual(input);
  const preparer = createPreparer(target);
  for (let count = 1; count <= contents.length; count += 1)
    if (contents[count - 1]?.speaker !== 'ai') preparer.prepare({ ...options, contents: contents.slice(0, count) });
  expect(preparer.prepare({ ...options, contents }).body).toEqual(whole.body);
});
