/** The rules of Mistral this simulator knows. MIS-023 is a permission and cannot be broken. */

import type { KnownRule } from '../../../api/api.ts';
import { enforced } from '../../../api/known-rule.ts';

export const mistralRules: readonly KnownRule[] = [
  enforced('MIS-001', 'but must be a-z, A-Z, 0-9, with a length of 9.'),
  enforced('MIS-002', 'Not the same number of function calls and responses'),
  enforced('MIS-003', 'Unexpected tool call id'),
  enforced('MIS-004', 'Duplicate tool call id'),
  enforced('MIS-005', 'Duplicate tool call id'),
  enforced('MIS-006', 'Tool call id has to be defined.'),
  enforced('MIS-007', 'Tool call id has to be defined in serving mode.'),
  enforced('MIS-008', "Unexpected role 'user' after role 'tool'"),
  enforced('MIS-009', "Unexpected role 'tool' after role"),
  enforced('MIS-010', "Unexpected role 'system' after role"),
  enforced('MIS-011', 'Expected last role User or Tool'),
  enforced('MIS-012', 'Assistant message with prefix True must be last message'),
  enforced('MIS-013', 'Assistant message must have either content or tool_calls, but not none.'),
  enforced('MIS-014', 'Assistant message must have either content or tool_calls, but not both.'),
  enforced('MIS-015', 'or contain underscores and dashes, with a maximum length of 64.'),
  enforced('MIS-016', 'Invalid tool schema: '),
  enforced('MIS-017', 'Extra inputs are not permitted'),
  enforced('MIS-018', 'Conversation must start with a user message or system message'),
  enforced('MIS-019', 'Unexpected content chunk types in'),
  enforced('MIS-020', 'Unexpected content chunk types in tool message'),
  enforced('MIS-021', 'Message cannot have both thinking chunks in content and a top-level'),
  enforced('MIS-022', 'is not supported for this model'),
  enforced('MIS-024', 'too large for model with'),
  enforced('MIS-025', 'conversation roles must alternate user/assistant/user/assistant/...'),
];
