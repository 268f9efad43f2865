/** Access to the API, what is served without a model, and the format of refusals. */
import { expect, test } from 'vitest';
import type { ApiFault, Outcome } from '../../src/api/api.ts';
import { gemini } from '../../src/gemini/index.ts';
import { ask, requestOf, worldOf } from './send.ts';

const world = worldOf();
const hello = { contents: [{ parts: [{ text: 'hello' }] }] };
const shown = (outcome: Outcome): unknown =>
  outcome.kind === 'asked' ? 'asked' : [outcome.response.status, JSON.parse(String(outcome.response.body))];
const send = (path: string, body: unknown, changes = {}): unknown =>
  shown(gemini.handle(requestOf(path, body, changes), world));
const error = (code: number, status: string, message: string): unknown => [code, { error: { code, message, status } }];

test('unknown paths and wrong methods', () => {
  const nowhere = error(404, 'NOT_FOUND', 'Method not found.');
  expect(send('/v1beta/messages', hello)).toEqual(nowhere);
  expect(send('/v1beta/models/gemini-2.5-pro:embedContent', hello)).toEqual(nowhere);
  expect(send('/v1beta/models/gemini-2.5-pro:generateContent', undefined)).toEqual(nowhere);
});

test('the key: in the header, in the URL, missing, unknown', () => {
  const path = '/v1beta/models/gemini-2.5-pro:generateContent';
  expect(send(path, hello)).toBe('asked');
  expect(send(`${path}?key=mine`, hello, { headers: {} })).toBe('asked');
  expect(send(path, hello, { headers: {} })).toEqual(
    error(403, 'PERMISSION_DENIED', expect.stringContaining("Method doesn't allow unregistered callers")),
  );
  const nobody = gemini.handle(requestOf(path, hello), worldOf({ account: '' }));
  expect(shown(nobody)).toEqual([
    400,
    {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'API_KEY_INVALID',
            domain: 'googleapis.com',
          },
        ],
      },
    },
  ]);
});

test('an unknown model', () => {
  expect(send('/v1beta/models/gemini-9:generateContent', hello)).toEqual(
    error(
      404,
      'NOT_FOUND',
      'models/gemini-9 is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.',
    ),
  );
});

test('invalid bodies', () => {
  const path = '/v1beta/models/gemini-2.5-pro:generateContent';
  expect(send(path, undefined, { method: 'POST', raw: '{"a"' })).toMatchObject([
    400,
    { error: { message: 'Invalid JSON payload received. Unexpected token.\n{"a"\n^' } },
  ]);
  expect(send(path, [])).toMatchObject([
    400,
    { error: { message: 'Invalid JSON payload received. Unknown name "": Root element must be a message.' } },
  ]);
  expect(send(path, undefined, { method: 'POST', raw: '' })).toMatchObject([
    400,
    { error: { message: '* GenerateContentRequest.contents: contents is not specified\n' } },
  ]);
});

test('reports a parser error with its place', () => {
  const outcome = ask('gemini-2.5-pro', { contents: [{ role: 'user', parts: [{ text: 5 }] }] });
  const message = "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 5";
  expect(shown(outcome)).toEqual([
    400,
    {
      error: {
        code: 400,
        message,
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'contents[0].parts[0].text', description: message }],
          },
        ],
      },
    },
  ]);
});

test('GEM-035 an error of a streaming endpoint is a list of one', () => {
  for (const method of ['streamGenerateContent', 'streamGenerateContent?alt=sse']) {
    expect(shown(ask('gemini-2.5-pro', { contents: [] }, world, method))).toEqual([
      400,
      [
        {
          error: {
            code: 400,
            message: '* GenerateContentRequest.contents: contents is not specified\n',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ]);
  }
});

const failing = (fault: ApiFault): { readonly status: number; readonly headers: unknown; readonly error: Body } => {
  const { status, headers, body } = gemini.fail(fault, world);
  return { status, headers, error: JSON.parse(String(body)).error };
};
interface Body {
  readonly message: string;
  readonly details?: readonly { readonly '@type': string }[];
}
const detailTypes = ({ details = [] }: Body): readonly string[] =>
  details.map((each) => each['@type'].split('.').at(-1) ?? '');

test('GEM-033 a rate limit says when to retry, in its details and its message', () => {
  const { status, error: said } = failing({ kind: 'rate-limit' });
  expect(status).toBe(429);
  expect(said).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' });
  expect(said.message).toContain('You exceeded your current quota, please check your plan and billing details.');
  expect(said.message).toContain('Please retry in 47.434392449s.');
  expect(detailTypes(said)).toEqual(['QuotaFailure', 'Help', 'RetryInfo']);
  expect(said.details).toContainEqual({
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: '47.434392449s',
  });
});

test('GEM-033 a rate limit with another form of that time', () => {
  const headers = (hint: NonNullable<ApiFault['hint']>): unknown =>
    failing({ kind: 'rate-limit', retryAfterMs: 1500, hint }).headers;
  expect(headers('retry-after')).toMatchObject({ 'retry-after': '2' });
  expect(headers('retry-after-date')).toMatchObject({ 'retry-after': 'Thu, 09 Oct 2025 08:53:22 GMT' });
  expect(headers('retry-after-ms')).toMatchObject({ 'retry-after-ms': '1500' });
  const text = failing({ kind: 'rate-limit', retryAfterMs: 1500, hint: 'text' }).error;
  expect(text.message).toContain('Please retry in 1.5s.');
  expect(detailTypes(text)).not.toContain('RetryInfo');
});

test('GEM-034 a 429 without that time', () => {
  const shared = failing({ kind: 'rate-limit', hint: 'none' });
  expect(shared.status).toBe(429);
  expect(shared.error.message).toContain('Resource exhausted. Please try again later.');
  expect(shared.error.details).toBeUndefined();
  const daily = failing({ kind: 'quota' });
  expect(JSON.stringify(daily.error)).toContain('PerDay');
  expect(detailTypes(daily.error)).toEqual(['QuotaFailure', 'Help']);
});

const faults = [
  ['overloaded', 503, 'UNAVAILABLE'],
  ['unavailable', 503, 'UNAVAILABLE'],
  ['server', 500, 'INTERNAL'],
  ['auth', 400, 'INVALID_ARGUMENT'],
  ['overflow', 400, 'INVALID_ARGUMENT'],
] as const;

test.each(faults)('on demand: %s', (kind, code, status) => {
  const failed = failing({ kind });
  expect(failed.status).toBe(code);
  expect(failed.error).toMatchObject({ code, status });
  const inside = gemini.failInside({ kind }, world) ?? '';
  expect(JSON.parse(inside.replace(/^data: /, ''))).toEqual({ error: failed.error });
});
