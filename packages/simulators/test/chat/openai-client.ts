/** Runs one scene with OpenAI's SDK against a compatible provider, and collects the answers. */
import type OpenAI from 'openai';
import type { ChatCompletionFunctionTool, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Model } from '../../src/api/model.ts';

/** Thinks, calls two tools in parallel, and reports their results. */
export const sceneModel: Model = ({ turns, tools }) => {
  const results = turns.flatMap((turn) => turn.results);
  if (results.length > 0) {
    return {
      parts: [{ think: 'Now I know.' }, { say: `They said ${results.map(({ text }) => text).join(' and ')}.` }],
      stop: 'end',
    };
  }
  if (tools.length === 0) return { parts: [{ think: 'Somebody is here.' }, { say: 'Good morning.' }], stop: 'end' };
  return {
    parts: [
      { think: 'Two places.' },
      { call: 'weather', args: { city: 'Paris' } },
      { call: 'weather', args: { city: 'Rome' } },
    ],
    stop: 'calls',
  };
};

export const hello: ChatCompletionMessageParam = { role: 'user', content: 'Hello.' };
export const ask: ChatCompletionMessageParam = { role: 'user', content: 'How is the weather in Paris and Rome?' };
export const tools: ChatCompletionFunctionTool[] = [
  {
    type: 'function',
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
];

export interface Gathered {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
  readonly finish: string | null;
  readonly chunks: number;
  readonly total: number | undefined;
}

/** Assembles a stream from its deltas. */
export async function gather(
  client: OpenAI,
  model: string,
  messages: ChatCompletionMessageParam[],
  withTools: boolean,
): Promise<Gathered> {
  const stream = await client.chat.completions.create({
    model,
    messages,
    stream: true,
    ...(withTools ? { tools } : {}),
  });
  const calls: { id: string; name: string; args: string }[] = [];
  let gathered: Omit<Gathered, 'calls'> = { text: '', thinking: '', finish: null, chunks: 0, total: undefined };
  for await (const { choices, usage } of stream) {
    const choice = choices[0];
    const delta: { content?: string | null; reasoning_content?: string } = choice?.delta ?? {};
    for (const part of choice?.delta.tool_calls ?? []) {
      const call = calls[part.index] ?? { id: '', name: '', args: '' };
      calls[part.index] = {
        id: call.id + (part.id ?? ''),
        name: call.name + (part.function?.name ?? ''),
        args: call.args + (part.function?.arguments ?? ''),
      };
    }
    gathered = {
      text: gathered.text + (delta.content ?? ''),
      thinking: gathered.thinking + (delta.reasoning_content ?? ''),
      finish: choice?.finish_reason ?? gathered.finish,
      chunks: gathered.chunks + 1,
      total: usage?.total_tokens ?? gathered.total,
    };
  }
  return { ...gathered, calls };
}

/** The answer as the SDK sends it back, with a result for each call: sun, then rain. */
export function giveBack({ text, thinking, calls }: Gathered): ChatCompletionMessageParam[] {
  const assistant = {
    role: 'assistant' as const,
    content: text,
    reasoning_content: thinking,
    tool_calls: calls.map(({ id, name, args }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: args },
    })),
  };
  const results = calls.map(({ id }, index) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: ['sun', 'rain'][index] ?? '',
  }));
  return [assistant, ...results];
}

/** A call of the tool and its result, without the thinking that led to it. */
export function callWithoutThinking(id: string): ChatCompletionMessageParam[] {
  const call = { id, type: 'function' as const, function: { name: 'weather', arguments: '{}' } };
  return [
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: 'sun' },
  ];
}

/** The error that a promise rejects with. */
export async function failure(sent: Promise<unknown>): Promise<unknown> {
  return sent.then(
    () => 'no error',
    (error: unknown) => error,
  );
}
