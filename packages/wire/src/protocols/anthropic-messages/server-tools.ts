/**
 * How the tools that Anthropic runs itself are recognized: a special kind of call, and a result block for every tool.
 */

import type { JsonValue } from '@interlock/transcript';
import { asObject } from '../../json/json.ts';

/** ANT-007: an id in that place has to look like this. */
export const serverToolId: RegExp = /^srvtoolu_[a-zA-Z0-9_]+$/;

const result: RegExp = /^[a-z_]+_tool_result$/;

/** What people and other models can read of a result: pages that only Anthropic can open stay in the seal, which has all of it. */
export function readableResult(content: JsonValue): JsonValue {
  if (!Array.isArray(content)) return content;
  return content.map((entry) => {
    const { encrypted_content: _, ...readable } = asObject(entry) ?? {};
    return asObject(entry) === undefined ? entry : readable;
  });
}

/** `server_tool_use`, or the call of a remote MCP server. */
export function isServerCall(type: string): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** `web_search_tool_result` and the like; a plain `tool_result` is the client's. */
export function isServerResult(type: string): boolean {
  return result.test(type);
}
