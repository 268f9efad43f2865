/** Every reader, one line each. Their names are what users type, and a file is offered to them in this order. */
import type { AgentReader } from '../reading/agent-reader.ts';
import { aider } from './aider/index.ts';
import { chatExport } from './chat-export/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { cline } from './cline/index.ts';
import { codex } from './codex/index.ts';
import { continueDev } from './continue/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { crush } from './crush/index.ts';
import { droid } from './droid/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { goose } from './goose/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { llxprt } from './llxprt/index.ts';
import { opencode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import { rooCode } from './roo-code/index.ts';
import { zed } from './zed/index.ts';

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
