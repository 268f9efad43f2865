/** Reads the settings of a request. Streaming is in its path. */
import type { JsonObject } from '@interlock/transcript';
import { readNumbers } from '../../../decode-request/read-further.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { asArray, asNumber, asObject, asObjects, asText } from '../../../json/json.ts';
import type { Settings, ToolChoice } from '../../../traits/settings.ts';
import { allEfforts } from '../../../traits/thinking.ts';

/** Read elsewhere, or without effect on the answer. */
const known: ReadonlySet<string> = new Set([
  ...['modelId', 'messages', 'system', 'toolConfig', 'inferenceConfig', 'additionalModelRequestFields'],
  ...['requestMetadata', 'performanceConfig', 'serviceTier', 'additionalModelResponseFieldPaths'],
]);

export function readSettings(request: JsonObject, report: Report): Settings {
  for (const field of Object.keys(request)) {
    if (!known.has(field)) report(field, 'The field has no equivalent in other APIs.');
  }
  const config = asObject(request['inferenceConfig']) ?? {};
  const maxOutputTokens = asNumber(config['maxTokens']);
  const temperature = asNumber(config['temperature']);
  const topP = asNumber(config['topP']);
  const stop = asArray(config['stopSequences']).map(asText).filter(Boolean);
  const toolChoice = choiceOf(asObject(asObject(request['toolConfig'])?.['toolChoice']));
  const { top_k: topK, ...fields } = asObject(request['additionalModelRequestFields']) ?? {};
  const reasoning = reasoningOf(fields, report);
  return {
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...readNumbers({ topK: topK ?? null }, { topK: 'topK' }),
    ...(stop.length === 0 ? {} : { stop }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(isMarked(request) ? {} : { cache: false }),
  };
}

/** A client that sets no cache mark wants none. */
function isMarked(request: JsonObject): boolean {
  const messages = asObjects(request['messages']).map(({ content }) => content);
  const places = [request['system'], asObject(request['toolConfig'])?.['tools'], ...messages];
  return places.some((place) => asObjects(place).some(({ cachePoint }) => cachePoint !== undefined));
}

function choiceOf(choice: JsonObject | undefined): ToolChoice | undefined {
  if (choice?.['auto'] !== undefined) return 'auto';
  if (choice?.['any'] !== undefined) return 'required';
  const name = asText(asObject(choice?.['tool'])?.['name']);
  return name === '' ? undefined : { tool: name };
}

/** Claude's fields; those of other models have no counterpart. */
function reasoningOf(fields: JsonObject, report: Report): Settings['reasoning'] {
  const { thinking: asked, output_config: config, ...rest } = fields;
  for (const field of Object.keys(rest)) {
    report(`additionalModelRequestFields.${field}`, 'The field has no equivalent in other APIs.');
  }
  const effort = allEfforts.find((each) => each === asObject(config)?.['effort']);
  const thinking = asObject(asked);
  if (thinking === undefined) return effort;
  if (thinking['type'] === 'disabled') return 'off';
  const tokens = asNumber(thinking['budget_tokens']);
  return tokens === undefined ? (effort ?? 'high') : { tokens };
}
