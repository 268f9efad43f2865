/** A message as contents. What a provider signed is kept with the API it came through: each has its own form of signatures. */
import type { Block, Content, JsonObject, Origin } from '@interlock/transcript';
import type { ProtocolName } from '@interlock/wire';
import { authorOf, contentOf, resultBlock } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { isObject, parseJson, textOf, timeOf } from '../../reading/json.ts';
import { originOf } from '../../reading/origin-of.ts';
import { sealed } from '../../reading/sealed.ts';
import { openclawText } from './openclaw-text.ts';
import { blocksOf } from './pi-entry.ts';

/** Undefined for a message of an unknown kind. */
export function messageContents(message: JsonObject, time: number | undefined): readonly Content[] | undefined {
  const timestamp = timeOf(message['timestamp']) ?? time;
  switch (textOf(message['role'])) {
    case 'user':
      return contentOf('human', spokenBlocks(message['content']).map(asTyped), defined({ timestamp }));
    case 'custom':
    case 'hookMessage':
      return contentOf('human', spokenBlocks(message['content']), defined({ timestamp }));
    case 'assistant':
      return answer(message, timestamp);
    case 'toolResult':
      return contentOf('tool', resultBlocks(message), defined({ timestamp }));
    case 'bashExecution':
      return contentOf('human', [{ type: 'text', text: commandText(message) }], defined({ timestamp }));
    case 'branchSummary':
    case 'compactionSummary':
      return contentOf('human', [{ type: 'text', text: textOf(message['summary']) }], defined({ timestamp }));
    default:
      return undefined;
  }
}

function asTyped(block: Block): Block {
  return block.type === 'text' ? { ...block, text: openclawText(block.text) } : block;
}

/** The possible contents of a user message, an extension message or a result. */
export function spokenBlocks(content: JsonObject[string] | undefined): readonly Block[] {
  return blocksOf(content).flatMap((block): readonly Block[] => {
    const text = textOf(block['text']);
    if (block['type'] === 'image') {
      const mimeType = textOf(block['mimeType']) || 'image/png';
      return [{ type: 'media', mimeType, data: textOf(block['data']), encoding: 'base64' }];
    }
    return text === '' ? [] : [{ type: 'text', text }];
  });
}

function resultBlocks(message: JsonObject): readonly Block[] {
  const blocks = spokenBlocks(message['content']);
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const [callId = ''] = textOf(message['toolCallId']).split('|', 1);
  const toolName = textOf(message['toolName']);
  const response = resultBlock({ callId, toolName, text, failed: message['isError'] === true });
  return [response, ...blocks.filter(({ type }) => type === 'media')];
}

/** A command the user ran, and what it printed. */
function commandText({ command, output, exitCode, cancelled }: JsonObject): string {
  const end =
    cancelled === true
      ? ' (cancelled)'
      : typeof exitCode === 'number' && exitCode !== 0
        ? ` (exit code ${exitCode})`
        : '';
  return `I ran \`${textOf(command)}\`${end}:\n\n\`\`\`\n${textOf(output)}\n\`\`\``;
}

function answer(message: JsonObject, timestamp: number | undefined): readonly Content[] {
  const origin = originOf(textOf(message['model']), textOf(message['provider']));
  const protocol = protocols.get(textOf(message['api']));
  const blocks = blocksOf(message['content']).flatMap((block) => answerBlock(block, protocol, origin));
  return contentOf('ai', blocks, authorOf(origin, timestamp));
}

const protocols: ReadonlyMap<string, ProtocolName> = new Map([
  ['anthropic-messages', 'anthropic-messages'],
  ['openai-responses', 'openai-responses'],
  ['openai-codex-responses', 'openai-responses'],
  ['azure-openai-responses', 'openai-responses'],
  ['openai-completions', 'openai-chat'],
  ['mistral-conversations', 'openai-chat'],
  ['google-generative-ai', 'gemini'],
  ['google-gemini-cli', 'gemini'],
  ['google-vertex', 'gemini'],
  ['bedrock-converse-stream', 'bedrock-converse'],
]);

function answerBlock(block: JsonObject, protocol: ProtocolName | undefined, origin: Origin): readonly Block[] {
  switch (block['type']) {
    case 'thinking':
      return [thinking(block, protocol, origin)];
    case 'text':
      return textOf(block['text']) === ''
        ? []
        : [{ type: 'text', text: textOf(block['text']), ...textSeal(block, protocol, origin) }];
    case 'toolCall':
      return [call(block, protocol, origin)];
    default:
      return spokenBlocks([block]);
  }
}

function thinking(block: JsonObject, protocol: ProtocolName | undefined, origin: Origin): Block {
  const thought = textOf(block['thinking']);
  const value = textOf(block['thinkingSignature']);
  const isRedacted = block['redacted'] === true;
  const base = { type: 'thinking', thought: isRedacted ? '' : thought } as const;
  if (protocol === 'anthropic-messages') {
    return { ...base, ...sealed({ protocol, field: isRedacted ? 'redacted_thinking' : 'signature', value }, origin) };
  }
  if (protocol === 'openai-responses') return { ...base, ...reasoningSeal(value, origin) };
  if (protocol === 'gemini') return { ...base, ...sealed({ protocol, field: 'thoughtSignature', value }, origin) };
  if (protocol === 'bedrock-converse') return { ...base, ...sealed({ protocol, field: 'signature', value }, origin) };
  // Chat has no signature: pi stores the name of the field that contained the text.
  if (protocol === 'openai-chat' && value !== '')
    return { ...base, ...sealed({ protocol, field: value, value: thought }, origin) };
  return base;
}

/** The whole reasoning item, as JSON. */
function reasoningSeal(signature: string, origin: Origin): ReturnType<typeof sealed> {
  const item = parseJson(signature);
  if (!isObject(item)) return {};
  const value = textOf(item['encrypted_content']);
  return value === ''
    ? {}
    : sealed({ protocol: 'openai-responses', field: 'encrypted_content', value, item: textOf(item['id']) }, origin);
}

/** The id of a message, alone or in an object with its phase. */
function textSeal(block: JsonObject, protocol: ProtocolName | undefined, origin: Origin): ReturnType<typeof sealed> {
  const value = textOf(block['textSignature']);
  if (value === '') return {};
  if (protocol === 'gemini') return sealed({ protocol, field: 'thoughtSignature', value }, origin);
  if (protocol !== 'openai-responses') return {};
  const item = parseJson(value);
  if (!isObject(item)) return sealed({ protocol, field: 'message', value: '', item: value }, origin);
  return sealed({ protocol, field: 'message', value: textOf(item['phase']), item: textOf(item['id']) }, origin);
}

/** Calls of Responses have two ids: `call_…|fc_…`. */
function call(block: JsonObject, protocol: ProtocolName | undefined, origin: Origin): Block {
  const [id = '', item = ''] = textOf(block['id']).split('|');
  const value = textOf(block['thoughtSignature']);
  const base = { type: 'tool_call', id, name: textOf(block['name']), parameters: block['arguments'] ?? {} } as const;
  if (protocol === 'gemini') return { ...base, ...sealed({ protocol, field: 'thoughtSignature', value }, origin) };
  if (protocol === 'openai-responses')
    return { ...base, ...sealed({ protocol, field: 'function_call', value: '', item }, origin) };
  return base;
}
