/**
 * Calls of tools that only this API has, and that the client runs (a shell, patches, a computer, a search for tools), and their outputs, as calls
 * of a function with the name of the tool. This is how they are read, and how they are written for a server that gets them rendered.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json/json.ts';
import { agentMessage } from './agent-message.ts';
import { argumentsOf, isOurs, nameOf } from './call-reading.ts';
import { kindOf } from './provider-item.ts';

/** Any other item is returned as it is. `isHome`: for OpenAI itself, which also knows the messages between a client's agents. */
export function plainItem(item: JsonObject, isHome = false): JsonObject {
  const type = asText(item['type']);
  if (type === 'agent_message') return (isHome ? agentMessage(item) : undefined) ?? item;
  if (kindOf(item) === 'call' && !isOurs(item)) {
    return {
      type: 'function_call',
      call_id: asText(item['call_id']),
      name: nameOf(item),
      arguments: argumentsOf(item),
    };
  }
  if (type === 'tool_search_output')
    return plainOutput(item, JSON.stringify(asArray(item['tools']).flatMap(foundName)));
  return type.endsWith('_call_output') && !ours.has(type) ? plainOutput(item, outputOf(item['output'])) : item;
}

const ours: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output']);

function plainOutput({ tools: _, ...item }: JsonObject, output: JsonValue): JsonObject {
  return { ...item, type: 'function_call_output', output };
}

/** Text, parts that any output may have, the picture of a screen; anything else, such as the streams of a shell, as JSON. */
function outputOf(output: JsonValue | undefined): JsonValue {
  if (output === undefined || output === null || typeof output === 'string') return output ?? '';
  const { type, image_url: address } = asObject(output) ?? {};
  if (type === 'computer_screenshot' && typeof address === 'string')
    return [{ type: 'input_image', image_url: address }];
  const areParts = Array.isArray(output) && asArray(output).every((part) => isPart(asObject(part) ?? {}));
  return areParts ? output : JSON.stringify(output);
}

function isPart({ type }: JsonObject): boolean {
  return type === 'input_text' || type === 'input_image' || type === 'input_file';
}

/** A tool that was found is offered with everything it says, so its name is enough here; what cannot be offered is told as it is. */
function foundName(entry: JsonValue): readonly JsonValue[] {
  const tool = asObject(entry) ?? {};
  if (tool['type'] === 'namespace') return asArray(tool['tools']).flatMap(foundName);
  return [tool['type'] === 'function' || tool['type'] === 'custom' ? asText(tool['name']) : entry];
}
