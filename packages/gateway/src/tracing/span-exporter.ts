/**
 * Sends spans to a collector in batches, as OTLP over HTTP in JSON. The queue is bounded; spans that the collector does not accept are dropped
 * and counted. Requests never wait.
 */
import type { Clock } from '@interlock/runtime';
import { redactKeys } from '@interlock/wire';
import type { GatewayLog } from '../log/log.ts';
import { attributesOf, type OtlpSpan } from './otlp-span.ts';
import type { TracingOptions } from './tracing-options.ts';

const mostWaiting = 2_048;
const batchSize = 512;
const batchMs = 2_000;

/** Pauses before retries, if the collector says that a retry may work. */
const pauses: readonly number[] = [1_000, 5_000];
const tryLater: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** How long a shutdown waits for the last spans. */
const farewellMs = 3_000;

export class SpanExporter {
  readonly #options: TracingOptions;
  readonly #clock: Clock;
  readonly #log: GatewayLog;
  readonly #closing = new AbortController();
  readonly #given = new AbortController();
  #waiting: OtlpSpan[] = [];
  #sending: Promise<void> | undefined;
  #failing = false;
  #lost = 0;

  constructor(options: TracingOptions, clock: Clock, log: GatewayLog) {
    this.#options = options;
    this.#clock = clock;
    this.#log = log;
  }

  add(spans: readonly OtlpSpan[]): void {
    if (this.#waiting.length + spans.length > mostWaiting) {
      this.#lost += spans.length;
      return;
    }
    this.#waiting.push(...spans);
    this.#sending ??= this.#send();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const patience = new AbortController();
    await Promise.race([this.#sending, this.#clock.sleep(farewellMs, patience.signal)]);
    patience.abort();
    this.#given.abort();
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < batchSize) await this.#clock.sleep(batchMs, this.#closing.signal);
      const batch = this.#waiting.slice(0, batchSize);
      this.#waiting = this.#waiting.slice(batchSize);
      await this.#deliver(batch);
    }
    this.#sending = undefined;
  }

  async #deliver(batch: readonly OtlpSpan[]): Promise<void> {
    const body = JSON.stringify(this.#envelope(batch));
    for (let tries = 0; ; tries += 1) {
      const problem = await this.#post(body);
      if (problem === undefined) return this.#succeeded();
      const pause = problem.later ? pauses[tries] : undefined;
      if (pause === undefined || this.#given.signal.aborted) return this.#failed(batch.length, problem.why);
      await this.#clock.sleep(pause, this.#closing.signal);
    }
  }

  #succeeded(): void {
    if (this.#failing) this.#log.info({ lost: this.#lost }, 'Spans are accepted again.');
    this.#failing = false;
    this.#lost = 0;
  }

  #failed(count: number, why: string): void {
    this.#lost += count;
    // Logged once, not for every batch.
    if (!this.#failing) this.#log.warn({ error: why }, 'Spans cannot be sent; they are dropped until they can.');
    this.#failing = true;
  }

  /** Undefined: the batch was accepted. */
  async #post(body: string): Promise<{ readonly why: string; readonly later: boolean } | undefined> {
    const { url, headers, timeoutMs } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#given.signal]),
      });
      await response.body?.cancel();
      if (response.ok) return undefined;
      return { why: `The collector answered ${response.status}.`, later: tryLater.has(response.status) };
    } catch (error) {
      const cause: unknown = error instanceof Error ? error.cause : undefined;
      const why = cause instanceof Error ? cause.message : error instanceof Error ? error.message : 'unknown';
      // A header that HTTP does not allow is quoted.
      return { why: redactKeys(why, Object.values(headers)), later: true };
    }
  }

  #envelope(spans: readonly OtlpSpan[]): object {
    const scope = { name: '@interlock/gateway' };
    const resource = { attributes: attributesOf(this.#options.resource) };
    return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
  }
}
