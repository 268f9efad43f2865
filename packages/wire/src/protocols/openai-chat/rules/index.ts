/**
 * The rules that servers enforce for a Chat request. They share no code with the encoders. Rules that only some servers have
 * apply where the traits say so.
 */
import type { Rule } from '../../../rules/rule.ts';
import { callRules } from './calls.ts';
import { contentRules } from './content.ts';
import { fieldRules } from './fields.ts';
import { idRules } from './ids.ts';
import { limitRules } from './limits.ts';
import { orderRules } from './order.ts';
import { pairingRules } from './pairing.ts';
import { partRules } from './parts.ts';
import { reasoningRules } from './reasoning.ts';
import { settingRules } from './settings.ts';
import { toolRules } from './tools.ts';

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
  ...settingRules,
];
