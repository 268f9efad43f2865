/** A Converse request in Anthropic's format: what Claude gets behind it, and what any model sees. */
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { type Block, type Draft, readBlocks, readResult } from './draft.ts';

/** Used if no limit is requested; no model's is larger. */
const defaultMaxTokens = 4096;

export function toMessages({ body, messages, tools }: Draft): JsonObject {
  const { maxTokens, temperature, topP, stopSequences } = objectOf(body['inferenceConfig']) as Record<string, unknown>;
  const system = marked(readBlocks(body['system'], 'system', 'system'), writeBlock);
  const declared = arrayOf(objectOf(body['toolConfig'])['tools']);
  const choice = writeChoice(objectOf(objectOf(body['toolConfig'])['toolChoice']));
  const { anthropic_beta: _, ...additional } = objectOf(body['additionalModelRequestFields']);
  return {
    max_tokens: maxTokens ?? defaultMaxTokens,
    messages: messages.map(({ role, blocks }) => ({ role, content: marked(blocks, writeBlock) })),
    ...(system.length === 0 ? {} : { system }),
    ...(tools === undefined ? {} : { tools: marked(readBlocks(declared, 'tools', 'tools'), writeTool) }),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(stopSequences === undefined ? {} : { stop_sequences: stopSequences }),
    ...additional,
  };
}

/** A cachePoint marks whatever comes before it (CNV-030). */
function marked(blocks: readonly Block[], write: (block: Block) => JsonObject): readonly JsonObject[] {
  const written: JsonObject[] = [];
  for (const block of blocks) {
    if (block.kind !== 'cachePoint') {
      written.push(write(block));
      continue;
    }
    const last = written.pop();
    if (last) written.push({ ...last, cache_control: { type: 'ephemeral' } });
  }
  return written;
}

function writeTool({ fields }: Block): JsonObject {
  const description = fields['description'];
  return {
    name: fields['name'],
    ...(description === undefined ? {} : { description }),
    input_schema: objectOf(fields['inputSchema'])['json'],
  };
}

function writeChoice(choice: JsonObject): JsonObject | undefined {
  if (isObject(choice['tool'])) return { type: 'tool', name: choice['tool']['name'] };
  const kind = ['auto', 'any'].find((name) => choice[name] !== undefined);
  return kind === undefined ? undefined : { type: kind };
}

function writeBlock(block: Block): JsonObject {
  const { kind, value, fields } = block;
  switch (kind) {
    case 'text':
      return { type: 'text', text: value };
    case 'json':
      return { type: 'text', text: JSON.stringify(value) };
    case 'image':
      return { type: 'image', source: base64(`image/${textOf(fields['format'])}`, fields) };
    case 'document':
      return { type: 'document', source: writeSource(fields), title: fields['name'] };
    case 'toolUse':
      return { type: 'tool_use', id: fields['toolUseId'], name: fields['name'], input: fields['input'] };
    case 'toolResult': {
      const content = readResult(block).map(writeBlock);
      return {
        type: 'tool_result',
        tool_use_id: fields['toolUseId'],
        ...(content.length === 0 ? {} : { content }),
        ...(fields['status'] === 'error' ? { is_error: true } : {}),
      };
    }
    case 'reasoningContent':
      return writeReasoning(fields);
    default:
      return { type: 'text', text: JSON.stringify(value) };
  }
}

function base64(mediaType: string, fields: JsonObject): JsonObject {
  return { type: 'base64', media_type: mediaType, data: objectOf(fields['source'])['bytes'] };
}

function writeSource(fields: JsonObject): JsonObject {
  const text = objectOf(fields['source'])['text'];
  if (typeof text === 'string') return { type: 'text', media_type: 'text/plain', data: text };
  if (fields['format'] === 'pdf') return base64('application/pdf', fields);
  const bytes = Buffer.from(textOf(objectOf(fields['source'])['bytes']), 'base64');
  return { type: 'text', media_type: 'text/plain', data: bytes.toString('utf8') };
}

function writeReasoning(fields: JsonObject): JsonObject {
  const { reasoningText, redactedContent } = fields as Record<string, unknown>;
  if (typeof redactedContent === 'string') {
    return { type: 'redacted_thinking', data: Buffer.from(redactedContent, 'base64').toString('utf8') };
  }
  const { text, signature } = objectOf(reasoningText) as Record<string, unknown>;
  return { type: 'thinking', thinking: text, ...(signature === undefined ? {} : { signature }) };
}
