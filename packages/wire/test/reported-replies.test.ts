/**
 * Answers that servers really sent, from public reports: no text, thinking or call is lost or duplicated, only real calls are calls, and
 * the stop reason is right. Read complete, and with the bytes split anywhere.
 */
import type { Block, JsonObject, JsonValue } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { prepareRequest, type Reply, readResponse, readStream, type Target } from '../src/index.ts';

const tools = ['look', 'run', 'get_weather'].map((name) => ({
  name,
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}));

interface Case {
  readonly title: string;
  readonly target?: Target;
  /** The body: text unchanged, or the frames of its protocol. */
  readonly body: string | readonly JsonValue[];
  readonly blocks: readonly string[];
  /** The stop reason, or the failure's. */
  readonly end: string;
}

const chat: Target = {
  provider: 'openai-compatible',
  endpoint: 'http://127.0.0.1:9/v1',
  model: 'some-model',
  key: 'k',
};
const served = (model: string): Target => ({ ...chat, model });
const claude: Target = { provider: 'anthropic', model: 'claude-sonnet-4-5', key: 'k' };
const responses: Target = { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5', key: 'k' };
const google: Target = { provider: 'google', model: 'gemini-2.5-pro', key: 'k' };
const ollama: Target = { provider: 'ollama', model: 'qwen3' };
/** Its tools are described in the prompt; calls are read from its text. */
const untrained: Target = { ...chat, compat: { noToolUse: true } };

const delta = (fields: JsonObject, more: JsonObject = {}): JsonObject => ({
  choices: [{ index: 0, delta: fields, ...more }],
});
const calls = (...entries: readonly JsonObject[]): JsonObject => delta({ tool_calls: entries });
const piece = (
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  args?: JsonValue,
): JsonObject => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
});
const finish = (reason: string, more: JsonObject = {}): JsonObject => delta({}, { finish_reason: reason, ...more });
const said = (...texts: readonly string[]): readonly JsonValue[] => [
  ...texts.map((content) => delta({ content })),
  finish('stop'),
  '[DONE]',
];
const message = (fields: JsonObject, more: JsonObject = {}): string =>
  JSON.stringify({
    choices: [{ index: 0, message: { role: 'assistant', ...fields }, finish_reason: 'stop', ...more }],
  });

const chatCalls: readonly Case[] = [
  {
    title: 'ollama/ollama#15457 two calls under one index',
    body: [
      calls(piece(0, 'a', 'look', '{"path":"1"}')),
      calls(piece(0, 'b', 'look', '{"path":"2"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"1"}', 'look {"path":"2"}'],
    end: 'tool-calls',
  },
  {
    title: 'unslothai/unsloth#9817 two calls under one index, without ids',
    body: [
      calls(piece(0, undefined, 'look', '{"path":"1"}')),
      calls(piece(0, undefined, 'run', '{"path":"2"}')),
      finish('stop'),
    ],
    blocks: ['look {"path":"1"}', 'run {"path":"2"}'],
    end: 'tool-calls',
  },
  {
    title: 'unslothai/unsloth#9817 the second one has its name before any arguments',
    body: [
      calls(piece(0, undefined, 'look', '{"path":"1"}')),
      calls(piece(0, undefined, 'run', '')),
      calls(piece(0, undefined, undefined, '{"path":"2"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"1"}', 'run {"path":"2"}'],
    end: 'tool-calls',
  },
  {
    title: 'open-webui/open-webui#22235 two calls of one tool under one index, with its name repeated',
    body: [
      calls(piece(0, undefined, 'look', '{"path":"1"}')),
      calls(piece(0, undefined, 'look', '{"path":"2"}')),
      finish('stop'),
    ],
    blocks: ['look {"path":"1"}', 'look {"path":"2"}'],
    end: 'tool-calls',
  },
  {
    title: 'NousResearch/hermes-agent#3468 a call without arguments, then another under its index',
    body: [calls(piece(0, 'a', 'look', '')), calls(piece(0, 'b', 'run', '{"path":"2"}')), finish('tool_calls')],
    blocks: ['look {}', 'run {"path":"2"}'],
    end: 'tool-calls',
  },
  {
    title: 'mudler/LocalAI#9722 one call under several indices',
    body: [
      calls(piece(0, 'a', 'look', '')),
      calls(piece(1, 'a', undefined, '{"path":"1"}')),
      calls(piece(2, 'a', 'look', '{"path":"1"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'a call under another index with the same id and other arguments is a separate call',
    body: [
      calls(piece(0, 'a', 'look', '{"path":"1"}')),
      calls(piece(1, 'a', 'look', '{"path":"2"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"1"}', 'look {"path":"2"}'],
    end: 'tool-calls',
  },
  {
    title: 'elizaOS/eliza#16973 all arguments repeated after their pieces, serialized again',
    body: [
      calls(piece(0, 'a', 'look', '')),
      calls(piece(0, undefined, undefined, '{"path": ')),
      calls(piece(0, undefined, undefined, '"1"}')),
      calls(piece(0, 'a', 'look', '{"path":"1"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'lidge-jun/opencodex#361 the same piece of all arguments twice',
    body: [
      calls(piece(0, 'a', 'look', '')),
      calls(piece(0, undefined, undefined, '{"path":"1"}')),
      calls(piece(0, undefined, undefined, '{"path":"1"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'diegosouzapw/OmniRoute#3762 keeps pieces that only look like repetitions',
    body: [
      calls(piece(0, 'a', 'look', '{"path":"')),
      calls(piece(0, undefined, undefined, 'x')),
      calls(piece(0, undefined, undefined, 'x')),
      calls(piece(0, undefined, undefined, '{}')),
      calls(piece(0, undefined, undefined, '{}')),
      calls(piece(0, undefined, undefined, '"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"xx{}{}"}'],
    end: 'tool-calls',
  },
  {
    title: 'microsoft/semantic-kernel#6106 an empty object before the arguments',
    body: [
      calls(piece(0, 'a', 'look', '{}')),
      calls(piece(0, undefined, undefined, '{"path"')),
      calls(piece(0, undefined, undefined, ':"1"}')),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'an empty object that nothing follows is the arguments',
    body: [calls(piece(0, 'a', 'look', '{}')), delta({ content: 'Now' }), finish('tool_calls')],
    blocks: ['look {}', 'text Now'],
    end: 'tool-calls',
  },
  {
    title: 'ankit373/hydra#957, continuedev/continue#5849 a name in pieces',
    body: [
      calls(piece(0, 'a', 'get_wea', '{"pa')),
      calls(piece(0, undefined, 'ther', 'th":"1"}')),
      finish('tool_calls'),
    ],
    blocks: ['get_weather {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'NousResearch/hermes-agent#12230 the name with every piece',
    body: [calls(piece(0, 'a', 'look', '{"pa')), calls(piece(0, 'a', 'look', 'th":"1"}')), finish('tool_calls')],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'can1357/oh-my-pi#2082 arguments as objects, field by field and in pieces of one',
    body: [
      calls(piece(0, 'a', 'look', { path: 'a/' })),
      calls(piece(0, 'a', 'look', { path: 'b', deep: true })),
      calls(piece(0, 'a', 'look', { path: 'a/bc' })),
      finish('tool_calls'),
    ],
    blocks: ['look {"path":"a/bc","deep":true}'],
    end: 'tool-calls',
  },
  {
    title: 'earendil-works/pi#6225, openclaw/openclaw#98575 no finish reason, only [DONE]',
    body: [calls(piece(0, 'a', 'look', '{"path":"1"}')), '[DONE]'],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'a stream that ends without either was cut off, and its call does not count',
    body: [calls(piece(0, 'a', 'look', '{"path":"1"}'))],
    blocks: [],
    end: 'network',
  },
  {
    title: 'vllm-project/vllm#53255 a finish reason for calls without calls',
    body: [delta({ content: 'Hello', tool_calls: [] }), finish('tool_calls')],
    blocks: ['text Hello'],
    end: 'end',
  },
  {
    title: 'BerriAI/litellm#12481 end_turn beside a call',
    body: [calls(piece(0, 'a', 'look', '{"path":"1"}')), finish('end_turn')],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'ericc-ch/copilot-api#81, karthink/gptel#1284 one answer split into choices',
    body: JSON.stringify({
      choices: [
        { finish_reason: 'tool_calls', message: { role: 'assistant', content: 'I look.' } },
        {
          finish_reason: 'tool_calls',
          message: { role: 'assistant', tool_calls: [piece(undefined, 'a', 'look', '{"path":"1"}')] },
        },
        {
          finish_reason: 'tool_calls',
          message: { role: 'assistant', tool_calls: [piece(undefined, 'b', 'run', '{}')] },
        },
      ],
    }),
    blocks: ['text I look.', 'look {"path":"1"}', 'run {}'],
    end: 'tool-calls',
  },
  {
    title: 'BerriAI/litellm#35444 the same, numbered',
    body: JSON.stringify({
      choices: [
        { index: 0, finish_reason: 'stop', message: { content: 'I look.' } },
        {
          index: 1,
          finish_reason: 'tool_calls',
          message: { content: null, tool_calls: [piece(0, 'a', 'look', '{}')] },
        },
      ],
    }),
    blocks: ['text I look.', 'look {}'],
    end: 'tool-calls',
  },
  {
    title: 'two answers with calls stay separate',
    body: JSON.stringify({
      choices: [0, 1].map((index) => ({
        index,
        message: { tool_calls: [piece(0, 'a', 'look', `{"path":"${index}"}`)] },
      })),
    }),
    blocks: ['look {"path":"0"}'],
    end: 'tool-calls',
  },
  {
    title: 'vellum-ai/vellum-assistant#43134 a call that Google could not parse, behind a gateway',
    body: [
      delta({ content: ',patch:true}' }),
      finish('stop', { native_finish_reason: 'MALFORMED_FUNCTION_CALL' }),
      '[DONE]',
    ],
    blocks: ['text ,patch:true}'],
    end: 'server',
  },
  {
    title: 'NousResearch/hermes-agent#11171 the same from the compatible endpoint',
    body: [finish('function_call_filter: MALFORMED_FUNCTION_CALL'), '[DONE]'],
    blocks: [],
    end: 'server',
  },
];

const names: readonly Case[] = [
  ['amd/gaia#3742', 'look ', 'look'],
  ['openclaw/openclaw#39328', 'functions.look', 'look'],
  ['vllm-project/vllm#32633', 'look<|channel|>commentary', 'look'],
  ['vllm-project/vllm#32633', 'functions.look<|channel|>json', 'look'],
  ['fw-ai-external/python-sdk#119', 'look</arg_value>', 'look'],
  ['mozilla-ai/any-llm#1202', 'default_api.look', 'look'],
  [
    'zai-org/GLM-5#84 arguments in the name are not dropped',
    'look<arg_key>path</arg_key><arg_value>/</arg_value>',
    'look<arg_key>path</arg_key><arg_value>/</arg_value>',
  ],
  ['what nobody declared stays as it is', 'functions.erase', 'functions.erase'],
  ['NousResearch/hermes-agent#14186 what is only alike stays as it is', 'Look', 'Look'],
].map(([title = '', name, own]) => ({
  title: `${title} ${name}`,
  body: [calls(piece(0, 'a', name, '{"path":"1"}')), finish('tool_calls')],
  blocks: [`${own} {"path":"1"}`],
  end: 'tool-calls',
}));

const thinking: readonly Case[] = [
  {
    title: 'MoonshotAI/kimi-code#3928 the same thinking in two fields',
    body: [delta({ reasoning: 'Hm', reasoning_content: 'Hm' }), delta({ content: 'Yes' }), finish('stop')],
    blocks: ['thinking Hm', 'text Yes'],
    end: 'end',
  },
  {
    title: 'caozhiyuan/copilot-api#230 reasoning_text',
    body: [delta({ reasoning_text: 'Hm' }), delta({ reasoning_text: '!' }), delta({ content: 'Yes' }), finish('stop')],
    blocks: ['thinking Hm!', 'text Yes'],
    end: 'end',
  },
  {
    title: 'crmne/ruby_llm#420 a list of chunks, then text alone',
    body: [
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Okay' }] }] }),
      delta({ content: [{ type: 'text', text: 'Ye' }] }),
      delta({ content: 's' }),
      finish('stop'),
    ],
    blocks: ['thinking Okay', 'text Yes'],
    end: 'end',
  },
  {
    title: 'MiniMax-AI/MiniMax-M2#105 tags, split anywhere',
    target: served('MiniMax-M2.7'),
    body: said('<th', 'ink>\nI do', ' <b', '</thi', 'nk>\n\nYes', ' </think>'),
    blocks: ['thinking I do <b', 'text Yes </think>'],
    end: 'end',
  },
  {
    title: 'vllm-project/vllm#31045 no opening tag',
    target: served('Qwen/Qwen3-235B-A22B-Thinking-2507'),
    body: said('Okay, ', 'two.', '</th', 'ink>', '\n\n2'),
    blocks: ['thinking Okay, two.', 'text 2'],
    end: 'end',
  },
  {
    title: 'vllm-project/vllm#31045 the same whole',
    target: served('Qwen/Qwen3-235B-A22B-Thinking-2507'),
    body: message({ content: 'Okay, two.</think>\n\n2' }),
    blocks: ['thinking Okay, two.', 'text 2'],
    end: 'end',
  },
  {
    title: 'a server that extracts the thinking: its text is text',
    target: served('qwen3-30b-a3b-thinking-2507'),
    body: [delta({ reasoning_content: 'Hm' }), delta({ content: 'It ends with </think> there.' }), finish('stop')],
    blocks: ['thinking Hm', 'text It ends with </think> there.'],
    end: 'end',
  },
  {
    title: 'a model that did not think this time',
    target: served('qwq-32b'),
    body: said('Just', ' this.'),
    blocks: ['text Just this.'],
    end: 'end',
  },
  {
    title: 'empty tags, as Qwen3 writes them when it does not think',
    target: served('qwen3-8b'),
    body: said('<think>\n', '\n</think>\n\n', 'Yes'),
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'BerriAI/litellm#30796 a tag that is never closed, and a call',
    target: served('MiniMax-M2.1'),
    body: [delta({ content: '<think>I look' }), calls(piece(0, 'a', 'look', '{}')), finish('tool_calls')],
    blocks: ['thinking I look', 'look {}'],
    end: 'tool-calls',
  },
  {
    title: 'tags later in the text are ordinary text',
    target: served('qwen3-8b'),
    body: said('Write <think>', 'so</think>.'),
    blocks: ['text Write <think>so</think>.'],
    end: 'end',
  },
  {
    title: 'tags from an unknown model are text',
    body: said('<think>so</think>Yes'),
    blocks: ['text <think>so</think>Yes'],
    end: 'end',
  },
];

const texts: readonly Case[] = [
  {
    title: 'TokenRhythm/opensquilla#985 markup inside ordinary text is text',
    target: served('deepseek-v4-flash'),
    body: said('```\n<｜DSML｜invoke name="run">', '</｜DSML｜invoke>\n```'),
    blocks: ['text ```\n<｜DSML｜invoke name="run"></｜DSML｜invoke>\n```'],
    end: 'end',
  },
  {
    title: 'theroyallab/tabbyAPI#378 Qwen-Coder’s form, where calls are read from the text',
    target: untrained,
    body: said(
      'I look.\n<tool_call>\n<function=look>\n<parameter=path>\nREAD',
      'ME.md\n</parameter>\n</function>\n</tool_call>',
    ),
    blocks: ['text I look.\n', 'look {"path":"README.md"}'],
    end: 'tool-calls',
  },
  {
    title: 'osaurus-ai/vmlx-swift#228, zai-org/GLM-5#84 GLM’s form, where calls are read from the text',
    target: untrained,
    body: said(
      '<tool_call>look<arg_key>path</arg_key>\n<arg_value>/home</arg_value><arg_key>deep</arg_key><arg_value>true</arg_value></tool_call>',
    ),
    blocks: ['look {"path":"/home","deep":true}'],
    end: 'tool-calls',
  },
  {
    title: 'vllm-project/vllm#49248 a broken form stays text',
    target: untrained,
    body: said('<tool_call>look<arg_key>path</arg_key>/home</arg_value></tool_call>'),
    blocks: ['text <tool_call>look<arg_key>path</arg_key>/home</arg_value></tool_call>'],
    end: 'end',
  },
];

const event = (type: string, more: JsonObject = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const whole = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x', stop_reason: 'end_turn' };

const anthropic: readonly Case[] = [
  {
    title: 'vercel/ai#18331 a second message inside the first',
    body:
      event('message_start', { message: { id: 'msg_1' } }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: 'Ye' } }) +
      event('content_block_stop', { index: 0 }) +
      event('content_block_start', {
        index: 1,
        content_block: { type: 'tool_use', id: 'a', name: 'look', input: {} },
      }) +
      event('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json: '{"pa' } }) +
      event('message_start', { message: { id: 'msg_2' } }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: 'Yes' } }) +
      event('message_stop', {}),
    blocks: ['text Ye'],
    end: 'network',
  },
  {
    title: 'maximhq/bifrost#4556, BerriAI/litellm#32479 the same start again',
    body:
      event('message_start', { message: { id: 'msg_1' } }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: 'Ye' } }) +
      event('message_start', { message: { id: 'msg_1' } }) +
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 's' } }) +
      event('message_stop', {}),
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'text instead of blocks',
    body: JSON.stringify({ ...whole, content: 'Yes' }),
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'nothing instead of blocks',
    body: JSON.stringify({ ...whole, content: null }),
    blocks: [],
    end: 'end',
  },
  {
    title: 'the whole message as one event',
    body: event('message', { ...whole, content: [{ type: 'text', text: 'Yes' }] }),
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'LionSR/TeXRA#9125, turnstonelabs/turnstone#1162 no room for a word',
    body: JSON.stringify({ ...whole, content: [], stop_reason: 'model_context_window_exceeded' }),
    blocks: [],
    end: 'context-overflow',
  },
  {
    title: 'laravel/ai#881 room for some words',
    body: JSON.stringify({
      ...whole,
      content: [{ type: 'text', text: 'We' }],
      stop_reason: 'model_context_window_exceeded',
    }),
    blocks: ['text We'],
    end: 'max-tokens',
  },
  {
    title: 'use-agent-os/agent-os#2118 an error in the middle of a stream',
    body:
      event('message_start', { message: { id: 'm' } }) +
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'We' } }) +
      event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    blocks: ['text We'],
    end: 'overloaded',
  },
  {
    title: 'arguments that were there at the start',
    body:
      event('content_block_start', {
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'look', input: { path: '1' } },
      }) +
      event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '' } }) +
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: { stop_reason: 'tool_use' } }),
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
].map((each) => ({ ...each, target: claude }));

const call = (more: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  call_id: 'call_1',
  name: 'look',
  arguments: '{"path":"1"}',
  ...more,
});
const spoken = (text: string, id?: string): JsonObject => ({
  type: 'message',
  ...(id === undefined ? {} : { id }),
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const completed = (output: readonly JsonValue[]): string =>
  event('response.completed', { response: { id: 'r', status: 'completed', output } });

const items: readonly Case[] = [
  {
    title: 'a second response inside the first, as vercel/ai#18331 has it of messages',
    body:
      event('response.created', { response: { id: 'resp_1' } }) +
      event('response.output_item.done', { output_index: 0, item: spoken('Yes', 'msg_1') }) +
      event('response.created', { response: { id: 'resp_2' } }) +
      event('response.output_item.done', { output_index: 0, item: spoken('Yes', 'msg_2') }) +
      completed([]),
    blocks: ['text Yes'],
    end: 'network',
  },
  {
    title: "incomplete without a reason, in Prism's recordings",
    body: JSON.stringify({ object: 'response', status: 'incomplete', output: [spoken('Ye', 'msg_1')] }),
    blocks: ['text Ye'],
    end: 'max-tokens',
  },
  {
    title: "another word for completed, in pydantic-ai's recordings",
    body: JSON.stringify({ object: 'response', status: 'complete', output: [spoken('Yes', 'msg_1')] }),
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'BerriAI/litellm#32724, QuantumNous/new-api#4362 a final list without the streamed text',
    body: event('response.output_item.done', { output_index: 0, item: spoken('Yes', 'msg_1') }) + completed([]),
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'anomalyco/opencode#45081 a call without an id',
    body: event('response.output_item.done', { item: call() }) + completed([]),
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'anomalyco/opencode#46084 the final list has the call without its id, at another position',
    body:
      event('response.output_item.added', { output_index: 1, item: call({ id: 'fc_1', arguments: '' }) }) +
      event('response.function_call_arguments.delta', { output_index: 1, item_id: 'fc_1', delta: '{"path"' }) +
      completed([call()]),
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'NVIDIA-NeMo/Switchyard#777 only the final list has the call; text was streamed',
    body:
      event('response.output_item.done', { output_index: 0, item: spoken('I look.', 'msg_1') }) +
      completed([call({ id: 'fc_1' }), spoken('I look.', 'msg_1')]),
    blocks: ['text I look.', 'look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'makecindy/cindy#4509 parts without text, and a list beside the response',
    body:
      event('response.output_item.added', {
        output_index: 0,
        item: { id: 'msg_1', type: 'message', content: [{ type: 'output_text' }] },
      }) +
      event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, delta: 'HELLO' }) +
      event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, delta: ' WORLD' }) +
      event('response.output_item.done', {
        output_index: 0,
        item: { id: 'msg_1', type: 'message', content: [{ type: 'output_text' }] },
      }) +
      event('response.completed', { response: { id: 'r', status: 'completed' }, output: [] }),
    blocks: ['text HELLO WORLD'],
    end: 'end',
  },
  {
    title: 'decolua/9router#705 a final event without a list',
    body:
      event('response.output_item.done', { output_index: 0, item: spoken('Yes', 'msg_1') }) +
      event('response.completed', { response: { status: 'completed', error: null } }),
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'the whole response as one event',
    body: `data: ${JSON.stringify({ id: 'r', object: 'response', status: 'completed', output: [spoken('Yes')] })}\n\n`,
    blocks: ['text Yes'],
    end: 'end',
  },
].map((each) => ({ ...each, target: responses }));

const candidate = (parts: readonly JsonValue[], more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, ...more }],
});

const gemini: readonly Case[] = [
  {
    title: 'google-gemini/gemini-cli#12965 a malformed call',
    body: [
      candidate([], { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: print(look(' }),
    ],
    blocks: [],
    end: 'server',
  },
  {
    title: 'epam/ai-dial-adapter-vertexai#325 a call that must not run',
    body: [candidate([{ functionCall: { name: 'erase', args: {} } }], { finishReason: 'UNEXPECTED_TOOL_CALL' })],
    blocks: ['erase {}'],
    end: 'server',
  },
  {
    title: 'omnigent-ai/omnigent#28 two calls in one chunk',
    body: [
      candidate([{ functionCall: { name: 'look', args: { path: '1' } } }, { functionCall: { name: 'run' } }], {
        finishReason: 'STOP',
      }),
    ],
    blocks: ['look {"path":"1"}', 'run {}'],
    end: 'tool-calls',
  },
  {
    title: 'a list instead of a stream of events',
    body: JSON.stringify([candidate([{ text: 'Ye' }]), candidate([{ text: 's' }], { finishReason: 'STOP' })]),
    blocks: ['text Yes'],
    end: 'end',
  },
].map((each) => ({ ...each, target: google }));

const lines: readonly Case[] = [
  {
    title: 'QuantumNous/new-api#7252 a call in the last line',
    body: [
      {
        message: { content: 'I look.', tool_calls: [{ function: { name: 'look', arguments: { path: '1' } } }] },
        done: true,
        done_reason: 'stop',
      },
    ],
    blocks: ['text I look.', 'look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'code-yeongyu/oh-my-openagent#1122 a call in a line before the last',
    body: [
      { message: { tool_calls: [{ function: { name: 'look', arguments: '{"path":"1"}' } }] }, done: false },
      { message: { content: '' }, done: true },
    ],
    blocks: ['look {"path":"1"}'],
    end: 'tool-calls',
  },
  {
    title: 'coasys/ad4m#1001 an error in the middle',
    body: [{ message: { content: 'We' }, done: false }, { error: 'an error was encountered while running the model' }],
    blocks: ['text We'],
    end: 'server',
  },
].map((each) => ({ ...each, target: ollama }));

const page = '\r\n<!DOCTYPE html><html><body>Sign in</body></html>';

const bodies: readonly Case[] = [
  {
    title: 'Perplexity, as ruby_llm recorded it: an empty delta beside the message of a complete answer',
    body: message({ content: 'Yes[1]' }, { delta: { role: 'assistant', content: '' } }),
    blocks: ['text Yes[1]'],
    end: 'end',
  },
  {
    title: 'Perplexity, streamed: each chunk also has the message so far',
    body: [
      delta({ content: 'Ye' }, { message: { role: 'assistant', content: 'Ye' } }),
      delta({ content: 's' }, { message: { role: 'assistant', content: 'Yes' } }),
      delta({ content: '' }, { message: { role: 'assistant', content: 'Yes' }, finish_reason: 'stop' }),
    ],
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'a whole response instead of a stream',
    body: `\n${message({ content: 'Yes', tool_calls: [piece(undefined, 'a', 'look', '{}')] })}`,
    blocks: ['text Yes', 'look {}'],
    end: 'tool-calls',
  },
  { title: 'a web page', body: page, blocks: [], end: 'server' },
  { title: 'a web page instead of lines', target: ollama, body: page, blocks: [], end: 'server' },
  {
    title: 'dataelement/Clawith#106, miruamel/xuan#194 no space, other line ends, a byte order mark, no final line end',
    body: `\uFEFFdata:${JSON.stringify(delta({ content: 'Ye' }))}\r\n\r\n: OPENROUTER PROCESSING\r\n\r\ndata:${JSON.stringify(delta({ content: 's' }, { finish_reason: 'stop' }))}`,
    blocks: ['text Yes'],
    end: 'end',
  },
  {
    title: 'mnfst/llm-gateway#2053 a comment made an event',
    body: `data: : OPENROUTER PROCESSING\n\ndata: ${JSON.stringify(delta({ content: 'Yes' }, { finish_reason: 'stop' }))}\n\n`,
    blocks: ['text Yes'],
    end: 'end',
  },
];

function bodyOf({ body, target = chat }: Case): string {
  if (typeof body === 'string') return body;
  const frames = body.map((frame) => (typeof frame === 'string' ? frame : JSON.stringify(frame)));
  return target.provider === 'ollama' ? `${frames.join('\n')}\n` : frames.map((frame) => `data: ${frame}\n\n`).join('');
}

function summary({ content, stop, failure }: Reply): { readonly blocks: readonly string[]; readonly end: string } {
  return { blocks: content.blocks.map(lineOf), end: failure?.reason ?? stop };
}

function lineOf(block: Block): string {
  if (block.type === 'text') return `text ${block.text}`;
  if (block.type === 'thinking') return `thinking ${block.thought}`;
  return block.type === 'tool_call' ? `${block.name} ${JSON.stringify(block.parameters)}` : block.type;
}

const groups: Readonly<Record<string, readonly Case[]>> = {
  'calls on Chat': chatCalls,
  'tool names': names,
  thinking,
  'calls in text': texts,
  anthropic,
  responses: items,
  gemini,
  ollama: lines,
  bodies,
};

describe.each(Object.entries(groups))('%s', (_, cases) => {
  test.each(cases)('$title', async (each) => {
    const { blocks, end, target = chat } = each;
    const request = prepareRequest({
      contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'go' }] }],
      tools,
      target,
    });
    const bytes = new TextEncoder().encode(bodyOf(each));
    const single = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
    for (const chunks of [[bytes], single, halvesOf(bytes, 2), halvesOf(bytes, 3)]) {
      expect(summary(await readStream(request, chunks).reply())).toEqual({ blocks, end });
    }
    // Whatever was requested, the body itself shows its format.
    expect(summary(readResponse(request, bodyOf(each)))).toEqual({ blocks, end });
  });
});

function halvesOf(bytes: Uint8Array, parts: number): readonly Uint8Array[] {
  const size = Math.ceil(bytes.length / parts);
  return Array.from({ length: parts }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
