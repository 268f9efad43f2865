/**
 * The input of a request as contents. The model's items that follow one another (reasoning, message, calls) are one answer
 * of it; the outputs that follow one another are one round of results.
 */
import type { Block, Content, JsonObject, JsonValue, Speaker } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { Report } from '../../../read-request.ts';
import { readToolId } from '../../../tool-ids.ts';
import { kindOf } from '../reply/provider-item.ts';
import { readContent } from './read-content.ts';
import { readCall, readImageCall, readProviderItem, readReasoning } from './read-model-item.ts';
import { messageSeal } from './read-seal.ts';

/** What one item says, and who says it. */
interface Spoken {
  readonly speaker: Speaker;
  readonly blocks: readonly Block[];
}

interface InputScene {
  readonly report: Report;
  /** Names of the calls seen so far: an output does not say which tool gave it. */
  readonly names: Map<string, string>;
}

export function readInput(value: JsonValue | undefined, report: Report, list = 'input'): readonly Content[] {
  if (typeof value === 'string') {
    return value === '' ? [] : [{ speaker: 'human', blocks: [{ type: 'text', text: value }] }];
  }
  if (!Array.isArray(value)) report(list, 'There is no input: neither text nor a list of items.');
  const scene: InputScene = { report, names: new Map() };
  const contents: { speaker: Speaker; blocks: Block[] }[] = [];
  asArray(value).forEach((entry, at) => {
    const spoken = readItem(entry, `${list}.${at}`, scene);
    if (spoken === undefined || spoken.blocks.length === 0) return;
    const last = contents.at(-1);
    const joins = spoken.speaker === 'ai' || spoken.speaker === 'tool';
    if (joins && last?.speaker === spoken.speaker) last.blocks.push(...spoken.blocks);
    else contents.push({ speaker: spoken.speaker, blocks: [...spoken.blocks] });
  });
  return contents;
}

function readItem(entry: JsonValue, path: string, scene: InputScene): Spoken | undefined {
  const item = asObject(entry);
  if (item === undefined) {
    scene.report(path, 'An item is an object.');
    return undefined;
  }
  const type = asText(item['type']);
  if (type === '' && item['role'] !== undefined) return readMessage(item, path, scene);
  if (type.endsWith('_call_output')) return readOutput(item, path, scene);
  switch (kindOf(item)) {
    case 'message':
      return readMessage(item, path, scene);
    case 'reasoning':
      return { speaker: 'ai', blocks: readReasoning(item) };
    case 'call': {
      const call = readCall(item, path, scene.report);
      if (call !== undefined) scene.names.set(asText(item['call_id']), call.name);
      return call === undefined ? undefined : { speaker: 'ai', blocks: [call] };
    }
    case 'provider':
      return { speaker: 'ai', blocks: readProviderItem(item) };
    case 'image':
      return { speaker: 'ai', blocks: readImageCall(item) };
    case 'unknown':
      scene.report(path, unknownItem(type));
      return undefined;
  }
}

/** An `item_reference` may come without its type: an id alone. */
function unknownItem(type: string): string {
  if (type === 'item_reference' || type === '') {
    return 'An item_reference refers to what only the provider has. Send the whole item.';
  }
  return `Items of type ${type} cannot be read.`;
}

function readMessage(item: JsonObject, path: string, scene: InputScene): Spoken | undefined {
  const blocks = readContent(item['content'], `${path}.content`, scene.report);
  switch (item['role']) {
    case 'user':
      return { speaker: 'human', blocks };
    case 'system':
    case 'developer':
      return { speaker: 'system', blocks };
    case 'assistant': {
      const seal = messageSeal(item);
      const sealed = blocks.map((block) => (block.type === 'text' && seal !== undefined ? { ...block, seal } : block));
      return { speaker: 'ai', blocks: sealed };
    }
    default:
      scene.report(`${path}.role`, 'The role is not user, assistant, system or developer.');
      return undefined;
  }
}

/** Text stays text; of a list the text is the result, and media stand beside it. Other outputs are kept as they are. */
function readOutput(item: JsonObject, path: string, { report, names }: InputScene): Spoken {
  const wireId = asText(item['call_id']);
  const { output } = item;
  const answer = { type: 'tool_response', callId: readToolId(wireId), toolName: names.get(wireId) ?? '' } as const;
  if (!Array.isArray(output)) return { speaker: 'tool', blocks: [{ ...answer, result: output ?? '' }] };
  const parts = readContent(output, `${path}.output`, report);
  const texts = parts.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const beside = parts.filter(({ type }) => type !== 'text');
  return { speaker: 'tool', blocks: [{ ...answer, result: texts.join('\n') }, ...beside] };
}
