/** Azure's content filter: what it adds to answers (AZR-011), and what it says when it refuses a prompt (AZR-004). */
import type { ApiResponse } from '../api/api.ts';
import { dataEvent } from '../api/events.ts';
import { arrayOf, isObject, type JsonObject, objectOf, parseJson } from '../api/json.ts';
import { jsonResponse } from '../api/json-response.ts';

const safe = { filtered: false, severity: 'safe' } as const;
const categories: JsonObject = { hate: safe, self_harm: safe, sexual: safe, violence: safe };
const prompt: JsonObject = { ...categories, jailbreak: { filtered: false, detected: false } };
const promptResults = [{ prompt_index: 0, content_filter_results: prompt }];

export const filteredPrompt: ApiResponse = jsonResponse(400, {
  error: {
    message:
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry. To learn more about our content filtering policies please read our documentation: https://go.microsoft.com/fwlink/?linkid=2198766",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: { ...prompt, violence: { filtered: true, severity: 'medium' } },
    },
  },
});

export function withFilterResults(response: ApiResponse): ApiResponse {
  if (response.status !== 200) return response;
  if (typeof response.body === 'string') {
    const whole = { ...marked(objectOf(parseJson(response.body)?.value)), prompt_filter_results: promptResults };
    return { ...response, body: JSON.stringify(whole) };
  }
  const first = { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: promptResults };
  return { ...response, body: [dataEvent(first), ...response.body.map(markFrame)] };
}

function markFrame(frame: string): string {
  const chunk = parseJson(frame.replace(/^data: /, ''))?.value;
  return isObject(chunk) ? dataEvent(marked(chunk)) : frame;
}

function marked(answer: JsonObject): JsonObject {
  const choices = arrayOf(answer['choices']).map((choice) => ({
    ...objectOf(choice),
    content_filter_results: objectOf(choice)['finish_reason'] === null ? {} : categories,
  }));
  return { ...answer, choices };
}
