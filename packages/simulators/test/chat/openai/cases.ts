/** For every rule of OpenAI's Chat Completions: a request that breaks it, and a similar one that does not. */
import type { ProviderCase } from '../check-provider.ts';
import { elsewhereCases } from './cases/elsewhere.ts';
import { historyCases } from './cases/history.ts';
import { pairingCases } from './cases/pairing.ts';
import { parameterCases } from './cases/parameters.ts';

export const cases: readonly ProviderCase[] = [...pairingCases, ...historyCases, ...parameterCases, ...elsewhereCases];
