/** All agents that are run. */
import type { AgentDriver } from '../agent-driver.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex, codexCompactedRemotely, codexInCode } from './codex.ts';
import { continueCli } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { droid } from './droid.ts';
import { geminiCli } from './gemini-cli.ts';
import { kilo } from './kilo.ts';
import { kimiCode } from './kimi-code.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

/** Agents whose sessions are fixtures, too (`fixtures/sessions`). */
const recordedAgents: readonly AgentDriver[] = [claudeCode, codex, geminiCli, opencode, pi, qwenCode, copilotCli];

export const agentDrivers: readonly AgentDriver[] = [...recordedAgents, kimiCode, kilo, continueCli, cline, droid];

export const recordedDrivers: readonly AgentDriver[] = [...recordedAgents, codexCompactedRemotely];

/** Agents whose own sessions are imported. */
export const writingDrivers: readonly AgentDriver[] = [...agentDrivers, codexCompactedRemotely];

/** Agents that are run through the gateway to every provider. */
export const passingDrivers: readonly AgentDriver[] = [...agentDrivers, codexInCode];
