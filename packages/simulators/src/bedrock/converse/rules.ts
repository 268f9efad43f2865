/** The rules of Converse that this simulator knows, and those of Claude that are visible through it. */
import type { KnownRule } from '../../api/api.ts';
import { enforced } from '../../api/known-rule.ts';
import { accessRules } from '../invoke.ts';

const returned = 'The model returned the following errors: ';

export const rules: readonly KnownRule[] = [
  ...accessRules,
  enforced('BDR-001', 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'),
  enforced('BDR-002'),
  enforced('BDR-006'),
  enforced('CNV-001', 'Unexpected field type'),
  enforced('CNV-002', 'failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+'),
  enforced('CNV-003', 'failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+'),
  enforced('CNV-004', 'Member must satisfy enum value set: [user, assistant]'),
  enforced('CNV-005', 'A conversation must start with a user message.'),
  enforced('CNV-006', 'A conversation must alternate between user and assistant roles.'),
  enforced('CNV-007', 'is blank. Add text to the text field, and try again.'),
  enforced('CNV-008', 'is empty. Add a ContentBlock object to the content field and try again.'),
  enforced('CNV-009', 'Expected toolResult blocks at '),
  enforced('CNV-010', 'exceeds the number of toolUse blocks of previous turn.'),
  enforced('CNV-011', 'contain duplicate Ids: '),
  enforced('CNV-012', 'cannot be empty when status value is error.'),
  enforced('CNV-013', 'Conversation blocks and tool result blocks cannot be provided in the same turn.'),
  enforced('CNV-014', 'cannot be provided in a user message.'),
  enforced('CNV-015', 'Provide a json object for the field and try again.'),
  enforced('CNV-016', 'inputSchema.json.type must be one of the following: object.'),
  enforced(
    'CNV-017',
    "Value at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1",
  ),
  enforced('CNV-018', "This model doesn't support the toolConfig.toolChoice.any field."),
  enforced('CNV-019', "This model doesn't support tool use."),
  enforced('CNV-020', "This model doesn't support the image content block that you provided."),
  enforced('CNV-021', 'The document file name can only contain alphanumeric characters'),
  enforced('CNV-022', 'contains a document block but no text block.'),
  enforced('CNV-023', 'User messages cannot contain reasoning content.'),
  enforced('CNV-024', returned),
  enforced('CNV-025', ': Extra inputs are not permitted'),
  enforced('CNV-026', 'A conversation must end with a user message.'),
  enforced('CNV-027', "Value at 'inferenceConfig.temperature' failed to satisfy constraint"),
  enforced('CNV-030', 'A maximum of 4 blocks with cache_control may be provided.'),
];
