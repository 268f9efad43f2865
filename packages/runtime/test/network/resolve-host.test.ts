import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { FetchProblem } from '../../src/network/fetch-problem.ts';
import { normalizeUrl, parsePageUrl } from '../../src/network/page-url.ts';
import { type HostAddress, pinnedLookup, resolveHost } from '../../src/network/resolve-host.ts';

const v4 = (address: string): HostAddress => ({ address, family: 4 });
const v6 = (address: string): HostAddress => ({ address, family: 6 });

describe('the addresses of a host', () => {
  const hosts: Readonly<Record<string, readonly HostAddress[]>> = {
    'open.test': [v4('93.184.216.34'), v6('2606:4700::1111')],
    'mixed.test': [v4('93.184.216.34'), v4('10.0.0.1')],
    'mapped.test': [v6('::ffff:127.0.0.1')],
    'none.test': [],
  };
  const ask = (name: string): Promise<readonly HostAddress[]> =>
    hosts[name] === undefined
      ? Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
      : Promise.resolve(hosts[name]);

  test.for<readonly [host: string, result: readonly HostAddress[] | string]>([
    ['open.test', [v4('93.184.216.34'), v6('2606:4700::1111')]],
    ['8.8.8.8', [v4('8.8.8.8')]],
    ['[2606:4700::1111]', [v6('2606:4700::1111')]],
    ['mixed.test', 'mixed.test is not on the public internet (10.0.0.1: private), so it was not fetched.'],
    [
      'mapped.test',
      'mapped.test is not on the public internet (::ffff:127.0.0.1: this machine), so it was not fetched.',
    ],
    ['[::1]', '::1 is not on the public internet (::1: this machine), so it was not fetched.'],
    ['none.test', 'The host none.test has no address.'],
    ['gone.test', 'The host gone.test was not found (ENOTFOUND).'],
  ])('%s', async ([host, result]) => {
    const found = resolveHost(host, ask);
    if (typeof result === 'string') await expect(found).rejects.toEqual(new FetchProblem(result));
    else expect(await found).toEqual(result);
  });
});

describe('a pinned lookup answers', () => {
  const addresses = [v4('192.0.2.1'), v6('2001:db8::1'), v4('192.0.2.2')];

  test.for<readonly [options: object, answer: unknown]>([
    [{}, ['192.0.2.1', 4]],
    [{ all: true }, [addresses, undefined]],
    [{ family: 6 }, ['2001:db8::1', 6]],
    [{ family: 4, all: true }, [[v4('192.0.2.1'), v4('192.0.2.2')], undefined]],
    [{ family: 0, all: true }, [addresses, undefined]],
  ])('%j', async ([options, answer]) => {
    const given = await new Promise((resolve) => {
      pinnedLookup(addresses)('any.test', options, (_error, address: string | LookupAddress[], family?: number) =>
        resolve([address, family]),
      );
    });
    expect(given).toEqual(answer);
  });

  test('with an error if there is none of the family', async () => {
    const error = await new Promise((resolve) => {
      pinnedLookup([v4('192.0.2.1')])('any.test', { family: 6 }, (problem) => resolve(problem));
    });
    expect(error).toEqual(new Error('any.test has no address of this family'));
  });
});

describe('the URL of a page', () => {
  test.for<readonly [written: string, read: string, subject: string]>([
    ['HTTPS://Example.COM:443/a/../b?c#d', 'https://example.com/b?c', 'https://example.com/b?c'],
    ['http://0x7f000001/', 'http://127.0.0.1/', 'http://127.0.0.1/'],
    ['http://2130706433', 'http://127.0.0.1/', 'http://127.0.0.1/'],
    ['http://0177.0.0.1', 'http://127.0.0.1/', 'http://127.0.0.1/'],
    ['http://127.1', 'http://127.0.0.1/', 'http://127.0.0.1/'],
    ['http://１２７.0.0.1', 'http://127.0.0.1/', 'http://127.0.0.1/'],
    ['ftp://a.test/', 'Only http and https are fetched, not ftp:', 'ftp://a.test/'],
    ['file:///etc/passwd', 'Only http and https are fetched, not file:', 'file:///etc/passwd'],
    ['http://me:pass-1@a.test/', 'The URL contains a user name or password: remove it.', 'http://a.test/'],
    ['nowhere', 'This is not the URL of a page: nowhere.', 'nowhere'],
    ['http://', 'This is not the URL of a page: http://.', 'http://'],
    ['http://256.1.1.1', 'This is not the URL of a page: http://256.1.1.1.', 'http://256.1.1.1'],
  ])('%s', ([written, read, subject]) => {
    const parse = (): string => {
      try {
        return parsePageUrl(written).href;
      } catch (error) {
        return (error as FetchProblem).message;
      }
    };
    expect([parse(), normalizeUrl(written)]).toEqual([read, subject]);
  });

  test('that is the target of a redirect says so', () => {
    expect(() => parsePageUrl('file:///x', new URL('https://a.test/b'))).toThrow('https://a.test redirects to it.');
  });
});
