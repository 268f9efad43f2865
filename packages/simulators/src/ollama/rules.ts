/** The rules this simulator checks. OLL-008 is shown by a fault: a line of the stream is an error. */

import type { KnownRule } from '../api/api.ts';
import { enforced, warned } from '../api/known-rule.ts';

export const rules: readonly KnownRule[] = [
  enforced(
    'OLL-002',
    'json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments',
  ),
  enforced('OLL-003', 'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string'),
  enforced('OLL-005', 'does not support tools'),
  enforced('OLL-006', 'does not support thinking'),
  enforced('OLL-007', 'the input length exceeds the context length'),
  warned('OLL-009'),
  enforced('OLL-010', 'invalid tool call arguments'),
  enforced('OLL-011', "tool_use block missing required 'id' field"),
  enforced('OLL-012', "' not found"),
];
