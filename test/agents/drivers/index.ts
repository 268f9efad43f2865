/** Every agent that is run. */
import type { AgentDriver } from '../agent-driver.ts';
import { claudeCode } from './claude-code.ts';
import { codex, codexCompactedRemotely, codexInCode } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

export const agentDrivers: readonly AgentDriver[] = [claudeCode, codex, geminiCli, opencode, pi, qwenCode, copilotCli];

/** Those that write sessions which are imported. */
export const writingDrivers: readonly AgentDriver[] = [...agentDrivers, codexCompactedRemotely];

/** Those that go through the gateway to every provider. */
export const passingDrivers: readonly AgentDriver[] = [...agentDrivers, codexInCode];
