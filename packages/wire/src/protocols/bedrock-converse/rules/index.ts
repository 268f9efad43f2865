/** What Converse checks in a body, as data. It shares nothing with the encoders it judges. */
import type { Rule } from '../../../rules/rule.ts';
import { messageRules } from './messages.ts';
import { pairingRules } from './pairing.ts';
import { settingRules } from './settings.ts';

export const rules: readonly Rule[] = [...settingRules, ...messageRules, ...pairingRules];
