import { type Message, Ollama } from 'ollama';
import { type Answered, loop, type SdkClient, toolName, toolSchema } from './sdk-client.ts';

export const ollamaClient: SdkClient = {
  name: 'ollama',
  ids: /^call_[\w-]{24}$/,
  open: ({ url, model, stream, key = 'any', run }) => {
    const client = new Ollama({ host: url, headers: { authorization: `Bearer ${key}` } });
    const messages: Message[] = [{ role: 'system', content: 'You read files.' }];
    const request = {
      model,
      messages,
      tools: [{ type: 'function', function: { name: toolName, description: 'Reads a file.', parameters: toolSchema } }],
    };
    const answer = async (): Promise<Message> => {
      if (!stream) {
        const { message } = await client.chat({ ...request, stream: false });
        return message;
      }
      let whole: Message = { role: 'assistant', content: '' };
      for await (const { message } of await client.chat({ ...request, stream: true })) {
        whole = {
          ...whole,
          content: whole.content + message.content,
          tool_calls: [...(whole.tool_calls ?? []), ...(message.tool_calls ?? [])],
        };
      }
      return whole;
    };
    const ask = async (): Promise<Answered> => {
      const message = await answer();
      messages.push(message);
      const calls = message.tool_calls ?? [];
      return {
        text: message.content,
        calls: calls.map((call) => ({ id: String(Reflect.get(call, 'id')), args: call.function.arguments })),
      };
    };
    return {
      say: (text) => {
        messages.push({ role: 'user', content: text });
        return loop(
          ask,
          (results) => {
            for (const { id, result } of results) {
              messages.push({ role: 'tool', content: result, tool_name: toolName, ...{ tool_call_id: id } });
            }
          },
          run,
        );
      },
    };
  },
};
