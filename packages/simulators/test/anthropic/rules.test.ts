/** Every rule refuses (or warns about) exactly what breaks it, in its own wording. */
import { describe, expect, test } from 'vitest';
import { createAnthropic } from '../../src/anthropic/index.ts';
import { rulebook } from '../rulebook.ts';
import { type Bench, createBench, type Sent } from './bench.ts';
import type { Case } from './cases/case.ts';
import { cases } from './cases.ts';

const { rules } = createAnthropic();
const ruleOf = (id: string): (typeof rules)[number] =>
  rules.find((rule) => rule.id === id) ?? { id, how: 'enforced', fragment: '?' };
const made = (sent: Case['bad'], bench: Bench): Sent => (typeof sent === 'function' ? sent(bench) : sent);

describe.each(cases)('$rule: $what', ({ rule, bad, good, status, says, also = [] }) => {
  const { how, fragment } = ruleOf(rule);
  const expected = status ?? (how === 'enforced' ? 400 : 200);

  test(`${rule} is ${expected === 200 ? 'reported' : 'rejected'}`, () => {
    const bench = createBench();
    const outcome = bench.send(made(bad, bench));
    if (expected === 200) {
      expect(outcome.kind).toBe('asked');
      if (outcome.kind !== 'asked') return;
      expect([...new Set(outcome.warnings.map((warning) => warning.rule))].toSorted()).toEqual([rule, ...also]);
      const warning = outcome.warnings.find((each) => each.rule === rule);
      expect(warning?.status).toBe(200);
      expect(warning?.message).toContain(says ?? fragment);
    } else {
      expect(outcome.kind).toBe('refused');
      if (outcome.kind !== 'refused') return;
      const { violation, response } = outcome;
      expect({ rule: violation.rule, status: violation.status }).toEqual({ rule, status: expected });
      expect(violation.message).toContain(says ?? fragment);
      expect(response.status).toBe(expected);
      expect(JSON.parse(String(response.body))).toEqual({
        type: 'error',
        error: { type: 'invalid_request_error', message: violation.message },
        request_id: response.headers['request-id'],
      });
    }
  });

  test(`${rule}: accepts the similar valid request`, () => {
    const bench = createBench();
    const outcome = bench.send(made(good, bench));
    expect(outcome).toMatchObject({ kind: 'asked', warnings: [] });
  });
});

test('every rule has a case, and every case a rule', () => {
  const ids = (list: readonly string[]): string[] => [...new Set(list)].toSorted();
  expect(ids(cases.map(({ rule }) => rule))).toEqual(ids(rules.map(({ id }) => id)));
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});

/** Rules that no request can break here, and why. */
const outside: Readonly<Record<string, string>> = {
  'ANT-069': 'a permission',
  'ANT-072': 'a fault on demand',
  'ANT-073': 'a fault on demand',
  'BDR-005': 'another API: Responses on Bedrock',
};

test('every rule of the rulebook is modelled or listed as out of scope', () => {
  const wanted = rulebook.map(({ id }) => id).filter((id) => /^ANT-|^BDR-00[1-6]$/.test(id));
  expect([...rules.map(({ id }) => id), ...Object.keys(outside)].toSorted()).toEqual(wanted.toSorted());
});

test('message fragments match the rulebook', () => {
  const texts = new Map(rulebook.map(({ id, error }) => [id, error]));
  const sameAs = (error: string): string => {
    const other = /^same (?:text )?as (\S+)$/.exec(error)?.[1];
    return other === undefined ? error : (texts.get(other) ?? '');
  };
  const foreign = rules.filter(({ id, fragment }) => {
    const error = sameAs(texts.get(id) ?? '');
    return error !== '' && !error.includes(fragment);
  });
  expect(foreign).toEqual([]);
});
