/** Every rule, with a request that breaks it and a similar one that does not. */
import type { Case } from './cases/case.ts';
import { idCases } from './cases/ids.ts';
import { makerCases } from './cases/makers.ts';
import { reasoningCases } from './cases/reasoning.ts';
import { storageCases } from './cases/storage.ts';

export const cases: readonly Case[] = [...idCases, ...reasoningCases, ...storageCases, ...makerCases];
