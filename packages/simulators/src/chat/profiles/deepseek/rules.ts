/** The rules of DeepSeek this simulator knows. DSK-008 belongs to another endpoint. An overflow has OpenAI's words (OAC-021). */

import type { KnownRule } from '../../../api/api.ts';
import { enforced, warned } from '../../../api/known-rule.ts';

export const deepseekRules: readonly KnownRule[] = [
  enforced('DSK-001', 'Missing `reasoning_content` field in the assistant message at message index'),
  enforced('DSK-002', 'The `reasoning_content` in the thinking mode must be passed back to the API.'),
  enforced('DSK-003'),
  enforced('DSK-004', '(insufficient tool messages following tool_calls message)'),
  enforced('DSK-005', "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"),
  enforced('DSK-006', 'Thinking mode does not support this tool_choice'),
  warned('DSK-007'),
  enforced('DSK-009', 'Model Not Exist'),
  enforced('DSK-010', 'Failed to deserialize the JSON body into the target type'),
  enforced('DSK-011', 'empty array. Expected an array with minimum length 1'),
  enforced('DSK-012'),
  enforced('DSK-013'),
  enforced('DSK-014'),
  enforced('OAC-021', "This model's maximum context length is"),
];
