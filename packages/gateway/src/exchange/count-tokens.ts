/**
 * Counts the tokens of a request. What is known of its conversation is not read or rendered again. If the provider of the target can count,
 * it is asked with exactly the request that would be sent; otherwise, or if it does not answer, the number is estimated here, rather too high
 * than too low.
 */
import type { Selection } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import {
  asNumber,
  asObject,
  asText,
  ConfigError,
  type PreparedRequest,
  ProviderError,
  parseJson,
  type ReadRequest,
  resolveProvider,
  resolveWhole,
  sendRequest,
} from '@interlock/wire';
import { restoreAnswers } from '../answers/restore-answers.ts';
import { Thread } from '../memory/thread.ts';
import { type ExchangeParts, type IncomingRequest, type ReceivedBytes, readingOf } from './answer-request.ts';
import { clientPolicy } from './client-policy.ts';
import { passThrough } from './pass-through.ts';
import { passedHeaders, unreadEntries } from './unread-parts.ts';
import { withBody } from './with-body.ts';

export interface CountRequest extends Pick<IncomingRequest, 'front' | 'body' | 'route' | 'client' | 'headers'> {
  /** What is known from an earlier request with these bytes, or their beginning. */
  readonly received?: Pick<ReceivedBytes, 'known' | 'continues'>;
}

export interface TokenCount {
  readonly tokens: number;
  /** The target that counted. Absent: an estimate of ours. */
  readonly target?: string;
}

/** Clients ask before each turn, and prefer an estimate to a long wait. */
const longestMs = 10_000;

export async function countTokens(parts: ExchangeParts, given: CountRequest, signal: AbortSignal): Promise<TokenCount> {
  // Google's clients may wrap the request.
  const wrapped = given.front.protocol.spelled?.(given.body)['generateContentRequest'];
  const body = asObject(wrapped) ?? given.body;
  const incoming = { ...given, body };
  const fresh = readOf(incoming, body === given.body ? given.received : undefined);
  const kind = `${given.front.protocol.name} ${asText(given.body['model'])}`;
  const recalled = parts.memory.peek(given.client.key, kind, fresh.contents);
  const { thread = new Thread(), contents = fresh.contents } = recalled ?? {};
  const read = { ...fresh, contents };
  const until = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const counted = await countedThere(parts, incoming, { read, thread }, until);
  return counted ?? { tokens: thread.counter.countRequest(read) };
}

function readOf({ front, body }: CountRequest, received: CountRequest['received']): ReadRequest {
  return received?.known?.read ?? (received?.continues?.reading ?? readingOf(front)).read(body);
}

interface Conversation {
  readonly read: ReadRequest;
  readonly thread: Thread;
}

/** The count in the format of the client's API. */
export function countBody({ protocol }: CountRequest['front'], { tokens }: TokenCount): JsonObject {
  return protocol.name === 'gemini' ? { totalTokens: tokens } : { input_tokens: tokens };
}

async function countedThere(
  parts: ExchangeParts,
  incoming: CountRequest,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<TokenCount | undefined> {
  const { read, thread } = conversation;
  if (read.contents.length === 0) return undefined;
  const history = await restoreAnswers(read.contents, incoming.client.key, parts.answers, thread.groups);
  const selection = await selected(incoming, history.bound);
  if (selection === undefined) return undefined;
  const { provider, protocol } = resolveProvider(selection.target);
  const counting = countings[provider.name];
  if (counting === undefined || counting.protocol !== protocol.name) return undefined;
  try {
    const request = prepared(incoming, conversation, history, selection);
    const reply = await sendRequest(parts.transport, counting.request(request), { signal });
    const tokens = asNumber(asObject(parseJson(await reply.text()))?.[counting.field]);
    return tokens === undefined ? undefined : { tokens, target: selection.name };
  } catch (error) {
    if (error instanceof ProviderError || error instanceof ConfigError || signal.aborted) return undefined;
    throw error;
  }
}

/** The target that would be used. A round-robin does not advance for a count, so there it is the first one. */
async function selected(
  { route }: CountRequest,
  bound: { readonly target: string; readonly account: string } | undefined,
): Promise<Selection | undefined> {
  const [first] = (await route.look()).targets;
  const at = bound === undefined ? { name: first?.name ?? '', account: '' } : { ...bound, name: bound.target };
  const step = await (await route.begin(at)).next({ tokens: 0 });
  return step.do === 'send' ? step.selection : undefined;
}

function prepared(
  { front, body, headers: sent }: CountRequest,
  { read, thread }: Conversation,
  { contents, changed }: Awaited<ReturnType<typeof restoreAnswers>>,
  { target }: Selection,
): PreparedRequest {
  const { tools } = read;
  const settings = { ...read.settings, stream: false };
  const request = thread.prepare(target, { contents, tools, settings, policy: clientPolicy });
  return passThrough(request, resolveWhole(target), {
    front,
    body,
    headers: passedHeaders(front, sent),
    restored: changed,
    contents,
    history: thread.passed(target),
    toolNames: new Set(tools.map(({ name }) => name)),
    unread: unreadEntries(front, read).map(({ what }) => what),
    unclear: new Map(read.problems.map(({ path, message }) => [path, message])),
  }).request;
}

interface Counting {
  readonly protocol: string;
  /** The field of the answer that has the number. */
  readonly field: string;
  request(request: PreparedRequest): PreparedRequest;
}

/** The fields that matter for a count. Anthropic refuses all others, such as `max_tokens`. */
const countedFields: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'],
  ...['mcp_servers', 'context_management', 'cache_control', 'compaction', 'output_format', 'speed'],
]);

/** By provider: another provider that speaks the same protocol may not be able to count. */
const countings: Readonly<Record<string, Counting>> = {
  anthropic: {
    protocol: 'anthropic-messages',
    field: 'input_tokens',
    request: (request) => {
      const fields = Object.entries(request.body).filter(([name]) => countedFields.has(name));
      return withBody({ ...request, url: `${request.url}/count_tokens` }, Object.fromEntries(fields));
    },
  },
  google: {
    protocol: 'gemini',
    field: 'totalTokens',
    request: (request) => {
      const { model: _, ...body } = request.body;
      const model = `models/${request.reply.origin.model ?? ''}`;
      const url = request.url.replace(/:generateContent$/, ':countTokens');
      return withBody({ ...request, url }, { generateContentRequest: { model, ...body } });
    },
  },
};
