/** For every rule: a request that breaks it, and a similar one that does not. */
import type { RuleCase } from './cases/case.ts';
import { fieldCases } from './cases/fields.ts';
import { settingCases } from './cases/settings.ts';
import { signatureCases } from './cases/signatures.ts';
import { turnCases } from './cases/turns.ts';

export const ruleCases: readonly RuleCase[] = [...turnCases, ...signatureCases, ...fieldCases, ...settingCases];

/** The format of every refusal on a streaming endpoint, which has its own test. */
export const shownOtherwise: readonly string[] = ['GEM-035'];
