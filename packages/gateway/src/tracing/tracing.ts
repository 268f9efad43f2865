/** Traces requests, if a collector is configured. */
import type { Clock } from '@interlock/runtime';
import type { GatewayLog } from '../log/log.ts';
import { requestSpans, type TracedRequest } from './request-spans.ts';
import { SpanExporter } from './span-exporter.ts';
import { traceContext } from './trace-context.ts';
import type { TracingOptions } from './tracing-options.ts';

export interface Tracing {
  /** `headers`: of the client, which may have begun the trace. */
  end(headers: Readonly<Record<string, unknown>>, request: Omit<TracedRequest, 'context'>): void;
  close(): Promise<void>;
}

export function startTracing(options: TracingOptions, clock: Clock, log: GatewayLog): Tracing {
  const exporter = new SpanExporter(options, clock, log);
  return {
    end: (headers, request) => {
      const context = traceContext(headers, options);
      if (context !== undefined) exporter.add(requestSpans({ ...request, context }));
    },
    close: () => exporter.close(),
  };
}
