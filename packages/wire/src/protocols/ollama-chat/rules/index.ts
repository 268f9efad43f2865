/** What Ollama checks in a body, and what it silently loses. It shares nothing with the encoders it judges. */
import type { Rule } from '../../../rules/rule.ts';
import { messageRules } from './messages.ts';
import { settingRules } from './settings.ts';

export const rules: readonly Rule[] = [...settingRules, ...messageRules];
