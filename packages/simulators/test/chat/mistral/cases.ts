/** For every rule of Mistral: a request that breaks it, and a similar one that does not. */
import type { RuleCase } from '../case-checks.ts';
import { contentCases } from './cases/contents.ts';
import { pairingCases } from './cases/pairing.ts';

export const mistralCases: readonly RuleCase[] = [...pairingCases, ...contentCases];
