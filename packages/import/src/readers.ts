/** Every reader, one line each. Their names are what users type, and their order is the order in which a file is shown to them. */
import type { AgentReader } from './agent-reader.ts';
import { claudeCode } from './agents/claude-code/index.ts';
import { cline } from './agents/cline/index.ts';
import { codex } from './agents/codex/index.ts';
import { copilotCli } from './agents/copilot-cli/index.ts';
import { geminiCli } from './agents/gemini-cli/index.ts';
import { kimiCode } from './agents/kimi-code/index.ts';
import { llxprt } from './agents/llxprt/index.ts';
import { opencode } from './agents/opencode/index.ts';
import { pi } from './agents/pi/index.ts';
import { qwenCode } from './agents/qwen-code/index.ts';
import { rooCode } from './agents/roo-code/index.ts';

export const readers: readonly AgentReader[] = [
  claudeCode,
  cline,
  codex,
  copilotCli,
  geminiCli,
  kimiCode,
  llxprt,
  opencode,
  pi,
  qwenCode,
  rooCode,
];

export function readerNamed(name: string): AgentReader | undefined {
  return readers.find((reader) => reader.name === name);
}
