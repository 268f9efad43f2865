/** Azure's own rules, and OpenAI's behind them. */
import { describe, expect, test } from 'vitest';
import { createAzureChat, createAzureResponses } from '../../src/azure/index.ts';
import { cases as openaiCases } from '../chat/openai/cases.ts';
import { cases as openaiResponsesCases } from '../responses/cases.ts';
import { createProvider } from '../responses/provider.ts';
import { rulebook } from '../rulebook.ts';
import { bodyOf, findingsOf, send, worldOf } from '../send.ts';
import { type AzureCase, chatCases, responsesCases } from './cases.ts';
import { chainCases } from './chain-cases.ts';

const apis = [
  [createAzureChat(), chatCases],
  [createAzureResponses(), responsesCases],
] as const;

for (const [api, cases] of apis) {
  describe.each(cases)(`${api.name}: $rule $what`, ({ rule, breaks, keeps, says, status, nobody }: AzureCase) => {
    test(`${rule} is rejected`, () => {
      const outcome = send(api, breaks, worldOf(nobody ? { account: '' } : {}));
      expect(findingsOf(outcome).map((found) => [found.rule, found.status])).toEqual([[rule, status]]);
      expect(bodyOf(outcome)).toEqual(says);
    });

    test(`${rule} does not affect a similar valid request`, () => {
      expect(send(api, keeps)).toMatchObject({ kind: 'asked', warnings: [] });
    });
  });

  test(`${api.name}: its own rules have cases and match the rulebook`, () => {
    const own = api.rules.filter(({ id }) => id.startsWith('AZR-'));
    const shown = new Set([...cases.map(({ rule }) => rule), 'AZR-003', 'AZR-004']);
    expect(own.filter(({ id }) => !shown.has(id))).toEqual([]);
    expect(own.filter(({ id, fragment }) => !rulebook.find((row) => row.id === id)?.error.includes(fragment))).toEqual(
      [],
    );
  });
}

/** Everything OpenAI refuses is refused here in the same wording; everything it accepts is accepted. Unknown fields are refused by Azure itself (AZR-001). */
const behind = openaiCases.flatMap((each) =>
  'at' in each && !isAboutFiles(each.kept) && each.rule !== 'OAC-033' ? [each] : [],
);

/** Azure accepts no files at all (AZR-013). */
function isAboutFiles(body: Readonly<Record<string, unknown>>): boolean {
  return JSON.stringify(body).includes('"type":"file"');
}

test.each(behind)('$rule at Azure: $when', ({ rule, broken, kept, says, status = 400 }) => {
  const at = (body: Readonly<Record<string, unknown>>): ReturnType<typeof send> =>
    send(createAzureChat(), {
      path: `/openai/deployments/${String(body['model'])}/chat/completions?api-version=2025-04-01-preview`,
      body,
    });
  expect(findingsOf(at(broken))).toEqual([
    expect.objectContaining({ rule, status, message: expect.stringContaining(says) }),
  ]);
  expect(findingsOf(at(kept))).toEqual([]);
});

const ofOpenai = [...openaiResponsesCases, ...chainCases].filter(({ rule }) =>
  createAzureResponses().rules.some(({ id }) => id === rule),
);

test.each(ofOpenai)('$rule at Azure: $title', ({ rule, breaks, keeps, as, status, path }) => {
  for (const [make, expected] of [
    [breaks, [expect.objectContaining({ rule, status, path })]],
    [keeps, []],
  ] as const) {
    const provider = createProvider(createAzureResponses(), '/openai');
    const request = make(provider);
    const outcome = provider.handle({ ...request, path: `/openai${request.path}` }, as?.(provider));
    expect(findingsOf(outcome)).toEqual(expected);
  }
});

describe('AZR-004, AZR-011: the content filter', () => {
  const asked = (stream: boolean): ReturnType<typeof send> =>
    send(createAzureChat(), {
      path: '/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21',
      body: { messages: [{ role: 'user', content: 'hello' }], stream },
    });

  test('rejects a filtered prompt, with what was found', () => {
    const outcome = asked(true);
    if (outcome.kind !== 'asked') throw new Error('refused');
    const { status, body } = outcome.answer({ parts: [], stop: 'filtered' });
    expect(status).toBe(400);
    expect(JSON.parse(String(body))).toEqual({
      error: {
        message: expect.stringContaining("triggering Azure OpenAI's content management policy. Please modify"),
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: {
          code: 'ResponsibleAIPolicyViolation',
          content_filter_result: expect.objectContaining({ violence: { filtered: true, severity: 'medium' } }),
        },
      },
    });
  });

  test.each([true, false])('an answer reports what was checked, streamed: %s', (stream) => {
    const outcome = asked(stream);
    if (outcome.kind !== 'asked') throw new Error('refused');
    const { body } = outcome.answer({ parts: [{ say: 'Hello.' }], stop: 'end' });
    const first = typeof body === 'string' ? body : (body[0] ?? '').slice('data: '.length);
    expect(JSON.parse(first)).toMatchObject({
      choices: stream ? [] : [{ content_filter_results: { hate: { filtered: false, severity: 'safe' } } }],
      prompt_filter_results: [{ prompt_index: 0 }],
    });
  });
});

test('lists models, by either path', () => {
  const of = (path: string): unknown => bodyOf(send(createAzureChat(), { path, method: 'GET' }));
  expect(of('/openai/v1/models')).toEqual(of('/openai/models?api-version=2024-10-21'));
});
