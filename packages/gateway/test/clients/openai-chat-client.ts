import OpenAI from 'openai';
import { type Answered, loop, type SdkClient, toolName, toolSchema } from './sdk-client.ts';

export const openaiChatClient: SdkClient = {
  name: 'openai-chat',
  ids: /^call_[\w-]{24}$/,
  open: ({ url, model, stream, key = 'any', run }) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: 'You read files.' }];
    const request = {
      model,
      tools: [{ type: 'function' as const, function: { name: toolName, parameters: toolSchema } }],
      messages,
    };
    const complete = async (): Promise<OpenAI.ChatCompletion> => {
      if (!stream) return client.chat.completions.create(request);
      return client.chat.completions
        .stream({ ...request, stream_options: { include_usage: true } })
        .finalChatCompletion();
    };
    const ask = async (): Promise<Answered> => {
      const { choices } = await complete();
      const [choice] = choices;
      if (choice === undefined) throw new Error('There is no answer.');
      const { content, tool_calls: called = [] } = choice.message;
      // As clients do: what the format has no field for is not sent again.
      messages.push({ role: 'assistant', content, ...(called.length === 0 ? {} : { tool_calls: called }) });
      if ((choice.finish_reason === 'tool_calls') !== called.length > 0)
        throw new Error(`stop ${choice.finish_reason}`);
      const calls = called.filter((call) => call.type === 'function');
      return {
        text: content ?? '',
        calls: calls.map(({ id, function: { arguments: args } }) => ({ id, args: JSON.parse(args) })),
      };
    };
    return {
      say: (text) => {
        messages.push({ role: 'user', content: text });
        return loop(
          ask,
          (results) => {
            for (const { id, result } of results) messages.push({ role: 'tool', tool_call_id: id, content: result });
          },
          run,
        );
      },
    };
  },
};
