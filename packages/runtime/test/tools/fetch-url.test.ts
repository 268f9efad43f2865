import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { freePort, type Loopback, serve, serveSilence } from '../../../wire/test/transport/loopback.ts';
import { parseRule } from '../../src/approval/parse-rule.ts';
import type { ApprovalRule } from '../../src/tool/approval-rule.ts';
import type { ToolContext, ToolOutput } from '../../src/tool/tool.ts';
import { createFetchUrl, type FetchUrlOptions, isFollowed } from '../../src/tools/fetch-url.ts';

const context: ToolContext = {
  callId: 'call-1',
  signal: new AbortController().signal,
  workspace: { root: '/', alsoAllowed: [] },
  environment: {},
  progress: () => undefined,
};

const run = (args: JsonObject, options: FetchUrlOptions, given: Partial<ToolContext> = {}): Promise<ToolOutput> =>
  createFetchUrl(options).run(args, { ...context, ...given });

const open: FetchUrlOptions = { allowPrivate: true };

async function answering(
  type: string | undefined,
  body: string | Uint8Array,
  more: Record<string, string | number> = {},
): Promise<string> {
  const { status = 200, ...headers } = more;
  const { origin } = await serve((_, response) => {
    response
      .writeHead(Number(status), { ...(type === undefined ? {} : { 'content-type': type }), ...headers })
      .end(body);
  });
  return `${origin}/`;
}

const png = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1');

describe('the text of a page', () => {
  type Body = string | Uint8Array;
  test.for<
    readonly [title: string, type: string | undefined, body: Body, more: Record<string, string | number>, said: string]
  >([
    ['HTML', 'text/html; charset=utf-8', '<h1>A</h1><p>b <a href="/c">c</a>', {}, '# A\n\nb [c](ORIGIN/c)'],
    ['JSON', 'application/json', '{"a": [1]}', {}, '{"a": [1]}'],
    ['text in another charset', 'text/plain; charset=latin1', Buffer.from('\xe9', 'latin1'), {}, 'é'],
    ['gzip', 'text/plain', gzipSync('packed'), { 'content-encoding': 'gzip' }, 'packed'],
    ['brotli', 'text/plain', brotliCompressSync('packed'), { 'content-encoding': 'BR' }, 'packed'],
    [
      'deflate, although not requested',
      'text/plain',
      deflateSync('packed'),
      { 'content-encoding': 'deflate' },
      'packed',
    ],
    ['text without a type', undefined, 'plain', {}, 'plain'],
    ['nothing', 'text/plain', '', {}, ''],
  ])('%s', async ([, type, body, more, said]) => {
    const url = await answering(type, body, more);
    const shown = type?.split(';')[0] ?? 'no content type';
    const text = `${url}\nStatus 200, ${shown}\n\n${said.replace('ORIGIN/', url)}`;
    expect(await run({ url }, open)).toEqual({ text });
  });

  test('an image', async () => {
    const url = await answering('image/jpeg', png);
    expect(await run({ url }, open)).toEqual({
      text: `${url}\nStatus 200, image/jpeg`,
      media: [{ type: 'media', mimeType: 'image/png', data: png.toString('base64'), encoding: 'base64' }],
    });
  });

  test.for<
    readonly [title: string, type: string | undefined, body: Body, more: Record<string, string | number>, said: RegExp]
  >([
    [
      'a type that cannot be shown',
      'application/zip',
      'PK12',
      { 'content-length': 4 },
      /\(4 bytes\), so it was not loaded/,
    ],
    ['neither type nor text', undefined, 'a\0b', {}, /cannot be shown/],
    ['an invalid image', 'image/png', '<html>', {}, /does not match its image type/],
    [
      'an image that is too large',
      'image/png',
      Buffer.concat([png, Buffer.alloc(4e6)]),
      {},
      /too large .*limit is 3750000/,
    ],
    ['a missing page', 'text/html', '<p>Not <b>here</b>', { status: 404 }, /^\S+\nStatus 404, text\/html\n\nNot here$/],
    ['a long error', 'text/plain', 'x'.repeat(9_000), { status: 500 }, /x{2000}\n\[… 7000 characters left out …\]$/],
    ['a redirect without a target', 'text/plain', 'moved', { status: 302 }, /Status 302, text\/plain\n\nmoved$/],
    ['an encoding that was not requested', 'text/plain', 'x', { 'content-encoding': 'gzip, gzip' }, /\(gzip, gzip\)/],
    [
      'invalid compressed data',
      'text/plain',
      'plain',
      { 'content-encoding': 'gzip' },
      /does not match its Content-Encoding/,
    ],
    [
      'a body that ends early',
      'text/plain',
      gzipSync('x'.repeat(99)).subarray(0, 20),
      { 'content-encoding': 'gzip' },
      /incomplete/,
    ],
  ])('a failure: %s', async ([, type, body, more, said]) => {
    const url = await answering(type, body, more);
    expect(await run({ url }, open)).toEqual({ text: expect.stringMatching(said), failed: true });
  });

  test('max_chars', async () => {
    const url = await answering('text/plain', 'a😀bc');
    const report = await run({ url, max_chars: 2 }, open);
    expect(report).toEqual({ text: `${url}\nStatus 200, text/plain\n\na\ufffd\n[… 3 characters left out …]` });
  });
});

test('the request reveals nothing about the user', async () => {
  let sent: IncomingHttpHeaders = {};
  const { origin, port } = await serve((request, response) => {
    sent = request.headers;
    response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=b' }).end(request.method);
  });
  expect(await run({ url: `${origin}/?q#fragment` }, open)).toMatchObject({ text: expect.stringMatching(/\n\nGET$/) });
  const accept = expect.any(String);
  expect(sent).toEqual({
    ...{ host: `127.0.0.1:${port}`, accept, 'accept-encoding': 'gzip, br', 'user-agent': 'interlock' },
    connection: 'close',
  });
});

describe('only the public internet', () => {
  /** These are refused whatever the rules say. */
  async function refused(url: string, options: FetchUrlOptions = {}): Promise<void> {
    const text = expect.stringMatching(/is not on the public internet \(.*\), so it was not fetched\.$/);
    const rules = [{ verdict: 'allow', tool: '*' }] as const;
    expect(await run({ url }, options, { rules })).toEqual({ text, failed: true });
  }

  /** A server that must not receive a request. */
  async function untouched(): Promise<Loopback & { readonly asked: readonly string[] }> {
    const asked: string[] = [];
    const listener: RequestListener = ({ url = '' }, response) => {
      asked.push(url);
      response.end('secret');
    };
    return { ...(await serve(listener)), asked };
  }

  test.for([
    '127.0.0.1',
    '0x7f000001',
    '2130706433',
    '0177.1',
    '127.1',
    'localhost',
    '0',
    '[::ffff:127.0.0.1]',
    '[::1]',
  ])('not this machine as %s', async (host) => {
    const server = await untouched();
    await refused(`http://${host}:${server.port}/`);
    expect([server.asked, server.sockets.size]).toEqual([[], 0]);
  });

  test.for([
    '169.254.169.254/latest/meta-data',
    '10.0.0.1',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '[64:ff9b::a9fe:a9fe]',
  ])('not %s', (host) => refused(`http://${host}`));

  test('not a name with one private address among others', async () => {
    const lookup: FetchUrlOptions['lookup'] = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '192.168.0.1', family: 4 },
    ];
    await refused('http://friendly.test/', { lookup });
  });

  /** 127.0.0.1 counts as public here; all other addresses are checked as usual. */
  const judge = (address: string): string | undefined => (address === '127.0.0.1' ? undefined : 'elsewhere');

  test.for([
    'http://127.0.0.2:PORT/',
    'http://[::1]:PORT/',
    'http://0x7f000002:PORT/',
    'http://169.254.169.254/',
    '//10.1',
  ])('not by a redirect to %s', async (target) => {
    const server = await untouched();
    const location = target.replace('PORT', String(server.port));
    await refused(await answering(undefined, '', { status: 302, location }), { judge });
    expect([server.asked, server.sockets.size]).toEqual([[], 0]);
  });

  test.for<readonly [location: string, said: RegExp]>([
    ['file:///etc/passwd', /^Only http and https are fetched, not file: http:\/\/127\.0\.0\.1:\d+ redirects to it\.$/],
    ['http://me:pass-1@127.0.0.1/', /^The URL contains a user name or password: remove it\./],
    ['http://a b/', /^This is not the URL of a page/],
  ])('not by a redirect to %s', async ([location, said]) => {
    const report = await run({ url: await answering(undefined, '', { status: 307, location }) }, { judge });
    expect(report).toEqual({ text: expect.stringMatching(said), failed: true });
    expect(JSON.stringify(report)).not.toContain('pass-1');
  });

  test('resolves a name once and uses the first answer, even if a second one would differ', async () => {
    const { port } = await serve((request, response) => response.end(`for ${request.headers.host}`));
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
    const lookup: FetchUrlOptions['lookup'] = async () => [{ address: answers.shift() ?? '', family: 4 }];
    const report = await run({ url: `http://rebinding.test:${port}/` }, { judge, lookup });
    expect(report).toEqual({ text: expect.stringMatching(/\n\nfor rebinding\.test:\d+$/) });
    expect(answers).toEqual(['127.0.0.2', '127.0.0.2']);
  });

  test('rejects a name that resolves elsewhere at a redirect to itself', async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/again' }).end());
    const answers = ['127.0.0.1', '127.0.0.2'];
    const lookup: FetchUrlOptions['lookup'] = async () => [{ address: answers.shift() ?? '', family: 4 }];
    await refused(`http://rebinding.test:${server.port}/`, { judge, lookup });
    expect(answers).toEqual([]);
  });
});

describe('redirects', () => {
  const counting = (): Promise<Loopback> =>
    serve(({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
      else response.writeHead(301, { location: `${left - 1}#x` }).end('moved');
    });

  test('follows five and names the last URL', async () => {
    const { origin } = await counting();
    expect(await run({ url: `${origin}/5` }, open)).toEqual({ text: `${origin}/0\nStatus 200, text/plain\n\nthere` });
  });

  test('and no more', async () => {
    const { origin } = await counting();
    const text = `${origin}/99 was given up after 5 redirects, the last to ${origin}/93.`;
    expect(await run({ url: `${origin}/99` }, open)).toEqual({ text, failed: true });
  });

  test.for<readonly [from: string, to: string, allow: string, deny: string, isFollowed: boolean]>([
    ['http://a.test', 'http://a.test/there', '', '', true],
    ['http://a.test', 'http://www.a.test/there', '', '', true],
    ['http://www.a.test', 'http://a.test/there', '', '', true],
    ['http://a.test', 'http://b.test/there', '', '', false],
    ['http://a.test', 'http://a.test.b.test/there', '', '', false],
    ['http://a.test', 'http://sub.a.test/there', '', '', false],
    ['http://a.test', 'http://b.test/there?q=secret', 'fetch_url(a.test:PORT/*)', '', false],
    ['http://a.test', 'http://b.test/there', 'fetch_url(b.test:PORT/*)', '', true],
    ['http://a.test', 'http://b.test/there', 'fetch_url', '', true],
    ['http://a.test', 'http://b.test/there', 'kind:network', 'fetch_url(b.test:PORT/*)', false],
    ['http://a.test', 'http://a.test/there', '', 'fetch_url(a.test:PORT/there)', false],
  ])('from %s to %s with allow %s and deny %s: %s', async ([from, to, allow, deny, isFollowed]) => {
    const asked: string[] = [];
    const { port } = await serve(({ url = '', headers }, response) => {
      asked.push(headers.host ?? '');
      if (url !== '/') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
      response.writeHead(302, { location: withPort(to) }).end();
    });
    const withPort = (text: string): string => text.replace(/\.test(?=\/|$)/, `.test:${port}`);
    const looked: string[] = [];
    const lookup: FetchUrlOptions['lookup'] = async (name) => {
      looked.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const rules = [...rulesOf(allow, 'allow', port), ...rulesOf(deny, 'deny', port)];
    const report = await run({ url: `${withPort(from)}/` }, { ...open, lookup }, { rules });
    const [first, second] = [new URL(withPort(from)), new URL(withPort(to))];
    const text = isFollowed
      ? `${second.href}\nStatus 200, text/plain\n\nthere`
      : `${first.href} redirects to ${second.href}. That is another site, so it was not followed: fetch that address directly if you want it.`;
    expect({ report, asked, looked }).toEqual({
      report: isFollowed ? { text } : { text, failed: true },
      asked: isFollowed ? [first.host, second.host] : [first.host],
      // Not even the name is resolved.
      looked: isFollowed ? [first.hostname, second.hostname] : [first.hostname],
    });
  });

  function rulesOf(text: string, verdict: 'allow' | 'deny', port: number): readonly ApprovalRule[] {
    if (text === '') return [];
    const parsed = parseRule(text.replace('PORT', String(port)), verdict);
    if ('problem' in parsed) throw new Error(parsed.problem);
    return [parsed.rule];
  }

  test('an encrypted page does not redirect to an unencrypted one', () => {
    const followed = (from: string, to: string): boolean => isFollowed(new URL(from), new URL(to), []);
    expect([
      followed('http://a.test/', 'https://a.test/'),
      followed('https://a.test/', 'https://www.a.test/'),
      followed('https://a.test/', 'http://a.test/'),
      followed('https://a.test/', 'https://a.test:8443/'),
    ]).toEqual([true, true, false, false]);
  });
});

test.for([22, 25, 79, 445, 993])('port %i is not a web port', async (port) => {
  const text = `Port ${port} is not a web server port, so it was not fetched.`;
  expect(await run({ url: `http://a.test:${port}/` }, open)).toEqual({ text, failed: true });
  const url = await answering(undefined, '', { status: 302, location: `http://127.0.0.1:${port}/` });
  expect(await run({ url }, open)).toEqual({ text: `${text} ${url.slice(0, -1)} redirects to it.`, failed: true });
});

describe('bounds', () => {
  test('cuts a small page that decompresses to a large one', async () => {
    const body = gzipSync(Buffer.alloc(50_000_000, 'x'));
    const url = await answering('text/plain', body, { 'content-encoding': 'gzip' });
    const text = `${url}\nStatus 200, text/plain\n\n${'x'.repeat(1_000)}\n[… the page is longer and was not fully loaded …]`;
    expect(await run({ url }, { ...open, maxBytes: 1_000 })).toEqual({ text });
  });

  test('cuts an endless page and closes its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { origin } = await serve((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/plain' });
      pour(response);
    });
    const report = await run({ url: origin, max_chars: 3 }, { ...open, maxBytes: 100_000 });
    const said = /xxx\n\[… 99997 characters left out, and the rest of a page that was not fully loaded …\]$/;
    expect(report).toEqual({ text: expect.stringMatching(said) });
    await closed;
  });

  test('does not load what it would reject', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { origin } = await serve((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'video/mp4' });
      pour(response);
    });
    expect(await run({ url: origin }, open)).toEqual({
      text: expect.stringContaining('of unknown size'),
      failed: true,
    });
    await closed;
  });

  test('endless headers', async () => {
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-${index}`, 'y'.repeat(1_000)]));
    const url = await answering('text/plain', '', headers);
    expect(await run({ url }, open)).toEqual({
      text: expect.stringContaining('its headers are longer than 32768 bytes'),
      failed: true,
    });
  });

  const slowly = (): Promise<Loopback> =>
    serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    });

  test.for<readonly [title: string, server: () => Promise<Loopback>, options: FetchUrlOptions]>([
    ['that never answers', serveSilence, {}],
    ['that answers one byte at a time', slowly, {}],
    ['whose name never resolves', serveSilence, { lookup: () => new Promise(() => undefined) }],
  ])('a server %s is abandoned at the time limit', async ([title, server, options]) => {
    const { port } = await server();
    const url = title.includes('name') ? 'http://slow.test' : `http://127.0.0.1:${port}`;
    const text = `${url} took longer than 200 ms.`;
    expect(await run({ url }, { ...open, ...options, timeoutMs: 200 })).toEqual({ text, failed: true });
  });

  test('an abort ends it with its own reason, at any time', async () => {
    const { origin, sockets } = await slowly();
    for (const when of ['before', 'after'] as const) {
      const controller = new AbortController();
      if (when === 'before') controller.abort('stop');
      const report = run({ url: origin }, open, { signal: controller.signal });
      const timer = setInterval(() => sockets.size > 0 && controller.abort('stop'), 5);
      await expect(report).rejects.toBe('stop');
      clearInterval(timer);
    }
  });

  test('connection refused', async () => {
    const port = await freePort();
    const text = `http://127.0.0.1:${port} could not be fetched: the connection was refused (ECONNREFUSED).`;
    expect(await run({ url: `http://127.0.0.1:${port}/` }, open)).toEqual({ text, failed: true });
  });

  test('the connection breaks', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    const text = expect.stringMatching(/could not be fetched: (its content is incomplete|.* broken off)/);
    expect(await run({ url: origin }, open)).toEqual({ text, failed: true });
  });

  test('https on a server without TLS', async () => {
    const { port } = await serve((_, response) => response.end());
    const report = await run({ url: `https://127.0.0.1:${port}/` }, open);
    expect(report).toEqual({ text: expect.stringMatching(/could not be fetched: .*SSL/), failed: true });
  });
});

function pour(response: ServerResponse): void {
  const piece = 'x'.repeat(65_536);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

test('requests the URL as browsers parse it; only reads pages', () => {
  const tool = createFetchUrl();
  const { workspace } = context;
  const args = { url: 'HTTP://me:pw@Example.com:80/a/../b#c' };
  expect([tool.name, tool.kind]).toEqual(['fetch_url', 'network']);
  expect(tool.subject(args, workspace)).toBe('http://example.com/b');
  expect(tool.access(args, workspace)).toEqual({ reads: ['net:http://example.com'] });
  expect(tool.subject({ url: 'nowhere' }, workspace)).toBe('nowhere');
  expect(tool.access({ url: 'nowhere' }, workspace)).toEqual({ reads: ['net:nowhere'] });
  expect(tool.description).toContain('Only the public internet');
  expect(createFetchUrl(open).description).not.toContain('Only the public internet');
});
