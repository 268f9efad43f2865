/** Requests that repeat what the chain of previous responses already contains, as Azure reads them (AZR-003). */
import type { ApiRequest } from '../../src/api/api.ts';
import type { Case } from '../responses/cases/case.ts';
import { assistant, call, type Json, output, type Provider, request, user } from '../responses/provider.ts';

const azure = (input: readonly Json[], more: Json = {}): ApiRequest =>
  request('POST', '/v1/responses', { model: 'gpt-4.1', input, ...more });

const conversation: readonly Json[] = [user('Hi'), call('call_1'), output('call_1'), assistant('Done.'), user('And?')];

/** A stored response whose chain contains the call and its output. */
const before = (provider: Provider): string =>
  provider.ask({ model: 'gpt-4.1', input: conversation.slice(0, 3) }, { parts: [{ say: 'Done.' }], stop: 'end' }).id;

const words = {
  rule: 'AZR-003',
  status: 400,
  path: 'input',
  says: 'No tool output found for function call call_1.',
} as const;

export const chainCases: readonly Case[] = [
  {
    ...words,
    title: 'the whole conversation after a response that contains it',
    breaks: (provider) => azure(conversation, { previous_response_id: before(provider) }),
    keeps: (provider) => azure(conversation.slice(4), { previous_response_id: before(provider) }),
  },
  {
    ...words,
    title: 'only one pair of it',
    breaks: (provider) => azure(conversation.slice(1, 3), { previous_response_id: before(provider) }),
    keeps: () => azure(conversation),
  },
];
