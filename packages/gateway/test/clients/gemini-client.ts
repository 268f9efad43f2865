import { type Content, GoogleGenAI, type Part } from '@google/genai';
import { type Answered, loop, type SdkClient, toolName, toolSchema } from './sdk-client.ts';

export const geminiClient: SdkClient = {
  name: 'gemini',
  ids: /^call_[\w-]{24}$/,
  open: ({ url, model, stream, key = 'any', run }) => {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
    const contents: Content[] = [];
    const request = {
      model,
      contents,
      config: {
        systemInstruction: 'You read files.',
        tools: [{ functionDeclarations: [{ name: toolName, parametersJsonSchema: toolSchema }] }],
      },
    };
    const partsOf = async (): Promise<readonly Part[]> => {
      if (!stream) {
        const { candidates } = await client.models.generateContent(request);
        return candidates?.[0]?.content?.parts ?? [];
      }
      const parts: Part[] = [];
      for await (const chunk of await client.models.generateContentStream(request)) {
        parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      }
      return parts;
    };
    const ask = async (): Promise<Answered> => {
      const parts = await partsOf();
      contents.push({ role: 'model', parts: [...parts] });
      const text = parts.flatMap((part) => (part.thought === true ? [] : [part.text ?? ''])).join('');
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
      return { text, calls: calls.map(({ id = '', args }) => ({ id, args })) };
    };
    return {
      say: (text) => {
        contents.push({ role: 'user', parts: [{ text }] });
        return loop(
          ask,
          (results) => {
            const parts = results.map(({ id, result }) => ({
              functionResponse: { id, name: toolName, response: { output: result } },
            }));
            contents.push({ role: 'user', parts });
          },
          run,
        );
      },
    };
  },
};
