/**
 * How many tokens a request is. A target whose provider counts is asked, with the very request that would be sent to it; otherwise it is
 * counted here: roughly, rather too many than too few. A provider that does not answer is not a reason to fail.
 */
import { type Selection, TokenCounter } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import {
  asNumber,
  asObject,
  ConfigError,
  importRequest,
  type PreparedRequest,
  ProviderError,
  parseJson,
  prepareRequest,
  type ReadRequest,
  resolveProvider,
  resolveWhole,
  sendRequest,
} from '@interlock/wire';
import { restoreAnswers } from '../answers/restore-answers.ts';
import { PassedHistory } from '../memory/passed-history.ts';
import type { ExchangeParts, IncomingRequest } from './answer-request.ts';
import { passThrough } from './pass-through.ts';
import { passedHeaders, unreadEntries } from './unread-parts.ts';
import { withBody } from './with-body.ts';

export type CountRequest = Pick<IncomingRequest, 'front' | 'body' | 'route' | 'client' | 'headers'>;

export interface TokenCount {
  readonly tokens: number;
  /** Whose count it is. Absent: ours. */
  readonly target?: string;
}

/** A client asks before each turn, and would rather have a rough number than wait. */
const longestMs = 10_000;

export async function countTokens(parts: ExchangeParts, given: CountRequest, signal: AbortSignal): Promise<TokenCount> {
  // Google's clients may wrap the request.
  const body = asObject(given.body['generateContentRequest']) ?? given.body;
  const incoming = { ...given, body };
  const read = importRequest(given.front.protocol, body, { provider: given.front.protocol.home });
  const counted = await countedThere(parts, incoming, read, AbortSignal.any([signal, AbortSignal.timeout(longestMs)]));
  return counted ?? { tokens: new TokenCounter().countRequest(read) };
}

/** As the client's API says it. */
export function countBody({ protocol }: CountRequest['front'], { tokens }: TokenCount): JsonObject {
  return protocol.name === 'gemini' ? { totalTokens: tokens } : { input_tokens: tokens };
}

async function countedThere(
  parts: ExchangeParts,
  incoming: CountRequest,
  read: ReadRequest,
  signal: AbortSignal,
): Promise<TokenCount | undefined> {
  if (read.contents.length === 0) return undefined;
  const history = await restoreAnswers(read.contents, incoming.client.key, parts.answers);
  const selection = await selected(incoming, history.bound);
  if (selection === undefined) return undefined;
  const { provider, protocol } = resolveProvider(selection.target);
  const counting = countings[provider.name];
  if (counting === undefined || counting.protocol !== protocol.name) return undefined;
  try {
    const request = prepared(incoming, read, history, selection);
    const reply = await sendRequest(parts.transport, counting.request(request), { signal });
    const tokens = asNumber(asObject(parseJson(await reply.text()))?.[counting.field]);
    return tokens === undefined ? undefined : { tokens, target: selection.name };
  } catch (error) {
    if (error instanceof ProviderError || error instanceof ConfigError || signal.aborted) return undefined;
    throw error;
  }
}

/** The target that would be used. A round-robin does not advance for a count: then it is the first one. */
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
  read: ReadRequest,
  { contents, changed }: Awaited<ReturnType<typeof restoreAnswers>>,
  { target }: Selection,
): PreparedRequest {
  const { tools } = read;
  const request = prepareRequest({ contents, tools, settings: { ...read.settings, stream: false }, target });
  return passThrough(request, resolveWhole(target), {
    front,
    body,
    headers: passedHeaders(front, sent),
    restored: changed,
    history: new PassedHistory(),
    toolNames: new Set(tools.map(({ name }) => name)),
    unread: unreadEntries(front, read).map(({ what }) => what),
  }).request;
}

interface Counting {
  readonly protocol: string;
  /** The field of the answer that has the number. */
  readonly field: string;
  request(request: PreparedRequest): PreparedRequest;
}

/** The fields that matter for a count. Anthropic refuses `max_tokens` and whatever else there is. */
const countedFields: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'],
  ...['mcp_servers', 'context_management'],
]);

/** By provider: others that speak the same protocol need not count. */
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
