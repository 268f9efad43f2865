/** What Azure requires in addition to OpenAI: for each rule a request that breaks it, and a similar one that does not. */
import type { Sent } from '../send.ts';

export interface AzureCase {
  readonly rule: string;
  readonly what: string;
  readonly breaks: Sent;
  readonly keeps: Sent;
  /** The whole body of the refusal. */
  readonly says: unknown;
  readonly status: number;
  readonly nobody?: boolean;
}

const key = { 'api-key': 'key' };
const hello = { messages: [{ role: 'user', content: 'hello' }] };
const chat = (deployment = 'gpt-4.1', version = '2024-10-21', more = {}): Sent => ({
  path: `/openai/deployments/${deployment}/chat/completions${version === '' ? '' : `?api-version=${version}`}`,
  body: { ...hello, ...more },
  headers: key,
});
const responses = (version: string, model = 'gpt-4.1'): Sent => ({
  path: `/openai/responses${version === '' ? '' : `?api-version=${version}`}`,
  body: { model, input: 'hello' },
  headers: key,
});

const error = (code: string, message: string): unknown => ({ error: { code, message } });
const notFound = error('404', 'Resource not found');
const noDeployment = error(
  'DeploymentNotFound',
  'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
);
const denied = error(
  '401',
  'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
);

const described = (length: number): Sent =>
  chat('gpt-4.1', '2024-10-21', {
    tools: [{ type: 'function', function: { name: 'read', description: 'x'.repeat(length) } }],
  });

export const chatCases: readonly AzureCase[] = [
  {
    rule: 'OAC-006',
    what: 'a description of 1025 characters',
    breaks: described(1025),
    keeps: described(1024),
    says: {
      error: {
        message:
          "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 1025 instead.",
        type: 'invalid_request_error',
        param: 'tools[0].function.description',
        code: 'string_above_max_length',
      },
    },
    status: 400,
  },
  {
    rule: 'AZR-001',
    what: 'a parameter unknown to every version',
    breaks: chat('gpt-4.1', '2024-10-21', { thinking: { type: 'enabled' } }),
    keeps: chat('gpt-4.1', '2024-02-01', { max_completion_tokens: 10, parallel_tool_calls: undefined }),
    says: error('BadRequest', 'Unrecognized request argument supplied: thinking'),
    status: 400,
  },
  {
    rule: 'AZR-002',
    what: 'max_completion_tokens to a Mistral model in the Foundry',
    breaks: chat('Mistral-Large-2411', '2025-04-01-preview', { max_completion_tokens: 10 }),
    keeps: chat('Mistral-Large-2411', '2025-04-01-preview', { max_tokens: 10 }),
    says: {
      error: {
        message: 'Extra inputs are not permitted',
        type: 'invalid_request_error',
        param: 'max_completion_tokens',
        code: 'extra_forbidden',
      },
    },
    status: 422,
  },
  {
    rule: 'AZR-005',
    what: 'a missing deployment',
    breaks: chat('my-gpt'),
    keeps: chat('gpt-4o', '2024-10-21', { model: 'my-gpt' }),
    says: noDeployment,
    status: 404,
  },
  {
    rule: 'AZR-005',
    what: 'a missing deployment, below v1',
    breaks: { path: '/openai/v1/chat/completions', body: { ...hello, model: 'my-gpt' }, headers: key },
    keeps: { path: '/openai/v1/chat/completions', body: { ...hello, model: 'gpt-4o' }, headers: key },
    says: noDeployment,
    status: 404,
  },
  { rule: 'AZR-006', what: 'no version', breaks: chat('gpt-4.1', ''), keeps: chat(), says: notFound, status: 404 },
  {
    rule: 'AZR-006',
    what: 'an invalid version',
    breaks: chat('gpt-4.1', 'v9'),
    keeps: {
      path: '/openai/v1/chat/completions?api-version=preview',
      body: { ...hello, model: 'gpt-4.1' },
      headers: key,
    },
    says: notFound,
    status: 404,
  },
  {
    rule: 'AZR-006',
    what: "OpenAI's own path",
    breaks: { path: '/v1/chat/completions', body: { ...hello, model: 'gpt-4.1' }, headers: key },
    keeps: chat(),
    says: notFound,
    status: 404,
  },
  {
    rule: 'AZR-007',
    what: 'an unknown key',
    breaks: chat(),
    keeps: { ...chat(), headers: { authorization: 'Bearer key' } },
    says: denied,
    status: 401,
    nobody: true,
  },
  {
    rule: 'AZR-007',
    what: 'no key',
    breaks: { ...chat(), headers: {} },
    keeps: chat(),
    says: denied,
    status: 401,
  },
  {
    rule: 'AZR-010',
    what: 'a reasoning model with an old version',
    breaks: chat('o3', '2024-10-21'),
    keeps: chat('o3', '2024-12-01-preview'),
    says: error('BadRequest', 'Model {modelName} is enabled only for api versions 2024-12-01-preview and later'),
    status: 400,
  },
  {
    rule: 'AZR-013',
    what: 'a PDF in Chat',
    breaks: chat('gpt-4.1', '2024-10-21', {
      messages: [
        { role: 'user', content: [{ type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0xLjQ=' } }] },
      ],
    }),
    keeps: chat('gpt-4.1', '2024-10-21', { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }),
    says: {
      error: {
        message: "Invalid Value: 'file'. This model does not support file content types.",
        type: 'invalid_request_error',
        param: 'messages[0].content[0].type',
        code: 'invalid_value',
      },
    },
    status: 400,
  },
  {
    rule: 'AZR-012',
    what: 'a model without Chat',
    breaks: chat('gpt-5.3-codex', '2025-04-01-preview'),
    keeps: chat('gpt-5.1', '2025-04-01-preview'),
    says: error(
      'OperationNotSupported',
      'The chatCompletion operation does not work with the specified model, gpt-5.3-codex. Please choose different model and try again. You can learn more about which models can be used with each operation here: https://go.microsoft.com/fwlink/?linkid=2197993.',
    ),
    status: 400,
  },
];

export const responsesCases: readonly AzureCase[] = [
  {
    rule: 'AZR-005',
    what: 'a missing deployment',
    breaks: responses('2025-04-01-preview', 'my-gpt'),
    keeps: responses('2025-04-01-preview'),
    says: noDeployment,
    status: 404,
  },
  {
    rule: 'AZR-006',
    what: 'no version',
    breaks: responses(''),
    keeps: { ...responses(''), path: '/openai/v1/responses' },
    says: notFound,
    status: 404,
  },
  {
    rule: 'AZR-007',
    what: 'an unknown key',
    breaks: responses('2025-04-01-preview'),
    keeps: responses('2025-03-01-preview'),
    says: denied,
    status: 401,
    nobody: true,
  },
  {
    rule: 'AZR-008',
    what: 'a version from before the API existed',
    breaks: responses('2024-10-21'),
    keeps: responses('2025-03-01-preview'),
    says: error(
      'BadRequest',
      'Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later',
    ),
    status: 400,
  },
];
