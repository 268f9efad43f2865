/** Recognises the tools that Anthropic runs itself: a special type of call, and a result block for each tool. */

import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObject, asText } from '../../json/json.ts';

/** ANT-007: the required format of the ids of server tools. */
export const serverToolId: RegExp = /^srvtoolu_[a-zA-Z0-9_]+$/;

const result: RegExp = /^[a-z_]+_tool_result$/;

/** The readable part of a result: pages that only Anthropic can open stay in the seal, which holds everything. */
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

/** `web_search_tool_result` and the like; a plain `tool_result` belongs to the client. */
export function isServerResult(type: string): boolean {
  return result.test(type);
}

export function isProviderPart(part: JsonObject): boolean {
  const type = asText(part['type']);
  return isServerCall(type) || isServerResult(type);
}
