/** Every reader, one line each. Their names are what users type, and their order is the order in which a file is shown to them. */
import type { AgentReader } from './agent-reader.ts';
import { aider } from './agents/aider/index.ts';
import { chatExport } from './agents/chat-export/index.ts';
import { claudeCode } from './agents/claude-code/index.ts';
import { cline } from './agents/cline/index.ts';
import { codex } from './agents/codex/index.ts';
import { continueDev } from './agents/continue/index.ts';
import { copilotCli } from './agents/copilot-cli/index.ts';
import { crush } from './agents/crush/index.ts';
import { droid } from './agents/droid/index.ts';
import { geminiCli } from './agents/gemini-cli/index.ts';
import { goose } from './agents/goose/index.ts';
import { kimiCode } from './agents/kimi-code/index.ts';
import { llxprt } from './agents/llxprt/index.ts';
import { opencode } from './agents/opencode/index.ts';
import { pi } from './agents/pi/index.ts';
import { qwenCode } from './agents/qwen-code/index.ts';
import { rooCode } from './agents/roo-code/index.ts';
import { zed } from './agents/zed/index.ts';

export const readers: readonly AgentReader[] = [
  aider,
  claudeCode,
  cline,
  codex,
  continueDev,
  copilotCli,
  crush,
  droid,
  geminiCli,
  goose,
  kimiCode,
  llxprt,
  opencode,
  pi,
  qwenCode,
  rooCode,
  zed,
  chatExport,
];

export function readerNamed(name: string): AgentReader | undefined {
  return readers.find((reader) => reader.name === name);
}
