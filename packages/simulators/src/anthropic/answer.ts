/** The model's answer as a message of this API. */

import { argumentText } from '../api/call-arguments.ts';
import { type JsonObject, objectOf, parseJson, textOf } from '../api/json.ts';
import type { Answer, Part } from '../api/model.ts';
import { tokensOfLength } from '../api/tokens.ts';
import type { World } from '../api/world.ts';
import { bindingBeta, thinkingOf, thinksIn } from './checks/parameters.ts';
import type { Block, Draft } from './draft.ts';
import { newId } from './ids.ts';
import { idPrefix } from './models.ts';
import { blocksBefore, type PrefixBlock } from './prefix.ts';
import type { CacheUse } from './prompt-cache.ts';
import { mintThinking, type Recalled } from './thinking.ts';
import { countTokens } from './tokens.ts';

/** A block as it is sent; `argumentText` if the stream has to show the text piece by piece. */
export interface Written {
  readonly fields: JsonObject;
  readonly argumentText?: string;
}

export interface Message {
  readonly id: string;
  readonly model: string;
  readonly content: readonly Written[];
  readonly stopReason: string;
  readonly usage: JsonObject;
  /** Present with the beta for binding controls: what was removed from the prompt. */
  readonly transformations: readonly JsonObject[] | undefined;
}

const stops: Readonly<Record<Answer['stop'], string>> = {
  end: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  filtered: 'refusal',
};

/** The text that Anthropic documents for tests: thinking triggered by it comes back redacted. */
const redactionTrigger = 'ANTHROPIC_MAGIC_STRING_TRIGGER_REDACTED_THINKING';

export function writeAnswer(draft: Draft, world: World, recalled: Recalled, cache: CacheUse, answer: Answer): Message {
  const id = newId(idPrefix('msg', draft.claude), world);
  const content = writeContent(draft, world, recalled, answer.parts, id);
  return {
    id,
    model: textOf(draft.body['model']),
    content,
    stopReason: stops[answer.stop],
    usage: writeUsage(draft, cache, content, answer.parts),
    transformations: draft.betas.includes(bindingBeta)
      ? recalled.dropped.map((entry) => ({ type: 'thinking_dropped', ...entry }))
      : undefined,
  };
}

function writeContent(
  draft: Draft,
  world: World,
  recalled: Recalled,
  parts: readonly Part[],
  message: string,
): readonly Written[] {
  const thinks = thinksIn(draft);
  const thoughts = parts.filter((part) => 'think' in part).length;
  const redacts = isRedacted(draft);
  const written: Written[] = [];
  let { last: previous } = recalled;
  let index = 0;
  for (const part of parts) {
    if (!('think' in part)) {
      written.push(...writePart(part, draft, world));
      continue;
    }
    // The model does not think in this request.
    if (!thinks) continue;
    const shown = showsThinking(draft) && !redacts ? part.think : '';
    const kind = redacts ? 'redacted' : 'thinking';
    const before = [...blocksBefore(draft), ...written.map(asPrefixBlock)];
    const thought = { message, index, of: thoughts, thought: part.think };
    const token = mintThinking(draft, world, { ...thought, kind, shown, before, previous });
    const fields = redacts
      ? { type: 'redacted_thinking', data: token }
      : { type: 'thinking', thinking: shown, signature: token };
    written.push({ fields });
    previous = token;
    index += 1;
  }
  return written;
}

function asPrefixBlock({ fields }: Written): PrefixBlock {
  const block: Block = { type: textOf(fields['type']), path: '', fields };
  return { role: 'assistant', block };
}

function showsThinking(draft: Draft): boolean {
  const { display } = thinkingOf(draft) as { readonly display?: unknown };
  return draft.claude.omitsThinking ? display === 'summarized' : display !== 'omitted';
}

function isRedacted({ entries }: Draft): boolean {
  return entries.some(
    ({ role, blocks }) =>
      role === 'user' && blocks.some(({ fields }) => textOf(fields['text']).includes(redactionTrigger)),
  );
}

function writePart(part: Exclude<Part, { think: string }>, draft: Draft, world: World): readonly Written[] {
  if ('say' in part) return part.say === '' ? [] : [{ fields: { type: 'text', text: part.say } }];
  const searches = draft.tools.some(
    (tool) => textOf(tool['type']).startsWith('web_search_') && tool['name'] === part.call,
  );
  if (searches) return writeSearch(part.args, draft, world);
  const text = argumentText(part);
  const fields = {
    type: 'tool_use',
    id: part.id ?? newId(idPrefix('toolu', draft.claude), world),
    name: part.call,
    // Whole answers contain only objects: truncated arguments are lost there.
    input: objectOf(parseJson(text)?.value),
    caller: { type: 'direct' },
  };
  return [{ fields, argumentText: text }];
}

/** The provider runs its own tool: call and result in one answer. */
function writeSearch(input: JsonObject, draft: Draft, world: World): readonly Written[] {
  const id = newId(idPrefix('srvtoolu', draft.claude), world);
  const { model, endpoint, account } = { model: draft.claude.id, endpoint: world.endpoint, account: world.account };
  const query = textOf(input['query']);
  const encrypted = world.mint({ kind: 'search', provider: 'anthropic', model, endpoint, account, text: query });
  const found = {
    type: 'web_search_result',
    url: 'https://example.com/',
    title: query === '' ? 'Example' : query,
    encrypted_content: encrypted,
    page_age: null,
  };
  return [
    { fields: { type: 'server_tool_use', id, name: 'web_search', input }, argumentText: JSON.stringify(input) },
    { fields: { type: 'web_search_tool_result', tool_use_id: id, content: [found] } },
  ];
}

function writeUsage(draft: Draft, cache: CacheUse, content: readonly Written[], parts: readonly Part[]): JsonObject {
  const searches = content.filter(({ fields }) => fields['type'] === 'server_tool_use').length;
  const thinks = thinksIn(draft);
  const thinking = parts.reduce((sum, part) => sum + ('think' in part && thinks ? part.think.length : 0), 0);
  const spoken = parts.reduce((sum, part) => sum + charactersIn(part), 0);
  return {
    input_tokens: countTokens(draft) - cache.read - cache.written,
    cache_creation_input_tokens: cache.written,
    cache_read_input_tokens: cache.read,
    cache_creation: {
      ephemeral_5m_input_tokens: cache.written - cache.writtenForHour,
      ephemeral_1h_input_tokens: cache.writtenForHour,
    },
    output_tokens: Math.max(1, tokensOfLength(thinking + spoken)),
    output_tokens_details: { thinking_tokens: tokensOfLength(thinking) },
    server_tool_use: searches > 0 ? { web_search_requests: searches, web_fetch_requests: 0 } : null,
    service_tier: 'standard',
  };
}

function charactersIn(part: Part): number {
  if ('say' in part) return part.say.length;
  if ('call' in part) return part.call.length + argumentText(part).length;
  return 0;
}

export function wholeMessage(message: Message): JsonObject {
  return { ...envelope(message), content: message.content.map(({ fields }) => fields) };
}

/** Everything but the content, in the order the API writes it. */
export function envelope({ id, model, stopReason, usage, transformations }: Message): JsonObject {
  return {
    model,
    id,
    type: 'message',
    role: 'assistant',
    content: [],
    container: null,
    stop_reason: stopReason,
    stop_sequence: null,
    stop_details: stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
    usage,
    ...(transformations === undefined ? {} : { input_transformations: transformations }),
  };
}
