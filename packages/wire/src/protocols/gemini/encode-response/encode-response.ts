/** Writes a reply as a complete response: one candidate, and one part for each block in the order in which they started. */
import { type JsonObject, rawArgumentsKey, toJson } from '@interlock/transcript';
import { asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import { OwnFields, ownFieldsOf } from '../../../reply/own-fields.ts';
import { argumentsObject } from '../../../tools/arguments-object.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { encodeUsage, finishReasonOf } from '../finish.ts';
import { encodeMedia } from '../media.ts';
import { encodeServerCall, encodeServerResult } from '../server-tool.ts';
import { signed } from '../signature.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const parts = new Map<number, JsonObject>();
  const calls = new Map<number, CallEnd>();
  let finish: JsonObject = {};
  let usage: JsonObject = {};
  for (const event of events) {
    if (event.type === 'reply-error') return encodeFailure(event.failure).body;
    if (event.type === 'reply-end') finish = { finishReason: finishReasonOf(event.stop, event.rawStop) };
    if (event.type === 'usage') usage = { usageMetadata: encodeUsage(event.usage) };
    if (event.type === 'call-end') calls.set(event.index, event);
    setPart(parts, event, calls);
  }
  const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, part]) => part);
  const own = ownFieldsOf('gemini', events);
  const candidate = { content: { role: 'model', parts: inOrder }, ...finish, index: 0, ...own.at('candidate') };
  return { candidates: [candidate], ...withCounts(usage, own), ...encodeHead(head), ...own.at('response') };
}

function setPart(parts: Map<number, JsonObject>, event: ReplyEvent, calls: ReadonlyMap<number, CallEnd>): void {
  switch (event.type) {
    case 'text-delta':
    case 'thinking-delta': {
      const text = asText(parts.get(event.index)?.['text']) + event.text;
      if (text !== '') parts.set(event.index, encodeText(event.type === 'text-delta' ? 'text' : 'thinking', text));
      return;
    }
    case 'text-end':
    case 'thinking-end': {
      if (event.seal === undefined) return;
      const kind = event.type === 'text-end' ? 'text' : 'thinking';
      const text = asText(parts.get(event.index)?.['text']);
      const signature = signed(event.seal);
      if (text !== '' || signature !== undefined) parts.set(event.index, { ...encodeText(kind, text), ...signature });
      return;
    }
    case 'call-end':
      parts.set(event.index, encodeCall(event));
      return;
    case 'provider-result':
      parts.set(event.index, encodeServerResult(event, calls.get(event.call)));
      return;
    case 'media':
      parts.set(event.index, { ...encodeMedia(event.block), ...signed(event.block.seal) });
  }
}

/**
 * Writes a reply as a stream of chunks: one for each delta, each call and each signature, and a last one with reason and
 * counts.
 */
export function startEncoding(head: ReplyHead): Encoding {
  const lead = encodeHead(head);
  const calls = new Map<number, CallEnd>();
  const own = new OwnFields('gemini');
  let finish: JsonObject | undefined;
  let usage: JsonObject = {};
  let over = false;

  const part = (part: JsonObject): readonly Frame[] => {
    const candidate = { content: { role: 'model', parts: [part] }, index: 0, ...own.take('candidate') };
    return frame({ candidates: [candidate], ...lead, ...own.take('response') });
  };

  const event = (event: ReplyEvent): readonly Frame[] => {
    if (over) return [];
    switch (event.type) {
      case 'thinking-delta':
        return event.text === '' ? [] : part(encodeText('thinking', event.text));
      case 'text-delta':
        return event.text === '' ? [] : part(encodeText('text', event.text));
      // The text has been sent: its signature follows on an empty part, as Google does it.
      case 'thinking-end':
      case 'text-end': {
        const signature = signed(event.seal);
        if (signature === undefined) return [];
        return part({ ...encodeText(event.type === 'text-end' ? 'text' : 'thinking', ''), ...signature });
      }
      case 'call-end':
        calls.set(event.index, event);
        return part(encodeCall(event));
      case 'provider-result':
        return part(encodeServerResult(event, calls.get(event.call)));
      case 'media':
        return part({ ...encodeMedia(event.block), ...signed(event.block.seal) });
      case 'reply-fields':
        own.add(event);
        return [];
      case 'usage':
        usage = { usageMetadata: encodeUsage(event.usage) };
        return [];
      case 'reply-end':
        finish = { finishReason: finishReasonOf(event.stop, event.rawStop) };
        return [];
      case 'reply-error':
        over = true;
        return frame(encodeFailure(event.failure).body);
      default:
        return [];
    }
  };

  /** The counts are in the last chunk, and may arrive after the reason. */
  const end = (): readonly Frame[] => {
    if (over || finish === undefined) return [];
    over = true;
    const content = { role: 'model', parts: [{ text: '' }] };
    const candidate = { content, ...finish, index: 0, ...own.take('candidate') };
    return frame({ candidates: [candidate], ...withCounts(usage, own), ...lead, ...own.take('response') });
  };
  return { event, end };
}

function frame(value: JsonObject): readonly Frame[] {
  return [{ data: JSON.stringify(value) }];
}

/** What Google's own tools read is in the prompt's count with us, and next to it with Google. */
function withCounts({ usageMetadata }: JsonObject, own: OwnFields): JsonObject {
  if (usageMetadata === undefined) return {};
  const counts = { ...asObject(usageMetadata), ...own.at('usage') };
  const prompt = asNumber(counts['promptTokenCount']) ?? 0;
  const promptTokenCount = Math.max(0, prompt - (asNumber(counts['toolUsePromptTokenCount']) ?? 0));
  return { usageMetadata: { ...counts, promptTokenCount } };
}

type CallEnd = Extract<ReplyEvent, { type: 'call-end' }>;

/** Fields of a complete response and of every chunk of a stream. */
function encodeHead({ id, model }: ReplyHead): JsonObject {
  return { modelVersion: model, responseId: id };
}

function encodeCall(call: CallEnd): JsonObject {
  const { rawId, name, seal } = call;
  const args = readArguments(call.arguments);
  if (call.executor === 'provider') return encodeServerCall(call, args);
  return { functionCall: { ...(rawId === '' ? {} : { id: rawId }), name, args }, ...signed(seal) };
}

/** GEM-019: the arguments are an object. Text that is not an object, or is nested too deeply, is put whole under a key of its own. */
function readArguments(text: string): JsonObject {
  const args = argumentsObject(text);
  return args === undefined || toJson(args).changes.length > 0 ? { [rawArgumentsKey]: text } : args;
}

function encodeText(kind: 'text' | 'thinking', text: string): JsonObject {
  return kind === 'thinking' ? { text, thought: true } : { text };
}
