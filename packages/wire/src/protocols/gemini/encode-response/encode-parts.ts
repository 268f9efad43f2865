/** The pieces of which both a whole response and a stream are made, for clients that take us for Google. */
import { type JsonObject, toJson } from '@interlock/transcript';
import { asObject, parseJson } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';
import { encodeServerCall } from '../server-tool.ts';
import { signed } from '../signature.ts';

export type CallEnd = Extract<ReplyEvent, { type: 'call-end' }>;

export function encodeHead({ id, model }: ReplyHead): JsonObject {
  return { modelVersion: model, responseId: id };
}

export function encodeCall(call: CallEnd): JsonObject {
  const { rawId, name, seal } = call;
  const args = readArguments(call.arguments);
  if (call.executor === 'provider') return encodeServerCall(call, args);
  return { functionCall: { ...(rawId === '' ? {} : { id: rawId }), name, args }, ...signed(seal) };
}

/** GEM-019: an object. Text that is none, or is nested too deep to be written again, is carried whole under a name of its own. */
function readArguments(text: string): JsonObject {
  if (text.trim() === '') return {};
  const args = asObject(parseJson(text));
  return args === undefined || toJson(args).changes.length > 0 ? { raw_arguments: text } : args;
}

export function encodeText(kind: 'text' | 'thinking', text: string): JsonObject {
  return kind === 'thinking' ? { text, thought: true } : { text };
}
