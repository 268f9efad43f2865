/** The rules that Ollama enforces for a body, and what it silently loses. They share no code with the encoders. */
import type { Rule } from '../../../rules/rule.ts';
import { messageRules } from './messages.ts';
import { settingRules } from './settings.ts';

export const rules: readonly Rule[] = [...settingRules, ...messageRules];
