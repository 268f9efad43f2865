/**
 * Clients of the Responses API that rely on stored responses. One continues a response by its id and sends only what is new. The other sends
 * the whole conversation with references in place of what the model said, as the AI SDK does.
 */
import OpenAI from 'openai';
import { type Answered, loop, type OpenOptions, type SdkClient, toolName, toolSchema } from './sdk-client.ts';

type Item = OpenAI.Responses.ResponseInputItem;

/** What of an answer goes into the next request. */
interface Manner {
  readonly name: string;
  next(input: readonly Item[], response: OpenAI.Responses.Response): { input: Item[]; previous?: string };
}

const byId: Manner = {
  name: 'openai-responses, continued by id',
  next: (_, { id }) => ({ input: [], previous: id }),
};

const byReference: Manner = {
  name: 'openai-responses, with references',
  next: (input, { output }) => ({
    input: [...input, ...output.map((item) => ({ type: 'item_reference' as const, id: item.id ?? '' }))],
  }),
};

export const openaiStoredClients: readonly SdkClient[] = [byId, byReference].map(({ name, next }) => ({
  name,
  ids: /^call_[\w-]{24}$/,
  open: ({ url, model, stream, key = 'any', run }: OpenOptions) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
    let state: ReturnType<Manner['next']> = { input: [] };
    const ask = async (): Promise<Answered> => {
      const { input, previous } = state;
      const request = {
        model,
        instructions: 'You read files.',
        tools: [{ type: 'function' as const, name: toolName, parameters: toolSchema, strict: false }],
        input,
        ...(previous === undefined ? {} : { previous_response_id: previous }),
      };
      const response = stream
        ? await client.responses.stream(request).finalResponse()
        : await client.responses.create(request);
      const { output, output_text: text, status, store, previous_response_id: said } = Object(response);
      if (status !== 'completed' || store !== true || said !== (previous ?? null)) {
        throw new Error(`status ${status}, store ${store}, previous ${said} and not ${previous}`);
      }
      state = next(input, response);
      const calls = (output as OpenAI.Responses.ResponseOutputItem[]).flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, args: JSON.parse(item.arguments) }] : [],
      );
      return { text, calls };
    };
    return {
      say: (text: string) => {
        state.input.push({ role: 'user', content: text });
        return loop(
          ask,
          (results) => {
            for (const { id, result } of results)
              state.input.push({ type: 'function_call_output', call_id: id, output: result });
          },
          run,
        );
      },
    };
  },
}));
