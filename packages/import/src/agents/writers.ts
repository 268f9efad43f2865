/** Every agent that sessions can be written for, one line each. */
import type { AgentWriter } from '../write/agent-writer.ts';
import { claudeCodeWriter } from './claude-code/write-session.ts';
import { codexWriter } from './codex/write-session.ts';
import { opencodeWriter } from './opencode/write-session.ts';
import { piWriter } from './pi/write-session.ts';

export const writers: readonly AgentWriter[] = [claudeCodeWriter, codexWriter, opencodeWriter, piWriter];

export function writerNamed(name: string): AgentWriter | undefined {
  return writers.find((writer) => writer.name === name);
}
