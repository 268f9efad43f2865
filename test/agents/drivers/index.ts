/** All agents that are run. */
import type { AgentDriver } from '../agent-driver.ts';
import { claudeCode } from './claude-code.ts';
import { codex, codexCompactedRemotely, codexInCode } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

export const agentDrivers: readonly AgentDriver[] = [claudeCode, codex, geminiCli, opencode, pi, qwenCode, copilotCli];

/** Agents whose own sessions are imported. */
export const writingDrivers: readonly AgentDriver[] = [...agentDrivers, codexCompactedRemotely];

/** Agents that are run through the gateway to every provider. */
export const passingDrivers: readonly AgentDriver[] = [...agentDrivers, codexInCode];
