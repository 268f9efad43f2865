/** Which protocol revision a server speaks: since 2026-07-28 it is asked before the handshake (`initialize`). */
import type { ConnectOptions, VersionNegotiationOptions } from '@modelcontextprotocol/client';
import type { Connection } from './connection.ts';
import { OutOfTime } from './deadline.ts';
import { isUnsupportedVersion, systemCode } from './describe-error.ts';
import { isHttpServer, type McpServerConfig } from './mcp-config.ts';

export class Revision {
  /** From one start to the next. */
  #known: 'older' | 'newer' | undefined;

  /** How the library finds out. Only a process that may speak an older revision is not waited for longer than `probeMs`. */
  negotiation(config: McpServerConfig, probeMs: number): VersionNegotiationOptions {
    const protocol = config.protocol ?? (this.#known === 'newer' ? '2026-07-28' : undefined);
    if (protocol === '2025-11-25') return { mode: 'legacy' };
    if (protocol !== undefined) return { mode: { pin: protocol } };
    return { mode: 'auto', probe: isHttpServer(config) ? {} : { timeoutMs: probeMs } };
  }

  get prior(): Pick<ConnectOptions, 'prior'> {
    return this.#known === 'older' ? { prior: { kind: 'legacy' } } : {};
  }

  learn({ client }: Connection): void {
    this.#known = client.getProtocolEra() === 'legacy' ? 'older' : 'newer';
  }

  /** Whether a start that failed tells which revision is wanted: then there is to be another one. */
  async learnFrom(error: unknown, { client, line }: Connection, config: McpServerConfig): Promise<boolean> {
    const isKnown = this.#known !== undefined || config.protocol !== undefined;
    this.#known = undefined;
    if (isKnown || isHttpServer(config) || client.getProtocolEra() !== undefined) return false;
    if (error instanceof OutOfTime || systemCode(error) !== undefined) return false;
    const hasEnded = (await Promise.race([line.ended, Promise.resolve(undefined)])) !== undefined;
    // Some servers of older revisions end when the first that they hear is not `initialize`. One of the newer kind that was too
    // slow to answer says so when it comes to that.
    if (hasEnded) this.#known = 'older';
    else if (isUnsupportedVersion(error)) this.#known = 'newer';
    return this.#known !== undefined;
  }
}
