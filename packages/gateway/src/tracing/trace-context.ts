/** The trace of a request: its caller's (`traceparent`), or a new one. */
import { randomBytes } from 'node:crypto';
import type { TracingOptions } from './tracing-options.ts';

export interface TraceContext {
  readonly traceId: string;
  readonly parentId?: string;
  readonly state?: string;
}

type Headers = Readonly<Record<string, unknown>>;

/** Undefined: it is not recorded. */
export function traceContext(
  headers: Headers,
  { ratio, followsParent }: Pick<TracingOptions, 'ratio' | 'followsParent'>,
): TraceContext | undefined {
  const parent = parentOf(headers);
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  const isWanted = parent !== undefined && followsParent ? parent.sampled : isInside(traceId, ratio);
  if (!isWanted) return undefined;
  return {
    traceId,
    ...(parent === undefined ? {} : { parentId: parent.spanId }),
    ...(parent?.state === undefined ? {} : { state: parent.state }),
  };
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}

interface Parent {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
  readonly state?: string;
}

function parentOf(headers: Headers): Parent | undefined {
  const { traceparent, tracestate } = headers;
  const found = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(
    String(traceparent ?? ''),
  );
  const [, traceId = '', spanId = '', flags = '0'] = found ?? [];
  if (found === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const state = typeof tracestate === 'string' && tracestate.length <= 512 ? { state: tracestate } : {};
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1, ...state };
}

/** Every service that sees this trace decides the same, by the last 56 bits of its id. */
function isInside(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;
}
