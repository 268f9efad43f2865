/** Every rule of generateContent is reported where it is broken, and not where it is kept. */
import { expect, test } from 'vitest';
import { gemini } from '../../src/gemini/index.ts';
import { rulebook } from '../rulebook.ts';
import { signedCall } from './cases/requests.ts';
import { ruleCases, shownOtherwise } from './cases.ts';
import { ask, mustAsk, partsOf, vertexGemini, worldOf } from './send.ts';

const known = [...gemini.rules, ...vertexGemini.rules].filter(({ id }) => id.startsWith('GEM-'));
const fragmentOf = (rule: string): string => known.find(({ id }) => id === rule)?.fragment ?? '?';

for (const { rule, what, model, breaks, keeps, keepsOn, path, says, silent } of ruleCases) {
  test(`${rule} ${what}`, () => {
    const world = worldOf();
    const broken = ask(model, typeof breaks === 'function' ? breaks(world) : breaks, world);
    const found = broken.kind === 'asked' ? broken.warnings : broken.kind === 'refused' ? [broken.violation] : [];
    expect(found.map((violation) => ({ ...violation, message: '' }))).toEqual([
      { rule, status: silent ? 200 : 400, message: '', path, code: 'INVALID_ARGUMENT' },
    ]);
    expect(broken.kind).toBe(silent ? 'asked' : 'refused');
    if (broken.kind === 'refused') {
      expect(broken.violation.message).toContain(says ?? fragmentOf(rule));
      expect(broken.response.status).toBe(400);
      expect(JSON.parse(String(broken.response.body)).error).toMatchObject({
        code: 400,
        message: broken.violation.message,
        status: 'INVALID_ARGUMENT',
      });
    }
    const kept = ask(keepsOn ?? model, typeof keeps === 'function' ? keeps(world) : keeps, world);
    expect(mustAsk(kept).warnings).toEqual([]);
  });
}

test('every rule has a case', () => {
  const shown = new Set([...ruleCases.map(({ rule }) => rule), ...shownOtherwise]);
  expect([...shown].sort()).toEqual([...new Set(known.map(({ id }) => id))].sort());
});

test('every fragment is in the rulebook', () => {
  for (const { id, fragment } of known) {
    expect(rulebook.find((rule) => rule.id === id)?.error, id).toContain(fragment);
  }
});

const talk = (part: unknown): unknown => ({
  contents: [
    { role: 'user', parts: [{ text: 'hello' }] },
    { role: 'model', parts: [part] },
    { role: 'user', parts: [{ functionResponse: { name: 'read', response: {} } }] },
  ],
});

test('GEM-011 accepts the sentinel as a signature, plain or in base64', () => {
  for (const sentinel of ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']) {
    for (const thoughtSignature of [sentinel, Buffer.from(sentinel).toString('base64')]) {
      const asked = mustAsk(
        ask('gemini-3.8-pro', talk({ functionCall: { name: 'read', args: {} }, thoughtSignature })),
      );
      expect(asked.warnings).toEqual([]);
    }
  }
});

test('GEM-014 accepts a call without a signature on 2.5', () => {
  expect(mustAsk(ask('gemini-2.5-pro', talk({ functionCall: { name: 'read', args: {} } }))).warnings).toEqual([]);
});

test('GEM-010 calls of earlier turns need no signature', () => {
  const call = { functionCall: { name: 'read', args: {} } };
  const contents = [
    { role: 'user', parts: [{ text: 'hello' }] },
    { role: 'model', parts: [call] },
    { role: 'user', parts: [{ functionResponse: { name: 'read', response: {} } }] },
    { role: 'model', parts: [{ text: 'so' }] },
    { role: 'user', parts: [{ text: 'again' }] },
  ];
  expect(mustAsk(ask('gemini-3.1-pro', { contents })).warnings).toEqual([]);
});

test('GEM-012 accepts a signature in the other base64 alphabet, but not with a changed letter', () => {
  const world = worldOf();
  const part = signedCall(world);
  const signature = String(part['thoughtSignature']);
  const url = signature.replaceAll('+', '-').replaceAll('/', '_');
  expect(ask('gemini-3.1-pro', talk({ ...part, thoughtSignature: url }), world).kind).toBe('asked');
  const changed = signature.slice(0, 30) + (signature[30] === 'A' ? 'B' : 'A') + signature.slice(31);
  expect(ask('gemini-3.1-pro', talk({ ...part, thoughtSignature: changed }), world)).toMatchObject({
    violation: { rule: 'GEM-012' },
  });
});

test('GEM-012 the signature of a text is valid for that text, in one part or in its pieces', () => {
  const world = worldOf();
  const first = { role: 'user', parts: [{ text: 'hello' }] };
  const [said] = partsOf(ask('gemini-3.1-pro', { contents: [first] }, world), {
    parts: [{ say: 'good day' }],
    stop: 'end',
  });
  const back = (...parts: readonly unknown[]): string => {
    const contents = [first, { role: 'model', parts }, { role: 'user', parts: [{ text: 'go on' }] }];
    const outcome = ask('gemini-3.1-pro', { contents }, world);
    return outcome.kind === 'refused' ? outcome.violation.rule : outcome.kind;
  };
  const { thoughtSignature } = said ?? {};
  expect(said).toEqual({ text: 'good day', thoughtSignature: expect.any(String) });
  expect(back(said)).toBe('asked');
  expect(back({ text: 'good ' }, { text: 'day' }, { text: '', thoughtSignature })).toBe('asked');
  expect(back({ text: 'good night', thoughtSignature })).toBe('GEM-012');
  expect(back({ text: 'good ' }, { text: '', thoughtSignature })).toBe('GEM-012');
  expect(back({ text: 'good day', thought: true, thoughtSignature })).toBe('GEM-012');
});
