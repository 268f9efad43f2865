/** A generator per agent, one line each. */
import { writeClaudeCode } from './write-claude-code.ts';
import { writeCodex } from './write-codex.ts';
import type { Writer } from './writer.ts';

export const writers: readonly Writer[] = [writeClaudeCode, writeCodex];
