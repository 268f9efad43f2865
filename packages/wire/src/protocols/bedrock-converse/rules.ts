/** What Converse checks in a body, as data. It shares nothing with the encoders it judges. */
import type { Rule } from '../../rule.ts';
import { messageRules } from './rules/messages.ts';
import { pairingRules } from './rules/pairing.ts';
import { settingRules } from './rules/settings.ts';

export const rules: readonly Rule[] = [...settingRules, ...messageRules, ...pairingRules];
