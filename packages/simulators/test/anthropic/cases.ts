/** For every rule: a request that breaks it, and a similar one that does not. */

import { callCases } from './cases/calls.ts';
import type { Case } from './cases/case.ts';
import { messageCases } from './cases/messages.ts';
import { thinkingCases } from './cases/thinking.ts';
import { toolCases } from './cases/tools.ts';

export const cases: readonly Case[] = [...callCases, ...messageCases, ...thinkingCases, ...toolCases];
