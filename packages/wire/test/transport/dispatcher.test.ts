import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../src/failure/errors.ts';
import { createTransport, type TransportOptions } from '../../src/transport/http.ts';
import type { SendOptions } from '../../src/transport/transport.ts';
import { freePort, type ProxyServer, serve, serveProxy, serveSilence } from './loopback.ts';

const options: SendOptions = {
  provider: 'acme',
  classify: ({ status, body }) => ({ reason: 'unknown', message: body, status }),
};

async function get(url: string, given: TransportOptions): Promise<string> {
  const transport = createTransport(given);
  onTestFinished(() => transport.close());
  const reply = await transport.send({ url, method: 'POST', headers: {}, body: '' }, options);
  return reply.text();
}

const answering = (): ReturnType<typeof serve> => serve(({ headers }, response) => response.end(`for ${headers.host}`));

describe('a proxy', () => {
  test.for<readonly [title: string, options: (proxy: ProxyServer) => TransportOptions]>([
    ['HTTP_PROXY', ({ origin }) => ({ environment: { HTTP_PROXY: origin } })],
    [
      'http_proxy before HTTP_PROXY',
      ({ origin }) => ({ environment: { http_proxy: origin, HTTP_PROXY: 'http://127.0.0.1:9' } }),
    ],
    [
      'NO_PROXY for others',
      ({ origin }) => ({ environment: { HTTP_PROXY: origin, NO_PROXY: 'example.org,localhost' } }),
    ],
    ['given by URL', ({ origin }) => ({ proxy: origin, environment: { NO_PROXY: '*' } })],
  ])('is used: %s', async ([, given]) => {
    const [proxy, server] = await Promise.all([serveProxy(), answering()]);
    // Only the proxy knows this name.
    const host = `model.invalid:${server.port}`;
    expect(await get(`http://${host}/`, given(proxy))).toBe(`for ${host}`);
    expect(proxy.asked).toEqual([{ to: host, authorization: undefined }]);
  });

  test.for<readonly [title: string, options: (proxy: ProxyServer) => TransportOptions]>([
    ['no proxy in the environment', () => ({ environment: {} })],
    ['NO_PROXY', ({ origin }) => ({ environment: { HTTP_PROXY: origin, NO_PROXY: 'x.org, 127.0.0.1' } })],
    ['NO_PROXY=*', ({ origin }) => ({ environment: { HTTP_PROXY: origin, NO_PROXY: '*' } })],
    ['none', ({ origin }) => ({ proxy: 'none', environment: { HTTP_PROXY: origin } })],
  ])('is not used: %s', async ([, given]) => {
    const [proxy, server] = await Promise.all([serveProxy(), answering()]);
    expect(await get(server.origin, given(proxy))).toBe(`for 127.0.0.1:${server.port}`);
    expect(proxy.asked).toEqual([]);
  });

  test('HTTPS_PROXY is for https', async () => {
    const [proxy, silence] = await Promise.all([serveProxy(), serveSilence()]);
    const given = { environment: { HTTPS_PROXY: proxy.origin }, timeouts: { connectMs: 100 } };
    await expect(get(`https://model.invalid:${silence.port}/`, given)).rejects.toMatchObject({
      failure: { reason: 'timeout', code: 'UND_ERR_CONNECT_TIMEOUT' },
    });
    expect(proxy.asked).toEqual([{ to: `model.invalid:${silence.port}`, authorization: undefined }]);
  });

  test('gets its own password, which no error repeats', async () => {
    const proxy = await serveProxy(407);
    const address = proxy.origin.replace('http://', 'http://me:pass-word-1@');
    const error = await get('http://model.invalid/', { proxy: address }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      failure: { reason: 'network', message: expect.stringContaining('Proxy response (407)') },
    });
    expect(inspect(error)).not.toContain('pass-word-1');
    expect(proxy.asked).toEqual([{ to: 'model.invalid:80', authorization: `Basic ${btoa('me:pass-word-1')}` }]);
  });

  test('that does not exist is named', async () => {
    const port = await freePort();
    await expect(get('http://model.invalid/', { proxy: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
      failure: { reason: 'network', code: 'ECONNREFUSED', message: expect.stringContaining(`127.0.0.1:${port}`) },
    });
  });

  test.for(['http://', 'not a URL'])('with an invalid URL: %s', (address) => {
    expect(() => createTransport({ proxy: address })).toThrow(ConfigError);
    expect(() => createTransport({ environment: { HTTPS_PROXY: address } })).toThrow(
      'Invalid proxy URL. Write it as http://host:port, in HTTP_PROXY and HTTPS_PROXY or where the proxy is set.',
    );
  });
});
