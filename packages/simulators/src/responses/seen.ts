/** What the model sees of a request: the previous responses, then its input. */
import { arrayOf, isObject, type JsonObject, objectOf, parseJson, textOf } from '../api/json.ts';
import type { Seen, SeenResult, SeenTool, SeenTurn } from '../api/model.ts';
import { isDeeperThan } from '../api/nesting.ts';
import { isCall, isOutput, typeOf } from './entries.ts';
import { deepest } from './gate.ts';
import { offeredTools } from './offered-tools.ts';

export interface Sight {
  readonly body: JsonObject;
  /** The chain and the input, in order. */
  readonly items: readonly JsonObject[];
  readonly thinks: boolean;
  /** The thinking of a reasoning item that comes back: read from its token, or found under its id. */
  readonly thinkingOf: (item: JsonObject) => string;
}

const empty: Omit<SeenTurn, 'role'> = { text: '', thinking: '', calls: [], results: [], media: [] };

export function buildSeen({ body, items, thinks, thinkingOf }: Sight): Seen {
  const names = new Map(items.filter(isCall).map((item) => [textOf(item['call_id']), textOf(item['name'])]));
  const room = body['max_output_tokens'];
  return {
    system: textOf(body['instructions']),
    tools: offeredTools(body).flatMap(({ tool }) => readTool(tool)),
    turns: items.flatMap((item) => readTurn(item, names, thinkingOf)),
    toolChoice: readChoice(body['tool_choice']),
    ...(typeof room === 'number' ? { maxTokens: room } : {}),
    thinks,
  };
}

function readTurn(
  item: JsonObject,
  names: ReadonlyMap<string, string>,
  thinkingOf: Sight['thinkingOf'],
): readonly SeenTurn[] {
  const id = textOf(item['call_id']);
  if (isCall(item)) {
    const args = typeOf(item) === 'function_call' ? parseArguments(textOf(item['arguments'])) : item['input'];
    return [{ ...empty, role: 'model', calls: [{ id, name: textOf(item['name']), args }] }];
  }
  if (isOutput(item)) {
    const { text, media } = readContent(item['output']);
    const result: SeenResult = { id, name: names.get(id) ?? '', text, isError: false, media };
    return [{ ...empty, role: 'user', results: [result] }];
  }
  const own = ownTool.exec(typeOf(item))?.groups;
  if (own !== undefined) return [readOwnTool(item, own['name'] ?? '', own['output'] !== undefined)];
  if (typeOf(item) === 'reasoning') return [{ ...empty, role: 'model', thinking: thinkingOf(item) }];
  if (typeOf(item) === 'agent_message') return [{ ...empty, role: 'user', ...readContent(item['content']) }];
  if (typeOf(item) !== 'message') return [];
  const { role } = item;
  const who = role === 'assistant' ? 'model' : role === 'user' ? 'user' : 'system';
  return [{ ...empty, role: who, ...readContent(item['content']) }];
}

/** The API's own tools that the client runs. */
const ownTool: RegExp = /^(?<name>local_shell|shell|apply_patch)_call(?<output>_output)?$/;

function readOwnTool(item: JsonObject, name: string, isResult: boolean): SeenTurn {
  const id = textOf(item['call_id']);
  if (!isResult) return { ...empty, role: 'model', calls: [{ id, name, args: item['action'] ?? item['operation'] }] };
  const { output } = item;
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null);
  return { ...empty, role: 'user', results: [{ id, name, text, isError: false, media: [] }] };
}

function readContent(content: unknown): Pick<SeenTurn, 'text' | 'media'> {
  if (typeof content === 'string') return { text: content, media: [] };
  const parts = arrayOf(content).filter(isObject);
  const texts = parts
    .map((part) => part['text'] ?? part['refusal'] ?? part['encrypted_content'])
    .filter((text) => typeof text === 'string');
  return { text: texts.join('\n'), media: parts.flatMap(mediumOf) };
}

function mediumOf(part: JsonObject): readonly string[] {
  const isImage = part['type'] === 'input_image';
  if (!isImage && part['type'] !== 'input_file') return [];
  const data = textOf(isImage ? part['image_url'] : part['file_data']);
  const declared = /^data:([^;,]+)/i.exec(data)?.[1];
  return [declared ?? (isImage ? 'image/*' : 'application/pdf')];
}

function readTool(tool: JsonObject): readonly SeenTool[] {
  if (tool['type'] !== 'function' && tool['type'] !== 'custom') return [];
  const { name, description, parameters } = tool;
  return [{ name: textOf(name), description: textOf(description), schema: objectOf(parameters) }];
}

function readChoice(choice: unknown): Seen['toolChoice'] {
  if (choice === 'none' || choice === 'required') return choice;
  const { type, name, mode } = objectOf(choice);
  if (type === 'allowed_tools') return mode === 'required' ? 'required' : 'auto';
  return (type === 'function' || type === 'custom') && typeof name === 'string' ? { tool: name } : 'auto';
}

/** The text itself if it is not JSON, or deeper than a request may be. */
function parseArguments(text: string): unknown {
  const parsed = parseJson(text);
  return parsed && !isDeeperThan(parsed.value, deepest) ? parsed.value : text;
}
