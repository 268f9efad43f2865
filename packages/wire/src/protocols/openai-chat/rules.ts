/**
 * What servers check in a Chat request, as data. A second reading of the rules: nothing here is used by the encoders, and
 * nothing of theirs is used here. Rules that only some servers have apply where the traits say so.
 */
import type { Rule } from '../../rule.ts';
import { callRules } from './rules/calls.ts';
import { contentRules } from './rules/content.ts';
import { fieldRules } from './rules/fields.ts';
import { idRules } from './rules/ids.ts';
import { limitRules } from './rules/limits.ts';
import { orderRules } from './rules/order.ts';
import { pairingRules } from './rules/pairing.ts';
import { partRules } from './rules/parts.ts';
import { reasoningRules } from './rules/reasoning.ts';
import { toolRules } from './rules/tools.ts';

export const rules: readonly Rule[] = [
  ...pairingRules,
  ...idRules,
  ...callRules,
  ...contentRules,
  ...partRules,
  ...fieldRules,
  ...orderRules,
  ...reasoningRules,
  ...toolRules,
  ...limitRules,
];
