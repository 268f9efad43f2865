import OpenAI from 'openai';
import { type Answered, loop, type SdkClient, toolName, toolSchema } from './sdk-client.ts';

export const openaiResponsesClient: SdkClient = {
  name: 'openai-responses',
  ids: /^call_[\w-]{24}$/,
  open: ({ url, model, stream, key = 'any', run }) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
    const input: OpenAI.Responses.ResponseInputItem[] = [];
    const ask = async (): Promise<Answered> => {
      const request = {
        model,
        instructions: 'You read files.',
        store: false,
        include: ['reasoning.encrypted_content' as const],
        tools: [{ type: 'function' as const, name: toolName, parameters: toolSchema, strict: false }],
        input,
      };
      const response = stream
        ? await client.responses.stream(request).finalResponse()
        : await client.responses.create(request);
      const { output, output_text: text, status } = response;
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
      if (status !== 'completed') throw new Error(`status ${status}`);
      const calls = output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, args: JSON.parse(item.arguments) }] : [],
      );
      return { text, calls };
    };
    return {
      say: (text) => {
        input.push({ role: 'user', content: text });
        return loop(
          ask,
          (results) => {
            for (const { id, result } of results)
              input.push({ type: 'function_call_output', call_id: id, output: result });
          },
          run,
        );
      },
    };
  },
};
