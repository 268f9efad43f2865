/**
 * The spans of a request: one for the client request, with the report of repairs, and one for each target that was called, with the attributes
 * of the GenAI conventions. They contain no text of the conversation and no keys.
 */
import type { AnswerOutcome } from '../exchange/answer-request.ts';
import type { Attempt } from '../exchange/attempts.ts';
import type { Report } from '../exchange/report.ts';
import type { RequestFacts } from '../log/log.ts';
import {
  type AttributeValue,
  attributesOf,
  type OtlpEvent,
  type OtlpSpan,
  spanKinds,
  statusError,
  unixNano,
} from './otlp-span.ts';
import { newSpanId, type TraceContext } from './trace-context.ts';

export interface TracedRequest {
  readonly context: TraceContext;
  readonly facts: RequestFacts;
  readonly outcome: AnswerOutcome;
  /** Milliseconds since 1970. */
  readonly beganAt: number;
}

export function requestSpans(traced: TracedRequest): readonly OtlpSpan[] {
  const { outcome } = traced;
  const server = serverSpan(traced);
  const last = outcome.attempts.length - 1;
  return [server, ...outcome.attempts.map((attempt, at) => clientSpan(traced, server.spanId, attempt, at === last))];
}

function serverSpan({ context, facts, outcome, beganAt }: TracedRequest): OtlpSpan {
  const { requestId, client, api, model, stream, ms, firstByteMs } = facts;
  const { status, end, attempts, seals, report, passed, failure } = outcome;
  const route = routes[api] ?? `/${api}`;
  const events = eventsOf(report, beganAt);
  return {
    traceId: context.traceId,
    spanId: newSpanId(),
    ...(context.parentId === undefined ? {} : { parentSpanId: context.parentId }),
    ...(context.state === undefined ? {} : { traceState: context.state }),
    name: `POST ${route}`,
    kind: spanKinds.server,
    startTimeUnixNano: unixNano(beganAt),
    endTimeUnixNano: unixNano(beganAt + ms),
    attributes: attributesOf({
      'http.request.method': 'POST',
      'http.route': route,
      'http.response.status_code': status,
      'error.type': failure?.reason,
      'interlock.request_id': requestId,
      'interlock.client': client,
      'interlock.model': model,
      'interlock.stream': stream,
      'interlock.end': end,
      'interlock.target': attempts.at(-1)?.target,
      'interlock.attempts': attempts.length,
      'interlock.first_byte_ms': firstByteMs,
      'interlock.passed': passed,
      'interlock.repairs': report?.repairs.length ?? 0,
      'interlock.left_out': report?.leftOut.length ?? 0,
      'interlock.seals.found': seals.found,
      'interlock.seals.missed': seals.missed,
    }),
    events: events.slice(0, mostEvents),
    ...(events.length > mostEvents ? { droppedEventsCount: events.length - mostEvents } : {}),
    // A client's mistake is not a server error.
    status: status >= 500 || (status === 200 && failure !== undefined) ? { code: statusError } : {},
  };
}

const routes: Readonly<Record<string, string>> = {
  'anthropic-messages': '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  gemini: '/v1beta/models/{model}:generateContent',
  'ollama-chat': '/api/chat',
};

const mostEvents = 128;
const mostCalls = 32;

function eventsOf(report: Report | undefined, beganAt: number): readonly OtlpEvent[] {
  const timeUnixNano = unixNano(beganAt);
  return [
    ...(report?.repairs ?? []).map(({ kind, rule, callIds, at }) => ({
      timeUnixNano,
      name: 'interlock.repair',
      attributes: attributesOf({ kind, rule, call_ids: callIds.slice(0, mostCalls), at }),
    })),
    ...(report?.leftOut ?? []).map(({ what, why }) => ({
      timeUnixNano,
      name: 'interlock.left_out',
      attributes: attributesOf({ what, why }),
    })),
  ];
}

function clientSpan(
  { context, facts, outcome, beganAt }: TracedRequest,
  parentSpanId: string,
  { target, account, beganAt: askedAt, failedAt, sent, failure }: Attempt,
  isLast: boolean,
): OtlpSpan {
  // The answer belongs to the last target.
  const { reply, usage, answeredBy } = isLast ? outcome : {};
  const model = sent?.model ?? target;
  const { hostname, port, protocol } = URL.parse(sent?.url ?? '') ?? {};
  return {
    traceId: context.traceId,
    spanId: newSpanId(),
    parentSpanId,
    name: `chat ${model}`,
    kind: spanKinds.client,
    startTimeUnixNano: unixNano(askedAt),
    endTimeUnixNano: unixNano(failedAt ?? beganAt + facts.ms),
    attributes: attributesOf({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': providerNames[sent?.provider ?? ''] ?? sent?.provider ?? 'unknown',
      'gen_ai.request.model': model,
      'gen_ai.request.max_tokens': sent?.settings.maxOutputTokens,
      'gen_ai.request.temperature': double(sent?.settings.temperature),
      'gen_ai.request.top_p': double(sent?.settings.topP),
      'gen_ai.response.id': brief(reply?.id),
      'gen_ai.response.model': brief(answeredBy),
      'gen_ai.response.finish_reasons': reply === undefined ? undefined : [brief(reply.rawStop ?? reply.stop)],
      'gen_ai.usage.input_tokens': usage?.input,
      'gen_ai.usage.output_tokens': usage?.output,
      'gen_ai.usage.cache_read.input_tokens': usage?.cacheRead,
      'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWrite,
      'server.address': hostname,
      'server.port': hostname === undefined ? undefined : Number(port || (protocol === 'https:' ? 443 : 80)),
      'http.response.status_code': failure?.status,
      'error.type': failure?.reason,
      'interlock.request_id': facts.requestId,
      'interlock.target': target,
      'interlock.account': account,
    }),
    status: failure === undefined ? {} : { code: statusError },
  };
}

const longestWord = 500;

/** What a provider calls itself may be of any length. */
function brief<Text extends string | undefined>(text: Text): Text | string {
  return text === undefined || text.length <= longestWord ? text : `${text.slice(0, longestWord)}…`;
}

function double(value: number | undefined): AttributeValue {
  return value === undefined ? undefined : { double: value };
}

/** Providers that have another name in the conventions. */
const providerNames: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  bedrock: 'aws.bedrock',
  azure: 'azure.ai.openai',
  mistral: 'mistral_ai',
  xai: 'x_ai',
  moonshot: 'moonshot_ai',
};
