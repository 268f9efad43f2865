/** The length of a request and an answer; media count what Google counts for a small picture. */

import { type JsonObject, objectOf } from '../api/json.ts';
import { tokensOf } from '../api/tokens.ts';
import { type GeminiContent, type PartData, readContent, readContents } from './contents.ts';

const tokensPerMedium = 258;

export function countRequest(request: JsonObject): number {
  const system = request['systemInstruction'] === undefined ? [] : [readContent(request['systemInstruction'], -1)];
  const contents = [...system, ...readContents(request['contents'])];
  const tools = request['tools'] === undefined ? '' : JSON.stringify(request['tools']);
  return tokensOf(contents.map(textIn).join('') + tools) + contents.reduce((sum, each) => sum + mediaTokens(each), 0);
}

/** Usage as every answer reports it. */
export function usageOf(prompt: number, said: string, thoughts: string): JsonObject {
  const candidates = tokensOf(said);
  const thought = tokensOf(thoughts);
  return {
    promptTokenCount: prompt,
    ...(candidates === 0 ? {} : { candidatesTokenCount: candidates }),
    totalTokenCount: prompt + candidates + thought,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: prompt }],
    ...(thought === 0 ? {} : { thoughtsTokenCount: thought }),
  };
}

function textIn({ parts }: GeminiContent): string {
  return parts.map(({ data }) => textOfData(data)).join('');
}

function textOfData(data: PartData): string {
  if (data.kind === 'call') return data.name + JSON.stringify(data.args);
  if (data.kind === 'response') return data.name + JSON.stringify(objectOf(data.response));
  return 'text' in data ? data.text : '';
}

function mediaTokens({ parts }: GeminiContent): number {
  const counts = parts.map(({ data }) => {
    if (data.kind === 'response') return data.media?.length ?? 0;
    return data.kind === 'media' ? 1 : 0;
  });
  return counts.reduce<number>((sum, count) => sum + count, 0) * tokensPerMedium;
}
