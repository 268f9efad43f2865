import { describe, expect, test } from 'vitest';
import { presentable, redactKeys } from '../src/redact.ts';

describe('redactKeys', () => {
  test.for<readonly [text: string, clean: string]>([
    ['Incorrect API key provided: sk-proj-abc***1234.', 'Incorrect API key provided: [key].'],
    ['key sk-ant-api03-AbC_def-123456 is bad', 'key [key] is bad'],
    ['sk-or-v1-0123456789abcdef', '[key]'],
    ['AIzaSyA1234567890abcdefghijklmnopqrstuv', '[key]'],
    ['gsk_abcdefghijklmnop1234', '[key]'],
    ['xai-abcdefghijklmnop1234', '[key]'],
    ['authorization: Bearer abcdefghijklmnop.qrst', 'authorization: Bearer [key]'],
    ['https://x.test/v1?key=abc&alt=sse', 'https://x.test/v1?key=[key]&alt=sse'],
    ['{"x-api-key":"whatever-it-is"}', '{"x-api-key":"[key]"}'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc', '[key]'],
    ['two: sk-abcdefgh1 and sk-abcdefgh2', 'two: [key] and [key]'],
    // Not keys.
    ['a risk-assessment task-1234567890, sk-learn-pipelines', 'a risk-assessment task-1234567890, sk-learn-pipelines'],
    ['Bearer authentication is required', 'Bearer authentication is required'],
    [
      'messages.1.content.0: tool_use ids toolu_01G2Q9aJ8Jgeu5B9pMBxB3Jn',
      'messages.1.content.0: tool_use ids toolu_01G2Q9aJ8Jgeu5B9pMBxB3Jn',
    ],
    [
      'req_011CSHoEeqs5C35K2UUqR7Fy call_jJATmoUduQWxi4tRwcQjsodM',
      'req_011CSHoEeqs5C35K2UUqR7Fy call_jJATmoUduQWxi4tRwcQjsodM',
    ],
  ])('%s', ([text, clean]) => {
    expect(redactKeys(text)).toBe(clean);
  });

  test("the caller's own key goes in every form", () => {
    const key = 'my "own"/key+=';
    const text = `raw ${key}, JSON ${JSON.stringify(key)}, address ${encodeURIComponent(key)}, again ${key}`;
    expect(redactKeys(text, key)).toBe('raw [key], JSON "[key]", address [key], again [key]');
  });

  test('a placeholder is no key', () => {
    expect(redactKeys('ollama: model not found', 'ollama')).toBe('ollama: model not found');
    expect(redactKeys('nothing', '')).toBe('nothing');
  });
});

describe('presentable', () => {
  test('takes the key out before it cuts', () => {
    expect(presentable('0123456789 abcdefgh', 15, 'abcdefgh')).toBe('0123456789 [ke…');
    expect(presentable('a\tb\nc\u001b[31m\u0085', 20)).toBe('a\tb\nc [31m');
    expect(presentable('ab😀', 4)).toBe('ab😀');
    expect(presentable('ab😀d', 4)).toBe('ab…');
  });
});
