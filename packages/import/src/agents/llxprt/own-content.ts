/** LLxprt's contents as ours: the same speakers and blocks, signatures next to the thoughts. */
import type { Block, Content, JsonObject, Origin } from '@interlock/transcript';
import { defined } from '../../reading/defined.ts';
import { numberOf, objectAt, objectsOf, textOf } from '../../reading/json.ts';
import { originOf } from '../../reading/origin-of.ts';
import { sealed } from '../../reading/sealed.ts';

/** The current model, as last recorded in the session. */
export interface Speaking {
  readonly provider: string;
  readonly model: string;
}

export function isContent({ speaker, blocks }: JsonObject): boolean {
  return (speaker === 'human' || speaker === 'ai' || speaker === 'tool') && Array.isArray(blocks);
}

export function ownContent(content: JsonObject, speaking: Speaking, time: number | undefined): readonly Content[] {
  const about = objectAt(content, 'metadata') ?? {};
  const speaker = content['speaker'] === 'ai' || content['speaker'] === 'tool' ? content['speaker'] : 'human';
  const origin = originOf(textOf(about['model']) || speaking.model, textOf(about['provider']) || speaking.provider);
  const blocks = objectsOf(content['blocks']).flatMap((block) => ownBlock(block, origin));
  if (blocks.length === 0) return [];
  const timestamp = numberOf(about['timestamp']) ?? time;
  const { provider, model } = origin;
  const author = speaker === 'ai' ? defined({ provider: provider || undefined, model }) : {};
  return [{ speaker, blocks, metadata: { ...author, ...defined({ timestamp }) } }];
}

function ownBlock(block: JsonObject, origin: Origin): readonly Block[] {
  const text = textOf(block['text']);
  switch (textOf(block['type'])) {
    case 'text':
      return text === '' ? [] : [{ type: 'text', text }];
    case 'thinking':
      return [{ type: 'thinking', thought: textOf(block['thought']), ...thoughtSeal(block, origin) }];
    case 'tool_call':
      return [
        {
          type: 'tool_call',
          id: textOf(block['id']),
          name: textOf(block['name']),
          parameters: block['parameters'] ?? {},
        },
      ];
    case 'tool_response':
      return [responseBlock(block)];
    case 'media': {
      const encoding = block['encoding'] === 'url' ? 'url' : 'base64';
      const named = defined({
        filename: textOf(block['filename']) || undefined,
        caption: textOf(block['caption']) || undefined,
      });
      return [{ type: 'media', mimeType: textOf(block['mimeType']), data: textOf(block['data']), encoding, ...named }];
    }
    case 'code':
      return [
        { type: 'code', code: textOf(block['code']), ...defined({ language: textOf(block['language']) || undefined }) },
      ];
    default:
      return text === '' ? [] : [{ type: 'text', text }];
  }
}

function responseBlock(block: JsonObject): Block {
  const error = textOf(block['error']);
  const about = {
    type: 'tool_response',
    callId: textOf(block['callId']),
    toolName: textOf(block['toolName']),
  } as const;
  return { ...about, ...(error === '' ? { result: block['result'] ?? null } : { error }), isComplete: true };
}

/** Anthropic signs, Responses encrypts, Chat only names the field. */
function thoughtSeal(block: JsonObject, origin: Origin): ReturnType<typeof sealed> {
  const signature = textOf(block['signature']);
  const encrypted = textOf(block['encryptedContent']);
  const field = textOf(block['sourceField']);
  if (encrypted !== '')
    return sealed({ protocol: 'openai-responses', field: 'encrypted_content', value: encrypted }, origin);
  if (signature !== '' && origin.provider === 'google')
    return sealed({ protocol: 'gemini', field: 'thoughtSignature', value: signature }, origin);
  if (signature !== '') return sealed({ protocol: 'anthropic-messages', field: 'signature', value: signature }, origin);
  const isField = field === 'reasoning_content' || field === 'reasoning';
  return isField ? sealed({ protocol: 'openai-chat', field, value: textOf(block['thought']) }, origin) : {};
}
