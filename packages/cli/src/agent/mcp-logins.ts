/** Signing in to MCP servers: where tokens are stored, and what to run if nobody can be asked. */
import { join } from 'node:path';
import { systemClock } from '@interlock/runtime';
import { createMcpTokens, type McpTokens } from '@interlock/runtime/mcp';
import type { Folders } from '../config/folders.ts';
import { commandName } from '../io/command-name.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';

/** A file for each server that only the user can read. */
export function mcpLogins({ state }: Pick<Folders, 'state'>): McpTokens {
  return createMcpTokens(join(state, 'mcp-logins'), systemClock);
}

export function loginHint(env: Io['env'], server: string): string {
  return plainText(`run ${commandName(env)} mcp login ${server}`);
}
