/** The provider behind all of them: reads the request and answers at once, whole or as a stream of 40 pieces. */
import { createServer } from 'node:http';

const head = { id: 'chatcmpl-1', created: 1, model: 'gpt-4.1' };
const usage = { prompt_tokens: 9000, completion_tokens: 80, total_tokens: 9080 };
const message = { role: 'assistant', content: 'It exports a value. '.repeat(20), refusal: null };
const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
  usage,
});
const frame = (delta: object, finish: string | null = null): string => {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices })}\n\n`;
};
const frames = [
  frame({ role: 'assistant', content: '' }),
  ...Array.from({ length: 40 }, (_, at) => frame({ content: `piece ${at} of it ` })),
  frame({}, 'stop'),
  'data: [DONE]\n\n',
];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const isStream = Buffer.concat(chunks).includes('"stream":true');
  if (!isStream) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) });
    response.end(whole);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // One write for each, as a provider does, and a turn of the event loop between them.
  const next = (at: number): void => {
    const text = frames[at];
    if (text === undefined) response.end();
    else response.write(text, () => setImmediate(next, at + 1));
  };
  next(0);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('ready'));
