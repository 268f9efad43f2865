/** Writes a reply as a complete response: one message with all thinking, all text and all calls. */
import { type JsonObject, type JsonValue, rawArgumentsKey, toJson } from '@interlock/transcript';
import { asObject } from '../../../json/json.ts';
import type { ReplyEvent, StopReason, Usage } from '../../../reply/events.ts';
import { OwnFields, ownFieldsOf } from '../../../reply/own-fields.ts';
import { argumentsObject } from '../../../tools/arguments-object.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const texts = { 'thinking-delta': '', 'text-delta': '' };
  const calls: JsonValue[] = [];
  const images: string[] = [];
  let end: JsonObject = encodeEnd('end');
  let counts: JsonObject = {};
  for (const event of events) {
    if (event.type === 'reply-error') return encodeFailure(event.failure).body;
    if (event.type === 'thinking-delta' || event.type === 'text-delta') texts[event.type] += event.text;
    if (event.type === 'call-end' && event.executor !== 'provider') calls.push(encodeCall(event, calls.length));
    if (event.type === 'media' && event.block.encoding === 'base64') images.push(event.block.data);
    if (event.type === 'usage') counts = encodeUsage(event.usage);
    if (event.type === 'reply-end') end = encodeEnd(event.stop);
  }
  const message = {
    role: 'assistant',
    content: texts['text-delta'],
    ...(texts['thinking-delta'] === '' ? {} : { thinking: texts['thinking-delta'] }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return { ...encodeHead(head), message, ...end, ...ownFieldsOf('ollama-chat', events).at('line'), ...counts };
}

/** Writes a reply as a stream of lines (OLL-001): one for each delta and each call, and a last one with counts and reason. */
export function startEncoding(head: ReplyHead): Encoding {
  const lead = encodeHead(head);
  const own = new OwnFields('ollama-chat');
  let calls = 0;
  let counts: JsonObject = {};
  let last: JsonObject | undefined;

  const message = (fields: JsonObject): readonly Frame[] =>
    line({ ...lead, message: { role: 'assistant', content: '', ...fields }, done: false, ...own.take('line') });

  const event = (event: ReplyEvent): readonly Frame[] => {
    if (event.type === 'usage') counts = encodeUsage(event.usage);
    if (last !== undefined) return [];
    switch (event.type) {
      case 'reply-fields':
        own.add(event);
        return [];
      case 'thinking-delta':
        return message({ thinking: event.text });
      case 'text-delta':
        return message({ content: event.text });
      case 'call-end': {
        if (event.executor === 'provider') return [];
        calls += 1;
        return message({ tool_calls: [encodeCall(event, calls - 1)] });
      }
      case 'media':
        return event.block.encoding === 'base64' ? message({ images: [event.block.data] }) : [];
      case 'reply-end':
        last = { ...lead, message: { role: 'assistant', content: '' }, ...encodeEnd(event.stop), ...own.take('line') };
        return [];
      case 'reply-error': // OLL-008
        last = encodeFailure(event.failure).body;
        return [];
      default:
        return [];
    }
  };

  // The last line waits for counts that come after the reason. An unfinished reply has none, as if cut off.
  const end = (): readonly Frame[] => (last === undefined ? [] : line({ ...last, ...('error' in last ? {} : counts) }));
  return { event, end };
}

function line(value: JsonObject): readonly Frame[] {
  return [{ data: JSON.stringify(value) }];
}

/** Fields of a complete response and of every chunk of a stream. */
function encodeHead({ model, created }: ReplyHead): JsonObject {
  return { model, created_at: new Date(created * 1000).toISOString() };
}

/** OLL-002: the arguments are an object. Text that is not an object is put whole under a key of its own. */
function encodeCall(call: Extract<ReplyEvent, { type: 'call-end' }>, position: number): JsonObject {
  const { rawId, name } = call;
  const text = call.arguments;
  // Through `toJson`, because deeply nested values cannot be written.
  const args = asObject(toJson(argumentsObject(text) ?? null).value);
  return {
    ...(rawId === '' ? {} : { id: rawId }),
    function: { index: position, name, arguments: args ?? { [rawArgumentsKey]: text } },
  };
}

/** Ollama knows two reasons: the limit, and everything else. */
function encodeEnd(stop: StopReason): JsonObject {
  return { done: true, done_reason: stop === 'max-tokens' ? 'length' : 'stop' };
}

function encodeUsage({ input, output, cacheRead }: Usage): JsonObject {
  return {
    prompt_eval_count: input,
    ...(cacheRead === undefined ? {} : { prompt_eval_cached_count: cacheRead }),
    eval_count: output,
  };
}
