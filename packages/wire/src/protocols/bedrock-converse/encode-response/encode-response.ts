/** A reply as the one response this API gives. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, parseJson } from '../../../json/json.ts';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import { spokenText } from '../../../shape/spoken-text.ts';
import type { ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { writeStop } from '../stop-reasons.ts';
import { writeUsage } from '../usage.ts';
import { callId } from './call-id.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const blocks = new Map<number, JsonObject>();
  const texts = new Map<number, string>();
  let usage: Usage | undefined;
  let stop = 'end_turn';
  for (const event of events) {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        texts.set(event.index, (texts.get(event.index) ?? '') + event.text);
        break;
      case 'text-end':
        blocks.set(event.index, { text: texts.get(event.index) ?? '' });
        break;
      case 'thinking-end':
        blocks.set(event.index, thinkingBlock(texts.get(event.index) ?? '', event.seal));
        break;
      case 'call-end':
        if (event.executor !== 'provider') blocks.set(event.index, callBlock(event, head));
        break;
      case 'media':
        blocks.set(event.index, { text: spokenText(event.block) });
        break;
      case 'usage':
        usage = event.usage;
        break;
      case 'reply-end':
        stop = writeStop(event.stop, event.rawStop);
        break;
      case 'reply-error':
        return encodeFailure(event.failure).body;
    }
  }
  const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: stop,
    usage: writeUsage(usage),
    metrics: { latencyMs: 0 },
  };
}

/** Another provider's seal means nothing to a client of this API. */
function thinkingBlock(text: string, seal: Extract<ReplyEvent, { type: 'thinking-end' }>['seal']): JsonObject {
  if (seal?.field === 'redacted_thinking') return { reasoningContent: { redactedContent: seal.value } };
  const signature = seal?.field === 'signature' ? { signature: seal.value } : {};
  return { reasoningContent: { reasoningText: { text, ...signature } } };
}

/** Arguments that are not an object are given as they came, under a name: the client's tool would get nothing else. */
function callBlock(event: Extract<ReplyEvent, { type: 'call-end' }>, head: ReplyHead): JsonObject {
  const text = event.arguments.trim();
  const input = text === '' ? {} : (asObject(parseJson(text)) ?? { raw_arguments: event.arguments });
  return { toolUse: { toolUseId: callId(event, head), name: event.name, input } };
}
