import Anthropic from '@anthropic-ai/sdk';
import { loop, type SdkClient, toolName, toolSchema } from './sdk-client.ts';

export const anthropicClient: SdkClient = {
  name: 'anthropic',
  ids: /^toolu_[\w-]{24}$/,
  open: ({ url, model, stream, key = 'any', run }) => {
    const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
    const messages: Anthropic.MessageParam[] = [];
    const ask = async (): Promise<Awaited<ReturnType<Parameters<typeof loop>[0]>>> => {
      const request = {
        model,
        max_tokens: 4000,
        system: 'You read files.',
        tools: [{ name: toolName, input_schema: toolSchema }],
        messages,
      };
      const answer = stream
        ? await client.messages.stream(request).finalMessage()
        : await client.messages.create(request);
      messages.push({ role: 'assistant', content: answer.content });
      const calls = answer.content.filter((block) => block.type === 'tool_use');
      const text = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
      if ((answer.stop_reason === 'tool_use') !== calls.length > 0)
        throw new Error(`stop_reason ${answer.stop_reason}`);
      return { text, calls: calls.map(({ id, input }) => ({ id, args: input })) };
    };
    return {
      say: (text) => {
        messages.push({ role: 'user', content: text });
        return loop(
          ask,
          (results) => {
            const content = results.map(({ id, result }) => ({
              type: 'tool_result' as const,
              tool_use_id: id,
              content: result,
            }));
            messages.push({ role: 'user', content });
          },
          run,
        );
      },
    };
  },
};
