/**
 * The rules of Moonshot this simulator knows. KIM-002, KIM-004 and KIM-008 are how it behaves, not how a request should be; KIM-016
 * is an advice whose neglect does no harm.
 */

import type { KnownRule } from '../../../api/api.ts';
import { enforced, warned } from '../../../api/known-rule.ts';

export const moonshotRules: readonly KnownRule[] = [
  warned('KIM-001'),
  enforced('KIM-003', "must be followed by tool messages responding to each 'tool_call_id'"),
  enforced('KIM-005', 'is not found'),
  enforced('KIM-006', 'thinking is enabled but reasoning_content is missing in assistant tool call message at index'),
  enforced('KIM-007'),
  enforced('KIM-009'),
  enforced('KIM-010', 'the thinking field in the request (expected type object) is illegal'),
  enforced('KIM-011', 'is allowed for this model'),
  enforced('KIM-012'),
  enforced('KIM-013', 'must not be empty'),
  enforced('KIM-014', 'is not a valid moonshot flavored json schema'),
  enforced('KIM-015', 'Your request exceeded model token limit'),
  enforced('KIM-017'),
  enforced('KIM-018', 'must start with a letter'),
  enforced('KIM-019'),
];
