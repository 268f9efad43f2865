import { expect, test } from 'vitest';
import { coversHost, parseHostPattern } from '../../src/network/host-pattern.ts';

test.for<readonly [pattern: string, host: string, port: number, covered: boolean | 'invalid']>([
  ['api.example.com', 'api.example.com', 443, true],
  ['api.example.com', 'API.Example.com.', 80, true],
  ['api.example.com', 'api.example.com', 22, false],
  ['api.example.com:22', 'api.example.com', 22, true],
  ['api.example.com', 'evil-api.example.com', 443, false],
  ['api.example.com', 'api.example.com.evil.org', 443, false],
  ['*.example.com', 'a.b.example.com', 443, true],
  ['*.example.com', 'example.com', 443, false],
  ['*.example.com', 'evilexample.com', 443, false],
  ['localhost:5432', 'localhost', 5432, true],
  ['[::1]:80', '[::1]', 80, true],
  ['*', 'a.com', 443, 'invalid'],
  ['*.com', 'a.com', 443, 'invalid'],
  ['a.*.com', 'a.b.com', 443, 'invalid'],
  ['https://a.com', 'a.com', 443, 'invalid'],
  ['a.com:70000', 'a.com', 70_000, 'invalid'],
  ['a.com/x', 'a.com', 443, 'invalid'],
])('%s and %s:%i: %s', ([text, host, port, covered]) => {
  const pattern = parseHostPattern(text);
  expect(pattern === undefined ? 'invalid' : coversHost(pattern, host, port)).toBe(covered);
});
