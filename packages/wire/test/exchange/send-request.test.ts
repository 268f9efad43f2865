/** A prepared request on a real connection: what is sent, and what a failure carries. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Content } from '@interlock/transcript';
import { afterEach, expect, test } from 'vitest';
import { createTransport, ProviderError, prepareRequest, readResponse, sendRequest } from '../../src/index.ts';

const contents: readonly Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'the prompt itself' }] },
  { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'a', name: 'read', parameters: {} }] },
];
const key = 'sk-ant-api03-0123456789abcdef';

let server: Server | undefined;
afterEach(() => server?.close());

/** Answers every request the same way, and records the last one. */
async function serve(status: number, answer: (key: string) => string) {
  const seen = { body: '', key: '' };
  server = createServer(async (request, response) => {
    seen.body = '';
    for await (const chunk of request) seen.body += chunk;
    seen.key = String(request.headers['x-api-key']);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(answer(seen.key));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const request = prepareRequest({
    contents,
    target: { provider: 'anthropic', endpoint: `http://127.0.0.1:${port}/v1`, key },
  });
  return { seen, request };
}

test('sends the bytes of the body and reads the answer of the same protocol', async () => {
  const said = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'yes' }],
    stop_reason: 'end_turn',
  };
  const { seen, request } = await serve(200, () => JSON.stringify(said));
  const transport = createTransport({ proxy: 'none' });
  const { content } = readResponse(request, await (await sendRequest(transport, request)).text());
  await transport.close();
  expect({ ...seen, content: content.blocks }).toEqual({
    body: JSON.stringify(request.body),
    key,
    content: [{ type: 'text', text: 'yes' }],
  });
});

test('REQ-915-039 a rejected transcript comes with its diagnostics; the error contains neither key nor prompt', async () => {
  const message = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.';
  const { request } = await serve(400, (sent) =>
    JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: `${message} (${sent})` } }),
  );
  const transport = createTransport({ proxy: 'none' });
  const error = await sendRequest(transport, request).catch((failed: unknown) => failed);
  await transport.close();
  expect(error).toBeInstanceOf(ProviderError);
  if (!(error instanceof ProviderError)) return;
  expect(error.failure).toMatchObject({ reason: 'invalid-request', status: 400, requestId: 'req_1' });
  expect(error.diagnostics).toMatchObject({ provider: 'anthropic', ids: [{ call: expect.stringMatching(/^toolu_/) }] });
  const shown = `${error} ${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.diagnostics)}`;
  for (const hidden of [key, 'the prompt itself']) expect(shown).not.toContain(hidden);
});
