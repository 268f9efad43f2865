/** Which protocol revision a server uses. Since 2026-07-28 it is requested before the handshake (`initialize`). */
import type { ConnectOptions, VersionNegotiationOptions } from '@modelcontextprotocol/client';
import type { Connection } from './connection.ts';
import { OutOfTime } from './deadline.ts';
import { isUnsupportedVersion, systemCode } from './describe-error.ts';
import { isHttpServer, type McpServerConfig } from './mcp-config.ts';

export class Revision {
  /** Kept between starts. */
  #known: 'older' | 'newer' | undefined;

  /** How the library negotiates. Only a process that may use an older revision has the short limit `probeMs`. */
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

  /** Whether a failed start shows which revision is needed: then the server is started again. */
  async learnFrom(error: unknown, { client, link }: Connection, config: McpServerConfig): Promise<boolean> {
    const isKnown = this.#known !== undefined || config.protocol !== undefined;
    this.#known = undefined;
    if (isKnown || isHttpServer(config) || client.getProtocolEra() !== undefined) return false;
    if (error instanceof OutOfTime || systemCode(error) !== undefined) return false;
    const hasEnded = (await Promise.race([link.ended, Promise.resolve(undefined)])) !== undefined;
    // Some older servers exit if the first message is not `initialize`. A newer server that was too
    // slow to answer reports it at that point.
    if (hasEnded) this.#known = 'older';
    else if (isUnsupportedVersion(error)) this.#known = 'newer';
    return this.#known !== undefined;
  }
}
