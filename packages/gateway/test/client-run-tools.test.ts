/** Tools that only the Responses API has and that the client runs: their calls reach the client as what they are, and go back unchanged. */
import type { ServerResponse } from 'node:http';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { openUpstream, type Upstream } from './open-upstream.ts';
import { send } from './send.ts';

type Json = Readonly<Record<string, unknown>>;

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const schema = { type: 'object', properties: { query: { type: 'string' } } };
const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: schema };
const lookup = { type: 'function', name: 'lookup', description: 'Looks up.', strict: false, parameters: schema };
const found = [{ type: 'namespace', name: 'crm', tools: [{ ...lookup, defer_loading: true }] }];

interface Row {
  readonly tool: Json;
  /** What the model says last, as OpenAI writes it. */
  readonly item: Json;
  /** What the client answers. */
  readonly output: Json;
}

const rows: readonly Row[] = [
  {
    tool: { type: 'shell' },
    item: { type: 'shell_call', id: 'sh_1', call_id: 'call_1', status: 'completed', action: { commands: ['ls'] } },
    output: {
      ...{ type: 'shell_call_output', call_id: 'call_1', max_output_length: 100 },
      output: [{ stdout: 'a', stderr: 'b', outcome: { type: 'exit', exit_code: 3 } }],
    },
  },
  {
    tool: { type: 'apply_patch' },
    item: {
      ...{ type: 'apply_patch_call', id: 'ap_1', call_id: 'call_1', status: 'completed' },
      operation: { type: 'update_file', path: 'a', diff: '+b' },
    },
    output: { type: 'apply_patch_call_output', call_id: 'call_1', status: 'failed', output: 'No such file.' },
  },
  {
    tool: { type: 'local_shell' },
    item: {
      ...{ type: 'local_shell_call', id: 'ls_1', call_id: 'call_1', status: 'completed' },
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    output: { type: 'local_shell_call_output', call_id: 'call_1', output: '{"stdout":"a"}' },
  },
  {
    tool: { type: 'computer_use_preview', display_width: 1, display_height: 1, environment: 'browser' },
    item: {
      ...{ type: 'computer_call', id: 'cu_1', call_id: 'call_1', status: 'completed', pending_safety_checks: [] },
      action: { type: 'click', x: 1, y: 2, button: 'left' },
    },
    output: {
      ...{ type: 'computer_call_output', call_id: 'call_1', acknowledged_safety_checks: [] },
      output: { type: 'computer_screenshot', image_url: picture },
    },
  },
  {
    tool: search,
    item: {
      ...{ type: 'tool_search_call', id: 'tsc_1', call_id: 'call_1', status: 'completed', execution: 'client' },
      arguments: { query: 'crm' },
    },
    output: {
      ...{ type: 'tool_search_output', id: 'tso_1', call_id: 'call_1', status: 'completed', execution: 'client' },
      tools: found,
    },
  },
  {
    tool: { type: 'mcp', server_label: 's', server_url: 'https://example.org', require_approval: 'always' },
    item: { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'x', arguments: '{"a":1}' },
    output: { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
  },
];

let upstream: Upstream | undefined;
let opened: TestGateway | undefined;
afterEach(async () => {
  await Promise.all([upstream?.close(), opened?.close()]);
  upstream = undefined;
  opened = undefined;
});

const question = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Begin.' }] };
const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' };

/** OpenAI's answer with this item, whole or streamed. */
function answerWith(item: Json, stream: boolean): (response: ServerResponse) => void {
  const answer = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: [thought, item] };
  const frame = (type: string, fields: Json): string => `data: ${JSON.stringify({ type, ...fields })}\n\n`;
  return (response) => {
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    if (!stream) response.end(JSON.stringify(answer));
    else {
      const events = answer.output.flatMap((each, at) => [
        frame('response.output_item.added', { output_index: at, item: { ...each, status: 'in_progress' } }),
        frame('response.output_item.done', { output_index: at, item: each }),
      ]);
      response.end([...events, frame('response.completed', { response: answer })].join(''));
    }
  };
}

/** The output of an answer. In a stream, each item has the same form everywhere. */
function outputOf(body: unknown, stream: boolean): readonly Json[] {
  if (!stream) return (body as { output: readonly Json[] }).output;
  const events = String(body)
    .split('\n\n')
    .flatMap((frame) => (frame === '' ? [] : [JSON.parse(frame.slice(frame.indexOf('data: ') + 6))]));
  const { output } = events.at(-1).response;
  const ended = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
  const begun = events.filter(({ type }) => type === 'response.output_item.added').map(({ item }) => item);
  const names = (items: readonly Json[]): readonly unknown[] => items.map(({ type, id }) => [type, id]);
  expect([ended, names(begun)]).toEqual([output, names(output)]);
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, at) => at));
  return output;
}

test.each(rows.flatMap((row) => [true, false].map((stream) => ({ ...row, type: row.item['type'], stream }))))(
  '$type from OpenAI, streamed: $stream',
  async ({ tool, item, output, stream }) => {
    upstream = await openUpstream({
      target: { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra', credentials: [{ key: 'k' }] },
      answer: answerWith(item, stream),
    });
    const { gateway, sent } = upstream;
    const ask = async (input: readonly Json[]): Promise<readonly Json[]> => {
      const told = await send(gateway.url, '/v1/responses', { model: 'x', store: false, stream, input, tools: [tool] });
      expect([told.status, told.headers.get('x-interlock-left-out')]).toEqual([200, null]);
      return outputOf(told.body, stream);
    };
    const answered = await ask([question]);
    const id = item['call_id'] === undefined ? {} : { call_id: answered.at(-1)?.['call_id'] };
    expect(answered).toEqual([thought, { ...item, ...id }]);
    const next = [question, ...answered, { ...output, ...id }];
    await ask(next);
    expect(JSON.parse(sent.at(-1)?.body ?? '').input).toEqual(next);
  },
);

test.each([true, false])(
  'a picture that OpenAI made comes as its own item, and goes back as it, streamed: %s',
  async (stream) => {
    const made = { ...{ type: 'image_generation_call', id: 'ig_1', status: 'completed' }, result: 'iVBORw0KGgo=' };
    const item = { ...made, revised_prompt: 'A cat.', size: '1024x1024' };
    upstream = await openUpstream({
      target: { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra', credentials: [{ key: 'k' }] },
      answer: answerWith(item, stream),
    });
    const asked = { model: 'x', store: false, stream, input: [question], tools: [{ type: 'image_generation' }] };
    const told = await send(upstream.gateway.url, '/v1/responses', asked);
    const answered = outputOf(told.body, stream);
    expect(answered).toEqual([thought, item]);
    const byId = { type: 'image_generation_call', id: 'ig_0' };
    for (const before of [[], [byId]]) {
      const input = [question, ...before, ...answered, { role: 'user', content: 'Bluer.' }];
      const { headers } = await send(upstream.gateway.url, '/v1/responses', { ...asked, input });
      const body = JSON.parse(upstream.sent.at(-1)?.body ?? '');
      expect([body.input, headers.get('x-interlock-left-out')]).toEqual([input, null]);
    }
    const orphan = { type: 'function_call_output', call_id: 'call_gone', output: 'x' };
    await send(upstream.gateway.url, '/v1/responses', { ...asked, input: [question, ...answered, orphan] });
    const { input: repaired } = JSON.parse(upstream.sent.at(-1)?.body ?? '');
    expect(repaired.slice(1, 3)).toEqual([expect.objectContaining({ type: 'reasoning' }), item]);
  },
);

const models = ['anthropic/claude-opus-4-8', 'openai/gpt-4.1', 'google/gemini-3.1-pro', 'mistral/mistral-large-latest'];

test.each(models.flatMap((model) => [true, false].map((stream) => ({ model, stream }))))(
  '$model searches for tools and calls what was found, streamed: $stream',
  async ({ model, stream }) => {
    opened = await openGateway({
      model: script([
        { call: [{ tool: 'tool_search', args: { query: 'crm' } }] },
        { call: [{ tool: 'lookup', args: { query: 'x' } }] },
        { say: 'It says {{results}}.' },
      ]),
    });
    const { gateway } = opened;
    const ask = async (input: readonly Json[]): Promise<readonly Json[]> => {
      const told = await send(gateway.url, '/v1/responses', { model, store: false, stream, input, tools: [search] });
      expect([told.status, told.headers.get('x-interlock-left-out')]).toEqual([200, null]);
      return outputOf(told.body, stream);
    };
    const idOf = (items: readonly Json[]): unknown => items.at(-1)?.['call_id'];
    const first = await ask([question]);
    expect(first.at(-1)).toMatchObject({ type: 'tool_search_call', execution: 'client', arguments: { query: 'crm' } });
    const tools = {
      type: 'tool_search_output',
      call_id: idOf(first),
      execution: 'client',
      status: 'completed',
      tools: found,
    };
    const second = await ask([question, ...first, tools]);
    expect(second.at(-1)).toMatchObject({ type: 'function_call', name: 'lookup', namespace: 'crm' });
    const looked = { type: 'function_call_output', call_id: idOf(second), output: '[[found]]' };
    const last = await ask([question, ...first, tools, ...second, looked]);
    expect(JSON.stringify(last.at(-1))).toContain('It says [[found]].');
  },
);
