/** The rules that Converse enforces for a body. They share no code with the encoders. */
import type { Rule } from '../../../rules/rule.ts';
import { messageRules } from './messages.ts';
import { pairingRules } from './pairing.ts';
import { settingRules } from './settings.ts';

export const rules: readonly Rule[] = [...settingRules, ...messageRules, ...pairingRules];
