import { Mistral } from '@mistralai/mistralai';
import type {
  AssistantMessage,
  ChatCompletionStreamRequest,
  CompletionEvent,
  ToolCall,
} from '@mistralai/mistralai/models/components';
import { type Answered, loop, type SdkClient, toolName, toolSchema } from './sdk-client.ts';

type Message = ChatCompletionStreamRequest['messages'][number];

/** Speaks Chat in its own dialect, and checks every answer against its schemas. */
export const mistralClient: SdkClient = {
  name: 'mistral',
  ids: /^call_[\w-]{24}$/,
  open: ({ url, model, stream, key = 'any', run }) => {
    const client = new Mistral({ serverURL: url, apiKey: key });
    const messages: Message[] = [{ role: 'system', content: 'You read files.' }];
    const request = {
      model,
      messages,
      tools: [{ type: 'function' as const, function: { name: toolName, parameters: toolSchema } }],
    };
    const complete = async (): Promise<AssistantMessage> => {
      if (!stream) {
        const { choices } = await client.chat.complete(request);
        const message = choices?.[0]?.message;
        if (message === undefined) throw new Error('There is no answer.');
        return message;
      }
      return gathered(await client.chat.stream(request));
    };
    const ask = async (): Promise<Answered> => {
      const { content, toolCalls } = await complete();
      messages.push({ role: 'assistant', content: content ?? '', ...(toolCalls ? { toolCalls } : {}) });
      return {
        text: typeof content === 'string' ? content : '',
        calls: (toolCalls ?? []).map(({ id, function: { arguments: args } }) => ({
          id: id ?? '',
          args: typeof args === 'string' ? JSON.parse(args) : args,
        })),
      };
    };
    return {
      say: (text) => {
        messages.push({ role: 'user', content: text });
        return loop(
          ask,
          (results) => {
            for (const { id, result } of results) {
              messages.push({ role: 'tool', toolCallId: id, name: toolName, content: result });
            }
          },
          run,
        );
      },
    };
  },
};

/** Its SDK leaves it to its user to put a stream together. */
async function gathered(stream: AsyncIterable<CompletionEvent>): Promise<AssistantMessage> {
  let text = '';
  const toolCalls: ToolCall[] = [];
  for await (const { data } of stream) {
    const delta = data.choices[0]?.delta;
    if (typeof delta?.content === 'string') text += delta.content;
    toolCalls.push(...(delta?.toolCalls ?? []));
  }
  return { content: text, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
}
