/** Limits that no request breaks, and Azure (OAC-022, OAC-023, AZR-001, AZR-002, AZR-004). */
import { openaiProfile } from '../../../../src/chat/profiles/openai.ts';
import { user } from '../../bodies.ts';
import { answerTo, createTestWorld, type ProviderCase } from '../../check-provider.ts';
import { of, older } from './requests.ts';

const asked = (query: string, answer: 'filtered' | 'end') => () =>
  answerTo(openaiProfile, of([user]), { parts: [], stop: answer }, { query });
const world = createTestWorld();
const answered = asked('', 'end');

export const elsewhereCases: readonly ProviderCase[] = [
  {
    rule: 'OAC-022',
    when: 'too many tokens a minute',
    says: 'Requested 11159. Please try again in 174ms. Visit https://platform.openai.com/account/rate-limits',
    status: 429,
    broken: () => openaiProfile.fail({ kind: 'rate-limit', retryAfterMs: 174 }, world),
    kept: answered,
  },
  {
    rule: 'OAC-023',
    when: 'an empty account',
    says: 'You exceeded your current quota, please check your plan and billing details.',
    status: 429,
    broken: () => openaiProfile.fail({ kind: 'quota' }, world),
    kept: answered,
  },
  {
    rule: 'AZR-001',
    when: 'a parameter newer than the version of the API',
    broken: of([user], { max_completion_tokens: 10 }),
    says: 'Unrecognized request argument supplied: max_completion_tokens',
    at: 'max_completion_tokens',
    kept: of([user], { max_tokens: 10 }),
    query: older,
  },
  {
    rule: 'AZR-002',
    when: 'max_completion_tokens to a Mistral model in the Foundry',
    broken: of([user], { model: 'Mistral-Large-2411', max_completion_tokens: 10 }),
    says: 'Extra inputs are not permitted',
    at: 'max_completion_tokens',
    status: 422,
    kept: of([user], { model: 'Mistral-Large-2411', max_tokens: 10 }),
    query: 'api-version=2025-04-01-preview',
  },
  {
    rule: 'AZR-004',
    when: 'a prompt that is filtered',
    says: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    status: 400,
    broken: asked(older, 'filtered'),
    kept: asked('', 'filtered'),
  },
];
