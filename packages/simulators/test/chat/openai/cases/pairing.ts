/** Calls and results belong together (OAC-001, OAC-002, OAC-026). */
import { calls, result, user } from '../../bodies.ts';
import type { ProviderCase } from '../../check-provider.ts';
import { of, orphan, round, unanswered } from './requests.ts';

export const pairingCases: readonly ProviderCase[] = [
  {
    rule: 'OAC-001',
    when: 'a call without a result before the next user message',
    broken: of([user, calls('c1', 'c2'), result('c1'), user]),
    says: `${unanswered} c2`,
    at: 'messages[1].tool_calls',
    kept: of([user, calls('c1', 'c2'), result('c2'), result('c1'), user]),
  },
  {
    rule: 'OAC-001',
    when: 'a call at the end',
    broken: of([user, calls('c1')]),
    says: `${unanswered} c1`,
    at: 'messages[1].tool_calls',
    kept: of(round),
  },
  {
    rule: 'OAC-002',
    when: 'a result without a call',
    broken: of([user, result('x')]),
    says: orphan,
    at: 'messages.[1].role',
    kept: of(round),
  },
  {
    rule: 'OAC-002',
    when: 'a result separated from its call by another message',
    broken: of([user, calls('c1'), result('c1'), user, result('c1')]),
    says: orphan,
    at: 'messages.[4].role',
    kept: of([...round, user, calls('c1'), result('c1')]),
  },
  {
    rule: 'OAC-026',
    when: 'a second result for one call',
    broken: of([...round, result('c1')]),
    says: orphan,
    at: 'messages.[3].role',
    kept: of(round),
  },
];
