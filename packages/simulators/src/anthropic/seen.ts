/** What the model sees of a request. */

import { arrayOf, type JsonObject, numberOf, objectOf, textOf } from '../api/json.ts';
import type { Seen, SeenCall, SeenResult, SeenTool, SeenTurn } from '../api/model.ts';
import { thinksIn } from './checks/parameters.ts';
import {
  type Block,
  compactedUpTo,
  type Draft,
  type DraftMessage,
  isServerCall,
  isServerResult,
  readResult,
} from './draft.ts';
import type { Recalled } from './thinking.ts';

export function buildSeen(draft: Draft, { thoughts }: Recalled): Seen {
  const { claude, body, tools, system, entries } = draft;
  const names = new Map(
    entries.flatMap(({ blocks }) => blocks).map(({ fields }) => [textOf(fields['id']), textOf(fields['name'])]),
  );
  const visible = entries
    .slice(Math.max(0, compactedUpTo(entries)))
    .filter(({ role }) => role !== 'system' || claude.laterSystem === 'yes');
  const maxTokens = numberOf(body['max_tokens']);
  return {
    system: textIn(system),
    tools: tools.map(seeTool),
    turns: visible.map((entry) => seeTurn(entry, thoughts, names)),
    toolChoice: seeChoice(objectOf(body['tool_choice'])),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    thinks: thinksIn(draft),
  };
}

function seeTool(tool: JsonObject): SeenTool {
  return {
    name: textOf(tool['name']),
    description: textOf(tool['description']),
    schema: objectOf(tool['input_schema']),
  };
}

function seeChoice(choice: JsonObject): Seen['toolChoice'] {
  switch (choice['type']) {
    case 'any':
      return 'required';
    case 'none':
      return 'none';
    case 'tool':
      return { tool: textOf(choice['name']) };
    default:
      return 'auto';
  }
}

const roles: Readonly<Record<string, SeenTurn['role']>> = { user: 'user', assistant: 'model', system: 'system' };

function seeTurn(
  { role, blocks }: DraftMessage,
  thoughts: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): SeenTurn {
  return {
    role: roles[role] ?? 'user',
    text: textIn(blocks),
    thinking: blocks.flatMap(({ path }) => thoughts.get(path) ?? []).join('\n'),
    calls: blocks.filter((block) => block.type === 'tool_use' || isServerCall(block)).map(seeCall),
    results: blocks
      .filter((block) => block.type === 'tool_result' || isServerResult(block))
      .map((block) => seeResult(block, names)),
    media: mediaOf(blocks),
  };
}

function seeCall({ fields }: Block): SeenCall {
  return { id: textOf(fields['id']), name: textOf(fields['name']), args: fields['input'] };
}

function seeResult(block: Block, names: ReadonlyMap<string, string>): SeenResult {
  const { fields } = block;
  const id = textOf(fields['tool_use_id']);
  const inner = readResult(block);
  return {
    id,
    name: names.get(id) ?? '',
    text: isServerResult(block) && block.type !== 'mcp_tool_result' ? JSON.stringify(fields['content']) : textIn(inner),
    isError: fields['is_error'] === true,
    media: mediaOf(inner),
  };
}

function textIn(blocks: readonly Block[]): string {
  return blocks
    .flatMap(({ type, fields }) => {
      if (type === 'text') return [textOf(fields['text'])];
      if (type === 'search_result')
        return [textOf(fields['title']), textOf(fields['source']), ...textsOf(fields['content'])];
      if (type === 'document') return textsOfDocument(fields);
      return type === 'compaction' ? [textOf(fields['content'])] : [];
    })
    .join('\n');
}

/** What is written in a document, with its title and context. A PDF is seen as media. */
function textsOfDocument({ source, title, context }: JsonObject): readonly string[] {
  const { type, data, content } = objectOf(source);
  const written = type === 'text' ? [textOf(data)] : textsOf(content);
  return [textOf(title), textOf(context), ...written].filter((text) => text !== '');
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  return arrayOf(content).map((part) => textOf(objectOf(part)['text']));
}

function mediaOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(({ type, fields }) => {
    const source = objectOf(fields['source']);
    if (type === 'image') return [textOf(source['media_type']) || 'image/*'];
    if (type === 'document') return [textOf(source['media_type']) || 'application/pdf'];
    return [];
  });
}
