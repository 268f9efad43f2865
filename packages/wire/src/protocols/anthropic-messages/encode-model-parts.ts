/** The parts of a model's message as content blocks, in an order the API takes. */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { parseJson } from '../../json.ts';
import type { ModelPart, ProviderToolPart, ThinkingPart } from '../../shape/message.ts';
import { spokenText } from '../../shape/spoken-text.ts';
import { providerToolText } from '../../texts.ts';
import type { Traits } from '../../traits.ts';
import { textBlocks } from './encode-text.ts';
import { isServerResult, serverToolId } from './server-tools.ts';

/** What one part became; the blocks of a part stay together. */
interface Piece {
  readonly kind: 'thinking' | 'said' | 'call';
  readonly blocks: readonly JsonObject[];
}

export function encodeModelParts(parts: readonly ModelPart[], traits: Traits): readonly JsonObject[] {
  const pieces = parts.map((part) => encodePart(part, traits)).filter(({ blocks }) => blocks.length > 0);
  return order(pieces, traits).flatMap(({ blocks }) => blocks);
}

/**
 * A message that starts with thinking keeps the order it came in (ANT-043); in another one the thinking moves to the
 * front. Either way what was said after a call stands before the first one: calls come last (ANT-070).
 */
function order(pieces: readonly Piece[], { callsLast }: Traits): readonly Piece[] {
  const inPlace = pieces[0]?.kind === 'thinking';
  const ordered = inPlace ? pieces : [...pieces.filter(isThinking), ...pieces.filter((piece) => !isThinking(piece))];
  const first = ordered.findIndex(({ kind }) => kind === 'call');
  if (first === -1 || !callsLast) return ordered;
  const later = ordered.slice(first);
  const said = later.filter(({ kind }) => kind === 'said');
  return [...ordered.slice(0, first), ...said, ...later.filter(({ kind }) => kind !== 'said')];
}

function isThinking({ kind }: Piece): boolean {
  return kind === 'thinking';
}

function encodePart(part: ModelPart, traits: Traits): Piece {
  switch (part.type) {
    case 'text':
      return { kind: 'said', blocks: textBlocks(part.text) };
    case 'media':
      // An assistant message takes no pictures and no documents.
      return { kind: 'said', blocks: textBlocks(spokenText(part.block)) };
    case 'thinking':
      return { kind: 'thinking', blocks: traits.thinking.replay === 'signed' ? encodeThinking(part) : [] };
    case 'call':
      return { kind: 'call', blocks: [{ type: 'tool_use', id: part.id, name: part.name, input: part.args }] };
    case 'provider-tool':
      return { kind: 'said', blocks: encodeProviderTool(part) };
  }
}

/** ANT-041: thinking without its signature is refused, so it is left out. The text may be empty: newer models omit it. */
function encodeThinking({ text, seal }: ThinkingPart): readonly JsonObject[] {
  if (seal === undefined || seal.value === '') return [];
  if (seal.field === 'signature') return [{ type: 'thinking', thinking: text, signature: seal.value }];
  const isRedacted = seal.field === 'redacted_thinking' || seal.field === 'redactedData';
  return isRedacted ? [{ type: 'redacted_thinking', data: seal.value }] : [];
}

/** ANT-007, ANT-008: the call with its result right behind it, or both in words. */
function encodeProviderTool({ id, name, args, result }: ProviderToolPart): readonly JsonObject[] {
  const content: JsonValue | undefined = parseJson(result.value);
  if (content === undefined || !serverToolId.test(id) || !isServerResult(result.field)) {
    return textBlocks(providerToolText(name, jsonText(args), result.value));
  }
  return [
    { type: 'server_tool_use', id, name, input: args },
    { type: result.field, tool_use_id: id, content },
  ];
}
