/** Asking for the models of an Ollama that may not be there, may be something else, or may be hostile. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ollamaModels } from '../../src/agent/local-models.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('Ollama’s models', () => {
  const answers: readonly (readonly [
    what: string,
    listener: RequestListener,
    models: readonly string[] | undefined,
  ])[] = [
    [
      'models',
      (_, response) => void response.end('{"models":[{"name":"qwen3:latest"},{"name":"gpt-oss:20b"}]}'),
      ['qwen3', 'gpt-oss:20b'],
    ],
    ['none', (_, response) => void response.end('{"models":[]}'), []],
    [
      'invalid names',
      (_, response) =>
        void response.end(
          JSON.stringify({ models: [{ name: 'a\u001b[2J' }, { name: 7 }, null, 'x', { name: '' }, { name: 'ok' }] }),
        ),
      ['ok'],
    ],
    ['not JSON', (_, response) => void response.end('<html>'), undefined],
    ['other JSON', (_, response) => void response.end('{"models":{}}'), undefined],
    ['a failure', (_, response) => void response.writeHead(500).end('{"models":[{"name":"x"}]}'), undefined],
    ['a redirect', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), undefined],
    ['too many models', (_, response) => void response.end(' '.repeat(2 * 1024 * 1024)), undefined],
    ['silence', () => {}, undefined],
  ];
  test.each(answers)('%s', async (_, listener, models) => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no key'}`);
      listener(request, response);
    });
    expect(await ollamaModels(url)).toEqual(models);
    expect(asked).toEqual(['GET /api/tags no key']);
  });

  test('not running, without a URL, and aborted', async () => {
    expect(await ollamaModels('http://127.0.0.1:1')).toBeUndefined();
    expect(await ollamaModels('')).toBeUndefined();
    expect(await ollamaModels(await serve(() => {}), AbortSignal.abort())).toBeUndefined();
  });
});
