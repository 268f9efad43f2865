/** Every reported error, classified by its protocol: from text, and over a real connection. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Content } from '@interlock/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTransport,
  type Failure,
  type PreparedRequest,
  ProviderError,
  prepareRequest,
  protocolOf,
  readStream,
  sendRequest,
  type Transport,
  writeNdjson,
  writeSse,
} from '../../src/index.ts';
import { type ReportedFailure, reportedFailures, responseOf } from './reported-failures.ts';

const expected = ({ reason, retryAfterMs }: ReportedFailure) => ({ reason, retryAfterMs });
const shortOf = (failure: Failure | undefined) => ({ reason: failure?.reason, retryAfterMs: failure?.retryAfterMs });
const responses = reportedFailures.filter(({ stream }) => stream !== true);

test.for(responses)('$source $api $status is $reason', (reported) => {
  expect(shortOf(protocolOf(reported.api).classify(responseOf(reported)))).toEqual(expected(reported));
});

describe('displayed messages', () => {
  const shown = responses.map((reported) => protocolOf(reported.api).classify(responseOf(reported)).message);

  test('are sentences: no web pages, no bodies, never empty', () => {
    expect(shown.filter((message) => /^\s*(?:<!|<html|\[?\{|$)|<\//i.test(message))).toEqual([]);
  });

  test('contain no part of a key, not even what the provider left of it', () => {
    expect(shown.filter((message) => /\*{4}|sk-\w|sk-\.|AIza|ak-\w{8}|[0-9a-f]{64}/.test(message))).toEqual([]);
  });
});

describe('over HTTP', () => {
  /** A key in a format that no pattern recognizes. */
  const key = 'our own/key+of.no-shape';
  const echoes: readonly ReportedFailure[] = [
    'Incorrect API key provided: KEY. You can find your API key elsewhere.',
    'Authentication Fails, Your api key: KEY is invalid',
    'Authentication Error, Invalid proxy server token passed. key=KEY not found in db.',
  ].map((text) => ({
    source: text,
    api: 'openai-chat',
    status: 401,
    body: { error: { message: text.replace('KEY', key) } },
    reason: 'auth-permanent',
  }));
  const all = [...reportedFailures, ...echoes];
  const providerOf = (api: ReportedFailure['api']): string =>
    api === 'openai-chat' ? 'openai-compatible' : protocolOf(api).home;
  const contents: readonly Content[] = [{ speaker: 'human', blocks: [{ type: 'text', text: 'go' }] }];

  let server: Server;
  let transport: Transport;
  /** The error for the list entry that the path starts with. */
  beforeAll(async () => {
    transport = createTransport({ proxy: 'none' });
    server = createServer((request, response) => {
      request.resume();
      const reported = all[Number(request.url?.split('/')[1])];
      if (reported === undefined) throw new Error(`nobody has reported ${request.url}`);
      const type = reported.stream === true ? 'text/event-stream' : 'application/json';
      response.writeHead(reported.status, { 'content-type': type, ...reported.headers });
      response.end(reported.stream === true ? framed(reported) : responseOf(reported).body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await transport.close();
    await new Promise((resolve) => server.close(resolve));
  });

  function requestTo({ api }: ReportedFailure, place: number): PreparedRequest {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${place}/v1`;
    return prepareRequest({
      contents,
      target: { provider: providerOf(api), protocol: api, model: 'm', endpoint, key },
    });
  }

  async function failureOf(reported: ReportedFailure): Promise<Failure | undefined> {
    const request = requestTo(reported, all.indexOf(reported));
    try {
      const { chunks } = await sendRequest(transport, request);
      return (await readStream(request, chunks).reply()).failure;
    } catch (error) {
      if (error instanceof ProviderError) return error.failure;
      throw error;
    }
  }

  test('all are classified correctly', async () => {
    const misread: unknown[] = [];
    for (const reported of reportedFailures) {
      const failure = shortOf(await failureOf(reported));
      const right = expected(reported);
      if (failure.reason !== right.reason || failure.retryAfterMs !== right.retryAfterMs)
        misread.push({ source: reported.source, failure, right });
    }
    expect(misread).toEqual([]);
  });

  test.for(reportedFailures.filter(({ stream }) => stream === true))(
    '$source inside a stream that began well is $reason',
    async (reported) => {
      expect(shortOf(await failureOf(reported))).toEqual(expected(reported));
    },
  );

  test.for(echoes)('does not show a key that was returned whole: $source', async (reported) => {
    const failure = await failureOf(reported);
    expect(failure).toEqual({
      reason: 'auth-permanent',
      status: 401,
      message: reported.source.replace('KEY', '[key]'),
    });
  });
});

function framed({ api, body }: ReportedFailure): string {
  const frame = { data: JSON.stringify(body) };
  const type = typeof body === 'object' && body !== null && 'type' in body ? { event: String(body['type']) } : {};
  return protocolOf(api).framing === 'sse' ? writeSse({ ...frame, ...type }) : writeNdjson(frame);
}
