/** Limits that no request can break (OAC-022, OAC-023). */
import type { ApiResponse } from '../../../../src/api/api.ts';
import { openaiProfile } from '../../../../src/chat/profiles/openai.ts';
import { user } from '../../bodies.ts';
import { answerTo, createTestWorld, type ProviderCase } from '../../check-provider.ts';
import { of } from './requests.ts';

const world = createTestWorld();
const answered = (): ApiResponse => answerTo(openaiProfile, of([user]), { parts: [], stop: 'end' });

export const elsewhereCases: readonly ProviderCase[] = [
  {
    rule: 'OAC-022',
    when: 'too many tokens per minute',
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
];
