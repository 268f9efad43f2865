/** The rules a request to this endpoint can break, for the coverage table. */

import type { KnownRule } from '../api/api.ts';
import { enforced, warned } from '../api/known-rule.ts';

export const rules: readonly KnownRule[] = [
  enforced('OAR-001', 'No tool output found for function call'),
  enforced('OAR-002', 'No tool call found for function call output with call_id'),
  enforced('OAR-003', 'string too long. Expected a string with maximum length 64'),
  enforced('OAR-004', 'empty string. Expected a string with minimum length 1'),
  enforced('OAR-005', 'Expected an ID that'),
  enforced('OAR-006', 'Duplicate item found with id'),
  enforced('OAR-007', "Duplicate 'call_id'"),
  enforced('OAR-008', "of type 'reasoning' was provided without its required following item"),
  enforced('OAR-009', "was provided without its required 'reasoning' item"),
  enforced('OAR-010', 'Items are not persisted when `store` is set to false'),
  enforced('OAR-011', 'Encrypted content could not be decrypted or parsed'),
  enforced('OAR-012', 'Encrypted content item_id did not match the target item id'),
  enforced('OAR-013', 'encrypted content missing recognized prefix (expected `rsn_` or `smry_`)'),
  enforced('OAR-014', 'reasoning `encrypted_content` was not issued to this caller'),
  enforced('OAR-015', 'array too long. Expected an array with maximum length 0'),
  enforced('OAR-016', 'Encrypted content cannot be requested for persisted responses'),
  enforced('OAR-017', 'Previous response cannot be used for this organization due to Zero Data Retention.'),
  enforced('OAR-018', 'Previous response with id'),
  enforced('OAR-019', 'Invalid type for'),
  enforced('OAR-020', 'The file type you uploaded is not supported. Please try again with a pdf'),
  enforced('OAR-021'),
  enforced('OAR-022', 'It does not exist in the default namespace.'),
  enforced('OAR-023', 'Supported values are:'),
  warned('OAR-024'),
  enforced('OAR-025'),
  enforced('OAR-026', 'Your input exceeds the context window of this model.'),
  enforced('OAR-028', 'input item ID does not belong to this connection'),
  enforced('OAR-029', "Expected an ID that begins with 'ctc'"),
  enforced('OAR-030', "of type 'reasoning' was provided without its required following item"),
  enforced('OAR-031', "Unknown parameter: 'input["),
  enforced('DSK-008', 'No tool output found for tool call'),
  enforced('BDR-005', "Duplicate 'call_id'"),
  // Rules of Chat Completions that apply to the model or its tools at every endpoint.
  enforced('OAC-005', "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."),
  enforced('OAC-015', 'Only the default (1) value is supported.'),
  enforced('OAC-019', "'tools'"),
  enforced('OAC-020', "'additionalProperties' is required to be supplied and to be false"),
  enforced('OAC-028'),
  enforced('OAC-030', 'array schema missing items.'),
  enforced('OAC-033', "Unknown parameter: '"),
  enforced('OAC-034', 'string too long. Expected a string with maximum length 64'),
  enforced('OAC-035', "Supported values are: 'medium'."),
  enforced('OAC-031', `schema must be a JSON Schema of 'type: "object"', got 'type: "`),
];

const ofOtherMakers: readonly string[] = ['OAR-013', 'OAR-014', 'OAR-025', 'OAR-028', 'DSK-008', 'BDR-005'];

/** The rules of OpenAI's own models. */
export const openaiRules: readonly KnownRule[] = rules.filter(({ id }) => !ofOtherMakers.includes(id));
