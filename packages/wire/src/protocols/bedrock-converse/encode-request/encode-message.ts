/** One message as those the wire has for it: content is always a list of blocks with one member each (CNV-001). */
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
} from '../../../shape/texts.ts';
import type { Traits } from '../../../traits/traits.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return encodeUser(message, traits);
    case 'model':
      return encodeModel(message, traits);
    case 'system':
      // CNV-004: there is no such role; no target of this protocol has messages like this.
      return [];
  }
}

/**
 * Results first, as Claude wants them. Where text may not be next to them (CNV-013), and before a document, which no result has beside
 * it (BDR-002), a word of the model comes between.
 */
function encodeUser({ results, parts }: UserMessage, { bridgeAfterResults }: Traits): readonly JsonObject[] {
  const answers = results.map(encodeResult);
  const said = withWords(
    parts.flatMap((part) => (part.type === 'text' ? textBlock(part.text) : encodeMedia(part.block))),
  );
  const isApart = bridgeAfterResults || said.some(({ document }) => document !== undefined);
  if (answers.length === 0 || said.length === 0 || !isApart) return [user([...answers, ...said])];
  return [user(answers), assistant(textBlock(bridge)), user(said)];
}

/** CNV-022: a document must not be alone. */
function withWords(blocks: readonly JsonObject[]): readonly JsonObject[] {
  const isBare =
    blocks.some(({ document }) => document !== undefined) && blocks.every(({ text }) => text === undefined);
  return isBare ? [...blocks, { text: attachedDocument }] : blocks;
}

/** CNV-007, CNV-012: never without a text. */
function encodeResult({ id, text, isError, media }: ResultPart): JsonObject {
  const said = textBlock(text.trim() === '' ? noOutput : text);
  const content = [...said, ...media.flatMap(({ block }) => encodeMedia(block))];
  return { toolResult: { toolUseId: id, content, ...(isError ? { status: 'error' } : {}) } };
}

/** Thinking, text, calls: in this order, whatever order they came in. CNV-013: or the last two in separate messages. */
function encodeModel({ parts }: ModelMessage, traits: Traits): readonly JsonObject[] {
  const thinking = parts.flatMap((part) => (part.type === 'thinking' ? encodeThinking(part, traits) : []));
  const words = parts.flatMap(encodeWords);
  const calls = parts.flatMap(encodeCall);
  if (words.length === 0 || calls.length === 0 || traits.textBesideCalls) {
    return [assistant([...thinking, ...words, ...calls])];
  }
  return [assistant(words), user(textBlock(trailingUser)), assistant([...thinking, ...calls])];
}

/** CNV-023, CNV-024: only what is signed is taken back. */
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
      // A message of the model takes no media.
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

/** CNV-007: nothing for a text that says nothing. */
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

/** Pictures, documents and videos as blocks (CNV-020, CNV-021); what has no format here is described in words. */
function encodeMedia(block: MediaBlock): readonly JsonObject[] {
  const type = block.mimeType.toLowerCase();
  const known = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (known === undefined || block.encoding !== 'base64') return [{ text: spokenText(block) }];
  const [kind, format] = known;
  const source = { bytes: block.data };
  if (kind === 'document') return [{ document: { format, name: documentName(block.data), source } }];
  return [{ [kind]: { format, source } }];
}

/**
 * A neutral name, because the model reads it as an instruction could be read, and one that is the same in every request: that of
 * the file may hold anything. The same document twice in a request gets another one (`name-documents.ts`).
 */
function documentName(data: string): string {
  return `document ${bytesToHex(sha256(utf8ToBytes(data))).slice(0, 12)}`;
}
