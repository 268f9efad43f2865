/** The rules this simulator checks. GEM-033 and GEM-034 are shown by faults; GEM-035 is the format of its refusals. */

import type { KnownRule } from '../api/api.ts';
import { enforced } from '../api/known-rule.ts';

const all: readonly KnownRule[] = [
  enforced('GEM-001', 'the number of function response parts is equal to the number of function call parts'),
  enforced('GEM-002', 'function call turn comes immediately after a user turn or after a function response turn'),
  enforced('GEM-003', 'function response turn comes immediately after a function call turn'),
  enforced('GEM-004', 'multiturn requests ends with a user role or a function response'),
  enforced('GEM-005'),
  enforced('GEM-006', 'Please use a valid role: user, model.'),
  enforced('GEM-007', 'contents is not specified'),
  enforced('GEM-008', 'contents.parts must not be empty'),
  enforced('GEM-009', 'Unable to submit request because it must'),
  enforced('GEM-010', 'Function call is missing a thought_signature in functionCall parts.'),
  enforced('GEM-012', 'hought signature'),
  enforced('GEM-013', '(TYPE_BYTES), Base64 decoding failed'),
  enforced('GEM-015', 'Unable to submit request because thought_signature is invalid.'),
  enforced('GEM-016', '`tool_use` ids were found without `tool_result` blocks immediately after'),
  enforced('GEM-017', 'function_response.name: Name cannot be empty.'),
  enforced('GEM-018', "function_response.response' (type.googleapis.com/google.protobuf.Struct)"),
  enforced('GEM-019', "function_call.args' (type.googleapis.com/google.protobuf.Struct)"),
  enforced('GEM-020', '[FIELD_INVALID] Invalid function name.'),
  enforced('GEM-021', 'Invalid JSON payload received. Unknown name'),
  enforced('GEM-022'),
  enforced('GEM-023', 'should be non-empty for OBJECT type'),
  enforced('GEM-024', 'Type), '),
  enforced('GEM-025', "only 'enum' and 'date-time' are supported for STRING type"),
  enforced('GEM-026', 'Multiple tools are supported only when they are all search tools.'),
  enforced('GEM-027', 'Function calling config is set without function_declarations'),
  enforced('GEM-028', 'should not be set in the request when using cached content.'),
  enforced('GEM-029'),
  enforced('GEM-030'),
  enforced('GEM-031', 'You can only set only one of thinking budget and thinking level.'),
  enforced('GEM-032', 'exceeds the maximum number of tokens allowed'),
  enforced('GEM-038', 'Penalty is not enabled for this model'),
  enforced('GEM-035'),
  enforced('GEM-036', 'Request contains an invalid argument.'),
];

const onlyStudio: readonly string[] = ['GEM-008', 'GEM-016', 'GEM-032'];
const onlyVertex: readonly string[] = ['GEM-009', 'GEM-015'];

/** The rules of AI Studio. */
export const rules: readonly KnownRule[] = all.filter(({ id }) => !onlyVertex.includes(id));

export const vertexRules: readonly KnownRule[] = [
  ...all.filter(({ id }) => !onlyStudio.includes(id)),
  enforced('VTX-001', 'was not found or your project does not have access to it.'),
  enforced('VTX-002', 'API keys are not supported by this API.'),
  enforced('VTX-004', 'Unable to submit request because the input token count is'),
];
