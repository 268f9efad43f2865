/** Spans of requests as a collector on this machine gets them. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import type { OtlpAttribute, OtlpSpan } from '../src/tracing/otlp-span.ts';
import { tracingOptions } from '../src/tracing/tracing-options.ts';
import { openUpstream, type Upstream, type UpstreamOptions } from './open-upstream.ts';
import { send } from './send.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

interface Export {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Envelope;
}

interface Envelope {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly scope: object; readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** `statuses`: what it answers first; 200 from then on. */
async function openCollector(statuses: number[] = []): Promise<{ readonly url: string; readonly exports: Export[] }> {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    exports.push({
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exports };
}

/** Real time, but no pause is longer than a moment. */
const hasty: Clock = {
  now: () => systemClock.now(),
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal),
};

/** The first target is overloaded, the second one answers. */
async function open(environment: Record<string, string>, options: Partial<UpstreamOptions> = {}): Promise<Upstream> {
  let endpoint = '';
  const upstream = await openUpstream({
    answer: (response, { body }) => {
      const { model } = JSON.parse(body);
      response.writeHead(model === 'first' ? 503 : 200, { 'content-type': 'application/json' });
      const message = { role: 'assistant', content: 'secret answer' };
      const usage = {
        prompt_tokens: 11,
        completion_tokens: 7,
        total_tokens: 18,
        prompt_tokens_details: { cached_tokens: 4 },
      };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      response.end(
        model === 'first'
          ? '{"error":{"message":"secret trouble"}}'
          : JSON.stringify({
              id: 'chatcmpl-1',
              object: 'chat.completion',
              created: 1,
              model: 'second-2026',
              choices,
              usage,
            }),
      );
    },
    clock: hasty,
    environment,
    models: {
      find: () => ({
        policy: 'failover',
        targets: ['first', 'second'].map((model) => ({
          provider: 'openai-compatible',
          model,
          endpoint,
          credentials: [{ key: 'sk-secret-key-12345' }],
        })),
      }),
      list: () => [],
    },
    ...options,
  });
  endpoint = upstream.endpoint;
  opened.unshift(upstream.close);
  return upstream;
}

const question = {
  model: 'any',
  temperature: 1,
  max_tokens: 50,
  messages: [
    { role: 'user', content: 'secret question' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":"secret argument"}' } }],
    },
    { role: 'user', content: 'and?' },
  ],
};
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setTimeout(done, 5));
}

/** As a reader of spans sees them. */
function plain(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.entries(value)[0]]));
}

function spansOf(exports: readonly Export[]): readonly OtlpSpan[] {
  return exports.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

test('a request is one span, each target another, and the repair report is on the first', async () => {
  const { url, exports } = await openCollector();
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b, authorization=Bearer%20c',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  const { gateway, lines } = await open(environment);
  const told = await send(gateway.url, '/v1/chat/completions', question, { traceparent, tracestate: 'v=1' });
  expect(told.status).toBe(200);
  await until(() => exports.length === 1);
  const [exported] = exports;
  if (exported === undefined) throw new Error('Nothing was sent.');
  const { path, headers, body } = exported;
  expect([path, headers['content-type'], headers['x-team'], headers['authorization']]).toEqual([
    '/v1/traces',
    'application/json',
    'a b',
    'Bearer c',
  ]);
  const [first, second, third] = spansOf(exports);
  expect(body.resourceSpans[0]).toEqual({
    resource: {
      attributes: [
        { key: 'deployment.environment.name', value: { stringValue: 'test' } },
        { key: 'service.name', value: { stringValue: 'interlock-gateway' } },
      ],
    },
    scopeSpans: [{ scope: { name: '@interlock/gateway' }, spans: [first, second, third] }],
  });
  const id = expect.stringMatching(/^[0-9a-f]{16}$/);
  const nano = expect.stringMatching(/^\d{19}$/);
  const times = { startTimeUnixNano: nano, endTimeUnixNano: nano };
  const requestId = ['stringValue', told.headers.get('x-interlock-request-id')];
  const { repairs } = lines[0] as {
    readonly repairs: readonly { kind: string; rule: string; callIds: string[]; at: string }[];
  };
  expect(repairs).toHaveLength(1);
  const [{ kind, rule, callIds, at } = { kind: '', rule: '', callIds: [], at: '' }] = repairs;
  expect(first).toEqual({
    traceId,
    spanId: id,
    parentSpanId: 'b7ad6b7169203331',
    traceState: 'v=1',
    name: 'POST /v1/chat/completions',
    kind: 2,
    ...times,
    attributes: expect.any(Array),
    events: [
      {
        timeUnixNano: nano,
        name: 'interlock.repair',
        attributes: [
          { key: 'kind', value: { stringValue: kind } },
          { key: 'rule', value: { stringValue: rule } },
          { key: 'call_ids', value: { arrayValue: { values: callIds.map((each) => ({ stringValue: each })) } } },
          { key: 'at', value: { stringValue: at } },
        ],
      },
    ],
    status: {},
  });
  expect(plain(first?.attributes ?? [])).toMatchObject({
    'http.response.status_code': ['intValue', '200'],
    'interlock.request_id': requestId,
    'interlock.client': ['stringValue', 'local'],
    'interlock.attempts': ['intValue', '2'],
    'interlock.repairs': ['intValue', '1'],
  });
  const asked = {
    'gen_ai.operation.name': ['stringValue', 'chat'],
    'gen_ai.provider.name': ['stringValue', 'openai-compatible'],
    'gen_ai.request.max_tokens': ['intValue', '50'],
    'gen_ai.request.temperature': ['doubleValue', 1],
    'server.address': ['stringValue', '127.0.0.1'],
    'server.port': ['intValue', expect.stringMatching(/^\d+$/)],
    'interlock.request_id': requestId,
    'interlock.account': ['stringValue', expect.any(String)],
  };
  const client = { traceId, spanId: id, parentSpanId: first?.spanId, kind: 3, ...times, attributes: expect.any(Array) };
  expect([second, third]).toEqual([
    { ...client, name: 'chat first', status: { code: 2 } },
    { ...client, name: 'chat second', status: {} },
  ]);
  expect([second, third].map((span) => plain(span?.attributes ?? []))).toEqual([
    {
      ...asked,
      'gen_ai.request.model': ['stringValue', 'first'],
      'http.response.status_code': ['intValue', '503'],
      'error.type': ['stringValue', 'server'],
      'interlock.target': ['stringValue', 'openai-compatible/first'],
    },
    {
      ...asked,
      'gen_ai.request.model': ['stringValue', 'second'],
      'gen_ai.response.id': ['stringValue', 'chatcmpl-1'],
      'gen_ai.response.model': ['stringValue', 'second-2026'],
      'gen_ai.response.finish_reasons': ['arrayValue', { values: [{ stringValue: 'stop' }] }],
      'gen_ai.usage.input_tokens': ['intValue', '11'],
      'gen_ai.usage.output_tokens': ['intValue', '7'],
      'gen_ai.usage.cache_read.input_tokens': ['intValue', '4'],
      'interlock.target': ['stringValue', 'openai-compatible/second'],
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('respects the caller’s sampling decision; without a caller a trace starts here', async () => {
  const { url, exports } = await openCollector();
  const { gateway } = await open({}, { otlpEndpoint: url });
  for (const header of [
    traceparent.replace(/01$/, '00'),
    'nonsense',
    traceparent.replace('b7ad6b7169203331', '0'.repeat(16)),
  ]) {
    await send(gateway.url, '/v1/chat/completions', question, { traceparent: header });
  }
  const servers = (): readonly OtlpSpan[] => spansOf(exports).filter(({ kind }) => kind === 2);
  await until(() => servers().length === 2);
  expect(servers().map(({ parentSpanId, traceId: own }) => [parentSpanId, own === traceId])).toEqual([
    [undefined, false],
    [undefined, false],
  ]);
});

test('retries a busy collector; an unavailable one costs a warning and no request', async () => {
  const { url, exports } = await openCollector([503, 429]);
  const busy = await open({}, { otlpEndpoint: url });
  await send(busy.gateway.url, '/v1/chat/completions', question);
  await until(() => exports.length === 3);
  const gone = await open({}, { otlpEndpoint: 'http://127.0.0.1:9' });
  const statuses = [];
  for (let at = 0; at < 2; at += 1) {
    statuses.push((await send(gone.gateway.url, '/v1/chat/completions', question)).status);
  }
  const warnings = (): readonly object[] =>
    gone.lines.filter(({ level, msg }) => level === 'warn' && msg !== 'request');
  await until(() => warnings().length > 0);
  await gone.gateway.close();
  expect(statuses).toEqual([200, 200]);
  expect(warnings()).toEqual([
    expect.objectContaining({ msg: 'Spans cannot be sent; they are dropped until they can.' }),
  ]);
});

const local = 'http://127.0.0.1:4318';
const defaults = {
  url: `${local}/v1/traces`,
  headers: {},
  resource: { 'service.name': 'interlock-gateway' },
  ratio: 1,
  followsParent: true,
  timeoutMs: 10_000,
};

test.each([
  ['nothing', {}, undefined, undefined],
  ['an endpoint', { EXPORTER_OTLP_ENDPOINT: `${local}/` }, undefined, defaults],
  [
    'one for traces, unchanged',
    { EXPORTER_OTLP_ENDPOINT: 'http://x', EXPORTER_OTLP_TRACES_ENDPOINT: `${local}/t` },
    undefined,
    { ...defaults, url: `${local}/t` },
  ],
  ['the configured one takes precedence', { EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x/t' }, local, defaults],
  ['disabled', { SDK_DISABLED: 'true' }, local, undefined],
  ['no exporter', { TRACES_EXPORTER: 'none' }, local, undefined],
  [
    'a name',
    { SERVICE_NAME: 'gate', RESOURCE_ATTRIBUTES: 'service.name=x,a=b%2Cc' },
    local,
    { ...defaults, resource: { 'service.name': 'gate', a: 'b,c' } },
  ],
  [
    'a tenth',
    { TRACES_SAMPLER: 'traceidratio', TRACES_SAMPLER_ARG: '0.1' },
    local,
    { ...defaults, ratio: 0.1, followsParent: false },
  ],
  ['only what callers sample', { TRACES_SAMPLER: 'parentbased_always_off' }, local, { ...defaults, ratio: 0 }],
  ['a timeout', { EXPORTER_OTLP_TIMEOUT: '500' }, local, { ...defaults, timeoutMs: 500 }],
])('options: %s', (_, variables, endpoint, expected) => {
  const environment = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`OTEL_${name}`, value]));
  expect(tracingOptions(environment, endpoint)).toEqual(expected);
});

test.each([
  ['collector:4317', 'is invalid'],
  ['http://user:pass@collector:4318', 'contains a user name or a password'],
])('options: %s is no URL for spans', (url, why) => {
  expect(() => tracingOptions({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toThrow(why);
});

test('a header for the collector that HTTP does not allow is not in the log', async () => {
  const { url } = await openCollector();
  const environment = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2Vj%0AcmV0LXBhc3N3b3Jk' };
  const { gateway, lines } = await open(environment, { otlpEndpoint: url });
  await send(gateway.url, '/v1/chat/completions', question);
  await until(() => lines.some(({ msg }) => String(msg).startsWith('Spans cannot be sent')));
  expect(JSON.stringify(lines)).not.toContain('c2Vj');
});

test('what a provider calls its answer is cut', async () => {
  const { url, exports } = await openCollector();
  const long = 'x'.repeat(100_000);
  const upstream = await openUpstream({
    otlpEndpoint: url,
    clock: hasty,
    answer: (response) => {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: long }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: long, object: 'chat.completion', created: 1, model: long, choices }));
    },
  });
  opened.unshift(upstream.close);
  await send(upstream.gateway.url, '/v1/chat/completions', question);
  await until(() => exports.length > 0);
  expect(JSON.stringify(exports[0]?.body).length).toBeLessThan(10_000);
});
