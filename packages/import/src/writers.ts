/** Every agent that sessions can be written for, one line each. */
import type { AgentWriter } from './agent-writer.ts';
import { claudeCodeWriter } from './agents/claude-code/write-session.ts';
import { codexWriter } from './agents/codex/write-session.ts';
import { opencodeWriter } from './agents/opencode/write-session.ts';
import { piWriter } from './agents/pi/write-session.ts';

export const writers: readonly AgentWriter[] = [claudeCodeWriter, codexWriter, opencodeWriter, piWriter];

export function writerNamed(name: string): AgentWriter | undefined {
  return writers.find((writer) => writer.name === name);
}
