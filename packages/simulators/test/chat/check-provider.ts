/**
 * Checks a table of cases against a provider: each rule is reported where it is broken, and nothing is reported where it is kept. Rules
 * that no request can break, because they are about answers and failures, are checked by the responses they lead to.
 */
import { describe, expect, test } from 'vitest';
import type { ApiResponse, Outcome } from '../../src/api/api.ts';
import type { Answer } from '../../src/api/model.ts';
import { createWorld, type World } from '../../src/api/world.ts';
import { createChatApi } from '../../src/chat/create-chat-api.ts';
import type { ChatProfile } from '../../src/chat/profile.ts';
import { rulebook } from '../rulebook.ts';
import { requestOf } from './case-checks.ts';
import { checkHostile } from './hostile-checks.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface RequestCase {
  readonly rule: string;
  /** What is wrong, for the title. */
  readonly when: string;
  readonly broken: Body;
  /** Part of the message, with the ids and paths of this request. */
  readonly says: string;
  readonly at: string;
  /** 400 by default; 200 for a warning. */
  readonly status?: number;
  /** As similar as possible, and valid. */
  readonly kept: Body;
  readonly query?: string;
}

export interface ResponseCase {
  readonly rule: string;
  readonly when: string;
  readonly says: string;
  readonly status: number;
  readonly broken: () => ApiResponse;
  readonly kept: () => ApiResponse;
}

export type ProviderCase = RequestCase | ResponseCase;

export function createTestWorld(account = 'main', endpoint = 'http://127.0.0.1'): World {
  return createWorld({ account, endpoint, secret: 'secret' });
}

export interface Asking {
  readonly query?: string;
  readonly world?: World;
}

export function ask(profile: ChatProfile, body: unknown, asking: Asking = {}): Outcome {
  const { query = '', world = createTestWorld() } = asking;
  const request = requestOf(`${profile.basePaths[0]}/chat/completions`, body);
  return createChatApi(profile).handle({ ...request, query: new URLSearchParams(query) }, world);
}

/** The response when the model gives this answer to a request that must be accepted. */
export function answerTo(profile: ChatProfile, body: Body, answer: Answer, asking: Asking = {}): ApiResponse {
  const outcome = ask(profile, body, asking);
  if (outcome.kind !== 'asked') throw new Error(`not let through: ${JSON.stringify(outcome)}`);
  return outcome.answer(answer);
}

export function textOfBody({ body }: ApiResponse): string {
  return typeof body === 'string' ? body : body.join('');
}

export function checkProvider(profile: ChatProfile, cases: readonly ProviderCase[]): void {
  describe(profile.name, () => {
    for (const each of cases) {
      if ('at' in each) checkRequests(profile, each);
      else checkResponses(each);
    }

    test('every rule has a case, and every case a rule', () => {
      const known = profile.rules.map(({ id }) => id);
      expect([...new Set(cases.map(({ rule }) => rule))].sort()).toEqual([...known].sort());
    });

    test.each(profile.rules)('$id matches the rulebook', ({ id, fragment, how }) => {
      expect(errorInTheBook(id)).toContain(fragment);
      const own = cases.filter(({ rule }) => rule === id);
      expect(own.some((each) => said(profile, each).includes(fragment))).toBe(true);
      expect(how === 'warned').toBe(own.every(({ status }) => status === 200));
    });

    checkHostile(profile);
  });
}

function checkRequests(profile: ChatProfile, each: RequestCase): void {
  const { rule, when, broken, says, at, status = 400, kept, query = '' } = each;
  test(`${rule} ${status === 200 ? 'accepts with a warning' : `answers ${status} to`} ${when}`, () => {
    const outcome = ask(profile, broken, { query });
    const found = outcome.kind === 'asked' ? outcome.warnings : outcome.kind === 'refused' ? [outcome.violation] : [];
    expect(found.map((violation) => ({ ...violation, code: undefined }))).toEqual([
      { rule, status, message: expect.stringContaining(says), path: at, code: undefined },
    ]);
    expect(outcome.kind).toBe(status === 200 ? 'asked' : 'refused');
    expect(outcome.kind === 'refused' ? outcome.response.status : 200).toBe(status);
  });

  test(`${rule} accepts the similar valid request: ${when}`, () => {
    const outcome = ask(profile, kept, { query });
    expect(outcome.kind === 'asked' ? outcome.warnings : outcome).toEqual([]);
  });
}

function checkResponses({ rule, when, says, status, broken, kept }: ResponseCase): void {
  test(`${rule} answers ${status} to ${when}`, () => {
    const response = broken();
    expect(response.status).toBe(status);
    expect(textOfBody(response)).toContain(says);
  });

  test(`${rule} accepts the similar valid request: ${when}`, () => {
    expect(kept().status).toBe(200);
  });
}

function said(profile: ChatProfile, each: ProviderCase): string {
  if (!('at' in each)) return unquoted(textOfBody(each.broken()));
  const outcome = ask(profile, each.broken, { query: each.query ?? '' });
  if (outcome.kind === 'asked') return outcome.warnings.map(({ message }) => message).join('\n');
  const message = outcome.kind === 'refused' ? outcome.violation.message : '';
  return `${message}\n${unquoted(textOfBody(outcome.response))}`;
}

function unquoted(text: string): string {
  return text.replaceAll('\\"', '"');
}

/** The error text of a rule in the rulebook, or of the rule it points to. */
function errorInTheBook(id: string): string {
  const error = rulebook.find((rule) => rule.id === id)?.error ?? '';
  const other = /^see ([A-Z]+-\d+)/.exec(error)?.[1];
  return other === undefined ? error : errorInTheBook(other);
}
