/**
 * Two providers for the example, played on this machine with the server half of the protocols: requests are decoded and answers
 * encoded as Anthropic and Google would. The first answers once and then has no quota left.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Protocol, protocolOf, type ReplyEvent } from '@interlock/wire';

const call = (index: number, rawId: string, city: string): readonly ReplyEvent[] => [
  { type: 'call-start', index, rawId, name: 'weather' },
  { type: 'call-delta', index, text: JSON.stringify({ city }) },
  { type: 'call-end', index, rawId, name: 'weather', arguments: JSON.stringify({ city }) },
];
const say = (index: number, text: string): readonly ReplyEvent[] => [
  { type: 'text-delta', index, text },
  { type: 'text-end', index },
];

export async function playProviders(): Promise<{ readonly url: string; close(): void }> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const protocol = protocolOf(request.url?.startsWith('/google') ? 'gemini' : 'anthropic-messages');
    const { contents } = protocol.decodeRequest(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    const results = contents.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_response')).length;
    asked += 1;
    if (protocol.name === 'anthropic-messages' && asked > 1) {
      const failure = {
        reason: 'rate-limit',
        status: 429,
        message: 'This request would exceed your rate limit.',
      } as const;
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '30' });
      response.end(JSON.stringify(protocol.encodeFailure(failure).body));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(frames(protocol, results === 0 ? firstAnswer : lastAnswer(results)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

const firstAnswer: readonly ReplyEvent[] = [
  ...say(0, 'I look at both.'),
  ...call(1, 'toolu_01', 'Oslo'),
  ...call(2, 'toolu_02', 'Rome'),
  { type: 'reply-end', stop: 'tool-calls' },
];
const lastAnswer = (results: number): readonly ReplyEvent[] => [
  ...say(0, `Rome: I have all ${results} results, and Oslo has snow.`),
  { type: 'reply-end', stop: 'end' },
];

function frames(protocol: Protocol, events: readonly ReplyEvent[]): string {
  const encoding = protocol.startEncoding({ id: 'reply-1', model: 'played', created: 0 });
  const all = [...events.flatMap((event) => encoding.event(event)), ...encoding.end()];
  return all.map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`).join('');
}
