/** Makes a turn wait for MCP servers that are still starting: without their tools the model would work around them. */
import type { McpServers } from '@interlock/runtime/mcp';

export class ServerWait {
  #skip: (() => void) | undefined;
  /** Servers that the user chose not to wait for. */
  readonly #skipped = new Set<string>();

  /** Resolves when no server is starting, or when the user skips the wait. Never rejects. */
  async untilStarted(servers: McpServers, say: (text: string) => void): Promise<void> {
    const starting = servers.status().flatMap(({ server, state }) => (state === 'starting' ? [server] : []));
    if (starting.every((server) => this.#skipped.has(server))) return;
    const names = starting.map((server) => JSON.stringify(server)).join(', ');
    say(
      `Waiting for ${starting.length === 1 ? 'the MCP server' : 'the MCP servers'} ${names}; Esc continues without waiting.`,
    );
    const skipped = new Promise<void>((resolve) => {
      this.#skip = () => {
        for (const server of starting) this.#skipped.add(server);
        resolve();
      };
    });
    await Promise.race([servers.start(), skipped]);
    this.#skip = undefined;
  }

  /** Returns whether there was a wait to skip. */
  skip(): boolean {
    const isWaiting = this.#skip !== undefined;
    this.#skip?.();
    this.#skip = undefined;
    return isWaiting;
  }
}
