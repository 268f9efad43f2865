/** What the model sees of a request. */
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../api/json.ts';
import type { Seen, SeenResult, SeenTool, SeenTurn } from '../api/model.ts';
import { declarationsOf } from './checks/tools.ts';
import {
  callsOf,
  type GeminiContent,
  isModel,
  mediaIn,
  type ResponsePart,
  readContent,
  responsesOf,
  textIn,
} from './contents.ts';
import type { CheckedRequest } from './finding.ts';

export function seenOf({ request, contents, model }: CheckedRequest): Seen {
  const generation = objectOf(request['generationConfig']);
  const maxTokens = generation['maxOutputTokens'];
  const budget = objectOf(generation['thinkingConfig'])['thinkingBudget'];
  const system = request['systemInstruction'];
  return {
    system: system === undefined ? '' : textIn(readContent(system, -1), false),
    tools: declarationsOf(request).map(({ raw }) => toolOf(raw)),
    turns: contents.map(turnOf),
    toolChoice: toolChoiceOf(objectOf(objectOf(request['toolConfig'])['functionCallingConfig'])),
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    // Gemini thinks by default; Claude only with a budget.
    thinks: model.route === 'claude' ? typeof budget === 'number' && budget !== 0 : budget !== 0,
  };
}

function toolOf(raw: JsonObject): SeenTool {
  const schema = raw['parametersJsonSchema'] ?? raw['parameters'];
  return { name: textOf(raw['name']), description: textOf(raw['description']), schema: objectOf(schema) };
}

function toolChoiceOf(config: JsonObject): Seen['toolChoice'] {
  const names = arrayOf(config['allowedFunctionNames']).map(textOf);
  if (config['mode'] === 'NONE') return 'none';
  if (config['mode'] !== 'ANY') return 'auto';
  const [only = ''] = names;
  return names.length === 1 ? { tool: only } : 'required';
}

function turnOf(content: GeminiContent): SeenTurn {
  return {
    role: isModel(content) ? 'model' : 'user',
    text: textIn(content, false),
    thinking: textIn(content, true),
    calls: callsOf(content).map(({ data: { id, name, args } }) => ({ id, name, args })),
    results: responsesOf(content).map(resultOf),
    media: mediaIn(content),
  };
}

/** `output` and `error` are Google's names for the outcome; without them the whole object is the output. */
function resultOf({ data: { id, name, response, media } }: ResponsePart): SeenResult {
  const keys = Object.keys(response);
  const isError = Object.hasOwn(response, 'error');
  const only = keys.length === 1 && (isError || Object.hasOwn(response, 'output')) ? response[keys[0] ?? ''] : response;
  const text = typeof only === 'string' ? only : (JSON.stringify(only) ?? '');
  return { id, name, text, isError, media: media ?? [] };
}

/** Whether the answer includes thoughts. */
export function showsThoughts(request: JsonObject): boolean {
  const config = objectOf(request['generationConfig'])['thinkingConfig'];
  return isObject(config) && config['includeThoughts'] === true;
}
