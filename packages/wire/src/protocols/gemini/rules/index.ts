/** The rules that Google enforces for a body. What only its servers can know (GEM-012, GEM-029) is not here. */
import type { Rule } from '../../../rules/rule.ts';
import { callRules } from './calls.ts';
import { contentRules } from './contents.ts';
import { schemaRules } from './schemas.ts';
import { settingRules } from './settings.ts';
import { signatureRules } from './signatures.ts';

export const rules: readonly Rule[] = [
  ...contentRules,
  ...callRules,
  ...signatureRules,
  ...schemaRules,
  ...settingRules,
];
