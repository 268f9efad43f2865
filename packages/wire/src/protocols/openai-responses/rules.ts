/** What the Responses API checks in a body. It shares nothing with the encoders it judges. */
import type { Rule } from '../../rule.ts';
import { bodyRules } from './rules/body.ts';
import { callRules } from './rules/calls.ts';
import { contentRules } from './rules/content.ts';
import { idRules } from './rules/ids.ts';
import { reasoningRules } from './rules/reasoning.ts';

export const rules: readonly Rule[] = [...callRules, ...idRules, ...reasoningRules, ...contentRules, ...bodyRules];
