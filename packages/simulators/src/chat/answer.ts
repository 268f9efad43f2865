/** Writes the model's answer as one whole `chat.completion`. */
import type { ApiResponse } from '../api/api.ts';
import { argumentText } from '../api/call-arguments.ts';
import { nextId } from '../api/ids.ts';
import { jsonResponse } from '../api/json-response.ts';
import type { Answer, Part } from '../api/model.ts';
import { tokensOf } from '../api/tokens.ts';
import type { AcceptedRequest } from './behaviour.ts';
import { readMessages, readTools } from './messages.ts';
import type { ChatProfile } from './profile.ts';
import { countTokens } from './tokens.ts';

/** An answer in the parts of this protocol, in the order in which the model produced them. */
export interface Written {
  readonly id: string;
  readonly created: number;
  readonly parts: readonly WrittenPart[];
  readonly finishReason: string;
  readonly usage: Usage;
  readonly thinkingField: 'reasoning_content' | 'reasoning' | 'chunks' | undefined;
  /** The content of a message with only calls. */
  readonly emptyContent: '' | null;
  /** Fields of the message that only this provider has. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** How they are streamed. */
  readonly extraDeltas: readonly Readonly<Record<string, unknown>>[];
  /** Fields of the whole answer that only this provider has. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

export type WrittenPart =
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly index: number;
      readonly id: string;
      readonly name: string;
      readonly args: string;
      /** A free-form tool: its arguments are a text. */
      readonly custom: boolean;
    };

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly completion_tokens_details: { readonly reasoning_tokens: number };
}

const finishReasons: Readonly<Record<Answer['stop'], string>> = {
  end: 'stop',
  calls: 'tool_calls',
  length: 'length',
  filtered: 'content_filter',
};

export function writeAnswer(profile: ChatProfile, answer: Answer, asked: AcceptedRequest): Written {
  const { behaviour } = profile;
  const parts = writeParts(profile, answer.parts, asked);
  const extras = behaviour?.messageExtras?.(answer, asked) ?? {};
  const asOne = Object.keys(extras).length > 0 ? [extras] : [];
  return {
    id: `${behaviour?.idPrefix ?? 'chatcmpl-'}${nextId(asked.world, 29)}`,
    created: asked.world.now(),
    parts,
    finishReason: behaviour?.finishReason?.(answer, asked) ?? finishReasons[answer.stop],
    usage: countUsage(parts, asked),
    thinkingField: asked.seen.thinks ? profile.thinkingField?.(asked.model) : undefined,
    emptyContent: behaviour?.emptyContent ?? null,
    extras,
    extraDeltas: behaviour?.extraDeltas?.(extras) ?? asOne,
    envelope: behaviour?.envelope?.(asked) ?? {},
  };
}

export function writeWhole(written: Written, asked: AcceptedRequest): ApiResponse {
  const completion = {
    id: written.id,
    object: 'chat.completion',
    created: written.created,
    model: asked.model,
    ...written.envelope,
    choices: [{ index: 0, message: writeMessage(written), logprobs: null, finish_reason: written.finishReason }],
    usage: written.usage,
  };
  return jsonResponse(200, completion);
}

export function toolCallOf(
  { id, name, args, custom }: WrittenPart & { readonly kind: 'call' },
  said: string = args,
): Readonly<Record<string, unknown>> {
  return custom
    ? { id, type: 'custom', custom: { name, input: said } }
    : { id, type: 'function', function: { name, arguments: said } };
}

/** A thinking chunk of an array content, as Mistral has it. */
export function thinkingChunk(text: string): Readonly<Record<string, unknown>> {
  return { type: 'thinking', thinking: [{ type: 'text', text }] };
}

function writeMessage(written: Written): Readonly<Record<string, unknown>> {
  const { parts, thinkingField } = written;
  const thinking = joined(parts, 'thinking');
  const text = joined(parts, 'text');
  const calls = parts.filter((part) => part.kind === 'call').map((part) => toolCallOf(part));
  const chunked = thinkingField === 'chunks' && thinking !== '';
  const content = text === '' && calls.length > 0 ? written.emptyContent : text;
  return {
    role: 'assistant',
    content: chunked ? [thinkingChunk(thinking), ...(text === '' ? [] : [{ type: 'text', text }])] : content,
    ...(thinkingField && thinkingField !== 'chunks' && thinking !== '' ? { [thinkingField]: thinking } : {}),
    ...written.extras,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function writeParts(
  profile: ChatProfile,
  parts: readonly Part[],
  { body, model, seen, world }: AcceptedRequest,
): readonly WrittenPart[] {
  const before = readMessages(body).flatMap((message) => message.calls).length;
  const tools = readTools(body);
  let calls = 0;
  return parts.flatMap((part): readonly WrittenPart[] => {
    // A model that does not think in this request shows no thinking.
    if ('think' in part) return seen.thinks && part.think !== '' ? [{ kind: 'thinking', text: part.think }] : [];
    if ('say' in part) return part.say === '' ? [] : [{ kind: 'text', text: part.say }];
    const index = calls;
    calls += 1;
    const id = part.id ?? profile.callId(part.call, index, before, world, model);
    const custom = tools.some(({ name, raw }) => name === part.call && raw['type'] === 'custom');
    const { input } = part.args;
    const args = custom && part.rawArgs === undefined && typeof input === 'string' ? input : argumentText(part);
    return [{ kind: 'call', index, id, name: part.call, args, custom }];
  });
}

function countUsage(parts: readonly WrittenPart[], { body }: AcceptedRequest): Usage {
  const prompt = countTokens(body);
  const reasoning = tokensOf(joined(parts, 'thinking'));
  const calls = parts.flatMap((part) => (part.kind === 'call' ? [part.name, part.args] : [])).join('');
  const completion = reasoning + tokensOf(joined(parts, 'text') + calls);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

function joined(parts: readonly WrittenPart[], kind: 'thinking' | 'text'): string {
  return parts.flatMap((part) => (part.kind === kind ? [part.text] : [])).join('');
}
