/** Access to the API, and what is served without a model. */
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/api/api.ts';
import { ollama } from '../../src/ollama/index.ts';
import { send, world } from './send.ts';

const shown = (outcome: Outcome): unknown => {
  if (outcome.kind === 'asked') return 'asked';
  return [outcome.response.status, outcome.response.body];
};

test('unknown paths and wrong methods', () => {
  expect(shown(send('/api/nowhere', {}))).toEqual([404, '404 page not found']);
  expect(shown(send('toString', {}))).toEqual([404, '404 page not found']);
  expect(shown(send('/api/chat', undefined))).toEqual([405, '405 method not allowed']);
  expect(shown(send('/', undefined))).toEqual([200, 'Ollama is running']);
});

test('invalid bodies', () => {
  const broken = (raw: string): unknown => shown(send('/api/chat', undefined, { method: 'POST', raw }));
  expect(broken('')).toEqual([400, '{"error":"missing request body"}']);
  expect(broken('{"model"')).toEqual([400, '{"error":"unexpected EOF"}']);
  expect(broken('hello')).toEqual([400, `{"error":"invalid character 'h' looking for beginning of value"}`]);
  expect(shown(send('/api/chat', []))).toEqual([
    400,
    '{"error":"json: cannot unmarshal array into Go value of type api.ChatRequest"}',
  ]);
  expect(shown(send('/api/chat', {}))).toEqual([400, '{"error":"model is required"}']);
  const deep: unknown = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
  expect(shown(send('/api/chat', { model: 'qwen3', format: deep }))).toEqual([400, '{"error":"exceeded max depth"}']);
});

test('a chat without messages loads the model', () => {
  expect(JSON.parse(String((shown(send('/api/chat', { model: 'qwen3' })) as unknown[])[1]))).toEqual({
    model: 'qwen3',
    created_at: '2025-10-09T08:53:20.000Z',
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: 'load',
  });
});

const faults = [
  ['rate-limit', 429],
  ['quota', 429],
  ['overloaded', 503],
  ['unavailable', 502],
  ['server', 500],
  ['auth', 401],
  ['overflow', 400],
] as const;

test.each(faults)('on demand: %s', (kind, status) => {
  const response = ollama.fail({ kind }, world);
  expect(response.status).toBe(status);
  expect(JSON.parse(String(response.body))).toEqual({ error: expect.any(String) });
});

test('on demand: when to retry, in every form', () => {
  const headers = (hint: 'retry-after' | 'retry-after-date' | 'retry-after-ms'): unknown =>
    ollama.fail({ kind: 'rate-limit', retryAfterMs: 1500, hint }, world).headers;
  expect(headers('retry-after')).toMatchObject({ 'retry-after': '2' });
  expect(headers('retry-after-date')).toMatchObject({ 'retry-after': 'Thu, 09 Oct 2025 08:53:22 GMT' });
  expect(headers('retry-after-ms')).toMatchObject({ 'retry-after-ms': '1500' });
  expect(ollama.fail({ kind: 'rate-limit', retryAfterMs: 1500, hint: 'text' }, world).body).toContain('in 1.5s.');
});
