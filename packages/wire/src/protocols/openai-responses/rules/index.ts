/** The rules that the Responses API enforces for a body. They share no code with the encoders. */
import type { Rule } from '../../../rules/rule.ts';
import { bodyRules } from './body.ts';
import { callRules } from './calls.ts';
import { contentRules } from './content.ts';
import { idRules } from './ids.ts';
import { itemFieldRules } from './item-fields.ts';
import { reasoningRules } from './reasoning.ts';

export const rules: readonly Rule[] = [
  ...callRules,
  ...idRules,
  ...reasoningRules,
  ...contentRules,
  ...itemFieldRules,
  ...bodyRules,
];
