/** Encodes one message: content is always a list of blocks with one member each (CNV-001). */
import type { JsonObject, MediaBlock } from '@interlock/transcript';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type {
  Message,
  ModelMessage,
  ModelPart,
  ResultPart,
  ThinkingPart,
  UserMessage,
} from '../../../shape/message.ts';
import { spokenText } from '../../../shape/spoken-text.ts';
import {
  attachedDocument,
  bridge,
  noOutput,
  nothingShown,
  providerToolText,
  trailingUser,
} from '../../../texts/model-texts.ts';
import type { Traits } from '../../../traits/traits.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return encodeUser(message, traits);
    case 'model':
      return encodeModel(message, traits);
    case 'system':
      // CNV-004: there is no such role, and no target of this protocol has such messages.
      return [];
  }
}

/**
 * Results first, as Claude requires. Where text may not be next to them (CNV-013), and before a document, which may not be next
 * to a result (BDR-002), a short model message is inserted.
 */
function encodeUser({ results, parts }: UserMessage, { bridgeAfterResults }: Traits): readonly JsonObject[] {
  const answers = results.map(encodeResult);
  const blocks = withText(
    parts.flatMap((part) => (part.type === 'text' ? textBlock(part.text) : encodeMedia(part.block))),
  );
  const isApart = bridgeAfterResults || blocks.some(({ document }) => document !== undefined);
  if (answers.length === 0 || blocks.length === 0 || !isApart) return [user([...answers, ...blocks])];
  return [user(answers), assistant(textBlock(bridge)), user(blocks)];
}

/** CNV-022: a document must not be alone. */
function withText(blocks: readonly JsonObject[]): readonly JsonObject[] {
  const isBare =
    blocks.some(({ document }) => document !== undefined) && blocks.every(({ text }) => text === undefined);
  return isBare ? [...blocks, { text: attachedDocument }] : blocks;
}

/** CNV-007, CNV-012: never empty. */
function encodeResult({ id, text, isError, media }: ResultPart): JsonObject {
  const blocks = media.flatMap(({ block }) => encodeMedia(block));
  const content = [...textBlock(text.trim() === '' && blocks.length === 0 ? noOutput : text), ...blocks];
  return { toolResult: { toolUseId: id, content, ...(isError ? { status: 'error' } : {}) } };
}

/** Thinking, text, calls: always in this order. CNV-013: or the last two in separate messages. */
function encodeModel({ parts }: ModelMessage, traits: Traits): readonly JsonObject[] {
  const thinking = parts.flatMap((part) => (part.type === 'thinking' ? encodeThinking(part, traits) : []));
  const words = parts.flatMap(encodeWords);
  const calls = parts.flatMap(encodeCall);
  if (words.length === 0 || calls.length === 0 || traits.textBesideCalls) {
    return [assistant([...thinking, ...words, ...calls])];
  }
  return [assistant(words), user(textBlock(trailingUser)), assistant([...thinking, ...calls])];
}

/** CNV-023, CNV-024: only signed thinking is accepted. */
function encodeThinking({ text, seal }: ThinkingPart, { thinking }: Traits): readonly JsonObject[] {
  if (thinking.replay !== 'signed' || seal === undefined || seal.value === '') return [];
  if (seal.field === 'redacted_thinking') return [{ reasoningContent: { redactedContent: seal.value } }];
  return [{ reasoningContent: { reasoningText: { text, signature: seal.value } } }];
}

function encodeWords(part: ModelPart): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return textBlock(part.text);
    case 'media':
      // A model message accepts no media.
      return textBlock(spokenText(part.block));
    case 'provider-tool':
      return textBlock(providerToolText(part.name, JSON.stringify(part.args), part.result.value));
    default:
      return [];
  }
}

function encodeCall(part: ModelPart): readonly JsonObject[] {
  if (part.type !== 'call') return [];
  return [{ toolUse: { toolUseId: part.id, name: part.name, input: part.args } }];
}

/** CNV-007: nothing for an empty text. */
function textBlock(text: string): readonly JsonObject[] {
  return text.trim() === '' ? [] : [{ text }];
}

function user(content: readonly JsonObject[]): JsonObject {
  return { role: 'user', content: orConstant(content) };
}

function assistant(content: readonly JsonObject[]): JsonObject {
  return { role: 'assistant', content: orConstant(content) };
}

/** CNV-008: a message has content. */
function orConstant(content: readonly JsonObject[]): readonly JsonObject[] {
  return content.length === 0 ? [{ text: nothingShown }] : content;
}

const kinds: Readonly<Record<string, readonly [kind: 'image' | 'document' | 'video', format: string]>> = {
  'image/png': ['image', 'png'],
  'image/jpeg': ['image', 'jpeg'],
  'image/jpg': ['image', 'jpeg'],
  'image/gif': ['image', 'gif'],
  'image/webp': ['image', 'webp'],
  'application/pdf': ['document', 'pdf'],
  'video/mp4': ['video', 'mp4'],
  'video/quicktime': ['video', 'mov'],
  'video/webm': ['video', 'webm'],
  'video/x-matroska': ['video', 'mkv'],
};

/** Images, documents and videos as blocks (CNV-020, CNV-021); formats that are not supported here are described in text. */
function encodeMedia(block: MediaBlock): readonly JsonObject[] {
  const type = block.mimeType.toLowerCase();
  const known = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (known === undefined || block.encoding !== 'base64') return [{ text: spokenText(block) }];
  const [kind, format] = known;
  const source = { bytes: block.data };
  const named = kind === 'document' ? { name: documentName(block.data) } : {};
  return [...textBlock(block.caption ?? ''), { [kind]: { format, ...named, source } }];
}

/**
 * A neutral name, because the model may read it as an instruction, and a constant one: a file's own name may contain anything.
 * The same document twice in a request gets another name.
 */
function documentName(data: string): string {
  return `document ${bytesToHex(sha256(utf8ToBytes(data))).slice(0, 12)}`;
}
