/** What Ollama checks in a body, and what it silently loses. It shares nothing with the encoders it judges. */
import type { Rule } from '../../rule.ts';
import { messageRules } from './rules/messages.ts';
import { settingRules } from './rules/settings.ts';

export const rules: readonly Rule[] = [...settingRules, ...messageRules];
