/**
 * A shell in a container of the provider is the provider's own call, with its output next to it, whether the answer is complete or
 * streamed. Any other shell is a call that the client runs. Tested for answers, and for requests that send them back.
 */
import type { Block, Content, JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { importRequest, prepareRequest, readResponse, readStream, type Target } from '../../../src/index.ts';

const openai: Target = { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.4', key: 'k' };
const question: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'List.' }] };
const thanks: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'Thanks.' }] };
const request = prepareRequest({ contents: [question], target: openai });

const action = { commands: ['ls', 'pwd'], timeout_ms: 1000 };
const stdout = [{ stdout: 'plan.md', stderr: '', outcome: { type: 'exit', exit_code: 0 } }];
const environment = { type: 'container_reference', container_id: 'cntr_1' };
const hosted = { type: 'shell_call', id: 'sh_1', call_id: 'call_1', status: 'completed', action, environment };
const output = { type: 'shell_call_output', id: 'sho_1', call_id: 'call_1', status: 'completed', output: stdout };
const listed = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Listed.' }] };

const whole = (...items: readonly JsonObject[]): Content =>
  readResponse(request, { id: 'resp_1', object: 'response', status: 'completed', output: items }).content;

/** The content of a block, without ids that are derived again. */
const shown = (block: Block): unknown => {
  if (block.type === 'tool_call') return { call: block.name, args: block.parameters, by: block.executor };
  if (block.type === 'tool_response') return { result: block.result, complete: block.isComplete };
  return block.type === 'text' ? block.text : block.type;
};

const ran = [
  { call: 'shell', args: action, by: 'provider' },
  { result: stdout, complete: true },
];

describe('in a container at the provider', () => {
  test('a whole answer', () => {
    expect(whole(hosted, output, listed).blocks.map(shown)).toEqual([...ran, 'Listed.']);
  });

  test('a streamed answer', async () => {
    const frames = [
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...hosted, status: 'in_progress', action: { commands: [] } },
      },
      { type: 'response.shell_call_command.delta', output_index: 0, command_index: 0, delta: 'ls' },
      { type: 'response.output_item.done', output_index: 0, item: hosted },
      { type: 'response.output_item.added', output_index: 1, item: { ...output, status: 'in_progress', output: [] } },
      {
        type: 'response.shell_call_output_content.delta',
        output_index: 1,
        command_index: 0,
        delta: { stdout: 'plan' },
      },
      { type: 'response.output_item.done', output_index: 1, item: output },
      { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [hosted, output] } },
    ];
    const lines = frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`);
    const { content } = await readStream(request, lines).reply();
    expect(content.blocks.map(shown)).toEqual(ran);
  });

  const targets: readonly Target[] = [
    openai,
    { provider: 'anthropic', model: 'claude-opus-4-8', key: 'k' },
    { provider: 'google', model: 'gemini-2.5-flash', key: 'k' },
    { provider: 'mistral', model: 'mistral-large-latest', key: 'k' },
  ];

  test.each(targets)('shows its output to $provider once, as something run elsewhere', (target) => {
    const { body } = prepareRequest({ contents: [question, whole(hosted, output, listed), thanks], target });
    const text = JSON.stringify(body);
    expect([text.split('plan.md').length, text.split('Listed.').length]).toEqual([2, 2]);
    expect(text).toContain("[shell was run by the model's provider");
    expect(text).not.toContain('call_1');
  });

  test('reads it the same way when a client sends it back', () => {
    const input = [{ role: 'user', content: 'List.' }, hosted, output, { role: 'user', content: 'Thanks.' }];
    const { contents, problems } = importRequest('openai-responses', { model: 'gpt-5.4', input });
    expect([contents.flatMap(({ blocks }) => blocks.map(shown)), problems]).toEqual([['List.', ...ran, 'Thanks.'], []]);
  });

  test('without its output it is not pending, and is not reported as not run', () => {
    const { content, stop } = readResponse(request, { id: 'resp_1', status: 'completed', output: [hosted, listed] });
    const { body } = prepareRequest({ contents: [question, content, thanks], target: openai });
    expect(stop).toBe('end');
    expect(JSON.stringify(body)).toContain('Whether it ran is not known.');
  });
});

describe('on the client’s machine', () => {
  const local = {
    type: 'local_shell_call',
    id: 'lsh_1',
    call_id: 'call_1',
    status: 'completed',
    action: { command: ['ls'] },
  };
  const unplaced: JsonObject = { ...hosted, environment: { type: 'local' } };

  test.each([local, unplaced])('$type is a call that waits for its result', (item) => {
    const reply = readResponse(request, { id: 'resp_1', status: 'completed', output: [item] });
    expect(reply.stop).toBe('tool-calls');
    expect(reply.content.blocks).toMatchObject([{ type: 'tool_call', rawId: 'call_1' }]);
  });

  test.each([local, unplaced])('$type with its output is a call with its result', (item) => {
    const input = [
      { role: 'user', content: 'List.' },
      item,
      { type: `${item['type']}_output`, call_id: 'call_1', output: 'plan.md' },
    ];
    const { contents } = importRequest('openai-responses', { model: 'gpt-5.4', input });
    const { body } = prepareRequest({
      contents,
      target: { provider: 'anthropic', model: 'claude-opus-4-8', key: 'k' },
    });
    expect(body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use' }] },
      { role: 'user', content: [{ type: 'tool_result', content: 'plan.md' }] },
    ]);
  });
});
