/** Checks a provider's refusals and failures against tables: every fault in its format, every hint, every way to be denied access. */
import { expect, test } from 'vitest';
import type { ApiFault, ApiRequest } from '../../src/api/api.ts';
import { createWorld } from '../../src/api/world.ts';
import { createChatApi } from '../../src/chat/create-chat-api.ts';
import type { ChatProfile } from '../../src/chat/profile.ts';

/** What goes wrong, with which status, and the whole body. */
export type FaultRow = readonly [kind: ApiFault['kind'], status: number, body: unknown];

/** What is wrong with a request, and what it gets: status, rule and the whole body. */
export type GateRow = readonly [what: string, request: ApiRequest, status: number, rule: string, body: unknown];

export function checkFailures(profile: ChatProfile, faults: readonly FaultRow[], gates: readonly GateRow[]): void {
  const api = createChatApi(profile);
  const world = createWorld({ account: 'main', endpoint: 'http://127.0.0.1', secret: 'secret' });

  test.each(faults)('%s in its own format, whole and inside a stream', (kind, status, body) => {
    const response = api.fail({ kind }, world);
    expect([response.status, response.headers['content-type']]).toEqual([status, 'application/json']);
    expect(JSON.parse(String(response.body))).toEqual(body);
    expect(api.failInside({ kind }, world)).toBe(`data: ${String(response.body)}\n\n`);
  });

  test.each([
    ['retry-after', { 'retry-after': '7' }],
    ['retry-after-date', { 'retry-after': 'Thu, 09 Oct 2025 08:53:27 GMT' }],
    ['retry-after-ms', { 'retry-after-ms': '6500' }],
    ['none', {}],
  ] as const)('a rate limit says when to retry: %s', (hint, headers) => {
    const { headers: sent } = api.fail({ kind: 'rate-limit', retryAfterMs: 6500, hint }, world);
    expect(sent).toEqual({ 'content-type': 'application/json', ...headers });
  });

  test('a rate limit says so in words', () => {
    const { body } = api.fail({ kind: 'rate-limit', retryAfterMs: 6500, hint: 'text' }, world);
    expect(body).toMatch(/try again (in 6\.5s|after 7 seconds)/);
  });

  test.each(gates)('rejects %s at once', (_what, request, status, rule, body) => {
    const outcome = api.handle(request, world);
    expect(outcome.kind === 'refused' && [outcome.violation.rule, outcome.response.status]).toEqual([rule, status]);
    expect(outcome.kind === 'refused' && JSON.parse(String(outcome.response.body))).toEqual(body);
  });
}
