/** Every rule is enforced in its own wording, and similar valid requests are accepted. */
import { describe, expect, test } from 'vitest';
import type { Violation } from '../../src/api/api.ts';
import { createOpenaiResponses } from '../../src/responses/index.ts';
import { rulebook } from '../rulebook.ts';
import { cases } from './cases.ts';
import { createProvider, textOf } from './provider.ts';

const { rules } = createOpenaiResponses();

describe.each(cases)('$rule $title', ({ rule, status, path, says, breaks, keeps, as }) => {
  test(`${rule} is ${status === 200 ? 'accepted with a warning' : `rejected with ${status}`}`, () => {
    const provider = createProvider();
    const outcome = provider.handle(breaks(provider), as?.(provider));
    const found: readonly Violation[] =
      outcome.kind === 'refused' ? [outcome.violation] : outcome.kind === 'asked' ? outcome.warnings : [];
    expect(outcome.kind).toBe(status === 200 ? 'asked' : 'refused');
    expect(found).toEqual([
      expect.objectContaining({
        rule,
        status,
        path,
        message: typeof says === 'string' ? says : expect.stringMatching(says),
      }),
    ]);
    if (outcome.kind !== 'refused') return;
    const [{ message, code }] = [outcome.violation];
    expect(outcome.response.status).toBe(status);
    expect(JSON.parse(textOf(outcome.response))).toEqual({
      error: { message, type: 'invalid_request_error', param: path, code: code ?? null },
    });
  });

  test(`${rule} does not affect a similar valid request`, () => {
    const provider = createProvider();
    const outcome = provider.handle(keeps(provider), as?.(provider));
    const broken = outcome.kind === 'refused' ? outcome.violation : outcome.kind === 'asked' ? outcome.warnings : [];
    expect(broken).toEqual([]);
  });
});

test.each(rules)('$id has a case with the rulebook’s message', ({ id, how, fragment }) => {
  const own = cases.filter(({ rule }) => rule === id);
  expect(own.length).toBeGreaterThan(0);
  expect(own.every(({ status }) => (status === 200) === (how === 'warned'))).toBe(true);
  const messages = own.map(({ breaks, as }) => {
    const provider = createProvider();
    const outcome = provider.handle(breaks(provider), as?.(provider));
    return outcome.kind === 'refused' ? outcome.violation.message : '';
  });
  expect(messages.some((message) => message.includes(fragment))).toBe(true);
});

test('statuses match the rulebook', () => {
  const differing = cases.flatMap(({ rule, status }) => {
    // OAR-019 names what is allowed; OAR-028 has two possible texts; OAR-030 is an amendment.
    const expected = ['OAR-019', 'OAR-028', 'OAR-030'].includes(rule)
      ? 400
      : rulebook.find(({ id }) => id === rule)?.status;
    return expected === status ? [] : [{ rule, status, expected }];
  });
  expect(differing).toEqual([]);
});

test('fragments match the rulebook where it has a message', () => {
  const strange = rules.filter(({ id, fragment }) => {
    const words = rulebook.find((row) => row.id === id)?.error ?? '';
    // The rulebook has no error text for these: OAR-019 is about what is allowed.
    return words !== '' && id !== 'OAR-019' && !words.includes(fragment);
  });
  expect(strange).toEqual([]);
});

test('models every rule of this endpoint except the one that no request can break', () => {
  const known = new Set(rules.map(({ id }) => id));
  const unknown = rulebook.map(({ id }) => id).filter((id) => id.startsWith('OAR-') && !known.has(id));
  expect(unknown).toEqual(['OAR-027']);
});
