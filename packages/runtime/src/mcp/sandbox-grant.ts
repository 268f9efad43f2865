/**
 * A server that did not start inside the sandbox: whether the sandbox may be the cause, and what the user can grant it for this
 * session.
 */
import type { Sandbox } from '../process/confinement/sandbox.ts';
import { hintsAtSandbox } from '../process/confinement/sandbox-note.ts';
import { OutOfTime } from './deadline.ts';
import { isHttpServer, type McpGrant, type McpServerConfig } from './mcp-config.ts';
import type { ServerLink } from './server-link.ts';

/** The sandbox probably stopped the server. */
export class StoppedInSandbox extends Error {
  override readonly name = 'StoppedInSandbox';
}

export function isSandboxed(config: McpServerConfig, sandbox: Sandbox | undefined): boolean {
  return !isHttpServer(config) && config.confine !== false && sandbox?.confinement.state === 'confined';
}

/** A program that waits for an unavailable network prints nothing before it times out. */
export function looksStopped(error: unknown, link: ServerLink): boolean {
  return error instanceof OutOfTime || hintsAtSandbox(link.lastOutput());
}

export function withGrant(config: McpServerConfig, grant: McpGrant): McpServerConfig {
  if (isHttpServer(config)) return config;
  return grant === 'network' ? { ...config, network: true } : { ...config, confine: false };
}

export const sandboxHint =
  '. It runs in the sandbox, without a network: if it needs more, set "network", "writable" or "confine": false in its configuration';

/** A server that can reach hosts can do anything there. */
export function isConfined(config: McpServerConfig, sandbox: Sandbox | undefined): boolean {
  if (isHttpServer(config) || !isSandboxed(config, sandbox)) return false;
  const { network = false } = config;
  return network === false || (network !== true && network.length === 0);
}
