/** Every rule of the rulebook is known to a simulator or listed with a reason; the published table matches the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countOf, coverageOf, writeCoverage } from '../../src/coverage/coverage.ts';
import { notModelled } from '../../src/coverage/not-modelled.ts';
import { onDemand } from '../../src/coverage/on-demand.ts';
import { apiNames, createApi, openaiChat, startAll } from '../../src/index.ts';
import { ask } from '../ask.ts';
import { rulebook } from '../rulebook.ts';

const root = join(import.meta.dirname, '../../../..');
const { rules, problems } = coverageOf(rulebook, apiNames.map(createApi), onDemand, notModelled);

test('every rule of the rulebook is modelled, or a reason is given', () => {
  expect(problems).toEqual([]);
});

test('docs/protocols/rules.md lists the rules of the rulebook, with the same status', () => {
  const page = readFileSync(join(root, 'docs/protocols/rules.md'), 'utf8');
  const listed = [...page.matchAll(/^- \*\*([A-Z]{3}-\d+b?)\*\* \((.+?)(?:, likely)?\) /gm)];
  expect(listed.map(([, id, status]) => `${id} ${status}`).toSorted()).toEqual(
    rulebook.map(({ id, status }) => `${id} ${status}`).toSorted(),
  );
});

test('most rules are enforced or warned about', () => {
  expect(countOf(rules, 'enforced') + countOf(rules, 'warned')).toBeGreaterThanOrEqual(230);
});

test('a reason is not empty', () => {
  expect(Object.entries(notModelled).filter(([, reason]) => reason.length < 20)).toEqual([]);
});

test.each(Object.entries(onDemand))(
  '%s: the fault shows it',
  async (_, { by, fault, status, fragment, headers = [] }) => {
    const set = await startAll({ names: [by] });
    set.of(by).fault(fault);
    const response = await ask(set.of(by), {
      stream: true,
      text: 'a longer text than usual, for more than a few frames',
    });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(fragment)]);
    expect(headers.filter((name) => !response.headers.has(name))).toEqual([]);
    await set.close();
  },
);

test('docs/protocols/coverage.md is the table', async () => {
  await expect(writeCoverage(rules)).toMatchFileSnapshot(join(root, 'docs/protocols/coverage.md'));
});

test('finds inconsistencies', () => {
  const one = { ...openaiChat, rules: [{ id: 'A-1', how: 'warned', fragment: '' }] as const };
  const other = {
    ...openaiChat,
    name: 'other',
    rules: [{ id: 'A-1', how: 'enforced', fragment: 'no | way' }] as const,
  };
  const small = ['A-1', 'A-2', 'A-3', 'A-4'].map((id) => ({ id, status: 400 }));
  const shown = { by: 'gemini', fault: { do: 'end-twice' }, status: 200, fragment: 'x' } as const;
  const coverage = coverageOf(small, [one, other], { 'A-4': shown }, { 'A-1': 'x', 'A-2': 'because', 'A-9': 'y' });
  expect(coverage).toEqual({
    rules: [
      { id: 'A-1', status: 400, how: 'enforced', by: ['openai-chat', 'other'], text: 'no | way' },
      { id: 'A-2', status: 400, how: 'not modelled', by: [], text: 'because' },
      { id: 'A-3', status: 400, how: 'not modelled', by: [], text: '' },
      { id: 'A-4', status: 400, how: 'on demand', by: ['gemini'], text: 'x' },
    ],
    problems: [
      'A-9 is not in the rulebook',
      'A-1 is listed both as modelled and as not modelled',
      'A-3 is not modelled, and no reason is given',
    ],
  });
  const table = writeCoverage(coverage.rules);
  expect(table).toContain('4 rules: 1 enforced, 0 warned, 1 on demand, 2 not modelled.\n');
  expect(table).toContain('| A-1 | 400 | enforced | openai-chat, other | no \\| way |\n');
});
