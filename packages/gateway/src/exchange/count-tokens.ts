/**
 * Counts the tokens of a request. If the provider of the target can count, it is asked with exactly the request that would be sent;
 * otherwise, or if it does not answer, the number is estimated here, rather too high than too low.
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
  /** The target that counted. Absent: an estimate of ours. */
  readonly target?: string;
}

/** Clients ask before each turn, and prefer an estimate to a long wait. */
const longestMs = 10_000;

export async function countTokens(parts: ExchangeParts, given: CountRequest, signal: AbortSignal): Promise<TokenCount> {
  // Google's clients may wrap the request.
  const body = asObject(given.body['generateContentRequest']) ?? given.body;
  const incoming = { ...given, body };
  const read = importRequest(given.front.protocol, body, { provider: given.front.protocol.home });
  const counted = await countedThere(parts, incoming, read, AbortSignal.any([signal, AbortSignal.timeout(longestMs)]));
  return counted ?? { tokens: new TokenCounter().countRequest(read) };
}

/** The count in the format of the client's API. */
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

/** The fields that matter for a count. Anthropic refuses all others, such as `max_tokens`. */
const countedFields: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config'],
  ...['mcp_servers', 'context_management'],
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
