/** Checks a table of cases against a provider: each rule is reported where it is broken, and nothing is reported where it is kept. */
import { expect, test } from 'vitest';
import type { Api, ApiRequest, Outcome, Violation } from '../../src/api/api.ts';
import { createWorld } from '../../src/api/world.ts';
import { createChatApi } from '../../src/chat/create-chat-api.ts';
import type { ChatProfile } from '../../src/chat/profile.ts';
import { rulebook } from '../rulebook.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface RuleCase {
  readonly rule: string;
  /** What is wrong, for the title. */
  readonly when: string;
  readonly broken: Body;
  /** The whole message, with the ids and paths of this request. */
  readonly says: string;
  readonly at: string;
  readonly status: number;
  readonly code?: string;
  /** As similar as possible, and valid. */
  readonly kept: Body;
}

export function requestOf(path: string, body: unknown): ApiRequest {
  return {
    method: 'POST',
    path,
    query: new URLSearchParams(),
    headers: { authorization: 'Bearer key' },
    body,
    raw: JSON.stringify(body) ?? '',
  };
}

export function handle(profile: ChatProfile, body: unknown): Outcome {
  const api: Api = createChatApi(profile);
  const world = createWorld({ account: 'main', endpoint: 'http://127.0.0.1', secret: 'secret' });
  return api.handle(requestOf(`${profile.basePaths[0]}/chat/completions`, body), world);
}

export function checkCases(profile: ChatProfile, cases: readonly RuleCase[]): void {
  for (const { rule, when, broken, says, at, status, code, kept } of cases) {
    const violation: Violation = { rule, status, message: says, path: at, ...(code === undefined ? {} : { code }) };
    const does = status === 200 ? 'lets through with a warning' : `answers ${status} to`;

    test(`${rule} ${does} ${when}`, () => {
      const outcome = handle(profile, broken);
      if (status === 200) {
        expect(outcome.kind === 'asked' ? outcome.warnings : outcome).toEqual([violation]);
        return;
      }
      expect(outcome.kind === 'refused' ? outcome.violation : outcome).toEqual(violation);
      expect(outcome.kind === 'refused' ? outcome.response.status : undefined).toBe(status);
    });

    test(`${rule} accepts the similar valid request: ${when}`, () => {
      const outcome = handle(profile, kept);
      expect(outcome.kind === 'asked' ? outcome.warnings : outcome).toEqual([]);
    });
  }

  test('every rule has a case, and every case a rule', () => {
    const known = profile.rules.map(({ id }) => id);
    expect([...new Set(cases.map(({ rule }) => rule))].sort()).toEqual([...known].sort());
  });

  test.each(profile.rules)('$id matches the rulebook', ({ id, fragment, how }) => {
    const entry = rulebook.find((rule) => rule.id === id);
    expect(entry?.error).toContain(fragment);
    expect(cases.filter(({ rule }) => rule === id).some(({ says }) => says.includes(fragment))).toBe(true);
    expect(how === 'warned').toBe(cases.every(({ rule, status }) => rule !== id || status === 200));
  });
}
