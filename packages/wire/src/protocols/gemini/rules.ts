/** What Google checks of a body, as data. What only its servers can know (GEM-012, GEM-029) is not here. */
import type { Rule } from '../../rule.ts';
import { callRules } from './rules/calls.ts';
import { contentRules } from './rules/contents.ts';
import { schemaRules } from './rules/schemas.ts';
import { settingRules } from './rules/settings.ts';
import { signatureRules } from './rules/signatures.ts';

export const rules: readonly Rule[] = [
  ...contentRules,
  ...callRules,
  ...signatureRules,
  ...schemaRules,
  ...settingRules,
];
