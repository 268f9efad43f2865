/** The user's login at one server: the token for its requests, the sign-in when it is required, and the secrets to hide. */
import type { ToolReport } from '../../tool/tool.ts';
import { withoutTokens } from '../conceal.ts';
import { whileWanted } from '../deadline.ts';
import type { Sdk } from '../load-sdk.ts';
import { isHttpServer, type McpOptions, type McpServerConfig } from '../mcp-config.ts';
import { Bearer } from './bearer.ts';
import { type SignInNeed, SignInNeeded } from './sign-in-need.ts';

export class ServerLogin {
  /** Tokens that were sent. */
  readonly secrets: Set<string> = new Set();
  readonly #server: string;
  readonly #options: McpOptions;
  readonly #signal: AbortSignal;

  /** `signal`: the session has closed the server. */
  constructor(server: string, options: McpOptions, signal: AbortSignal) {
    this.#server = server;
    this.#options = options;
    this.#signal = signal;
  }

  /** Asks the user to sign in, and returns whether that worked. Does not wait when the session closes. */
  async askToSignIn(need: SignInNeed): Promise<boolean> {
    const ask = this.#options.oauth?.ask;
    if (ask === undefined || this.#signal.aborted) return false;
    return whileWanted(this.#signal, () => ask(this.#server, need)).catch(() => false);
  }

  /** What the server requires, and how to sign in. */
  describeNeed(need: SignInNeed): string {
    const { oauth } = this.#options;
    const what = new SignInNeeded(need).message;
    return oauth === undefined ? what : `${what}: ${oauth.hint(this.#server)}`;
  }

  /** Undefined if the configuration has a key of its own. */
  bearer(config: McpServerConfig, sdk: Sdk): Bearer | undefined {
    const { oauth, environment, clock } = this.#options;
    if (oauth === undefined || !isHttpServer(config)) return undefined;
    if (Object.keys(config.headers ?? {}).some((name) => name.toLowerCase() === 'authorization')) return undefined;
    const { tokens } = oauth;
    const onSecret = (secret: string): void => void this.secrets.add(secret);
    return new Bearer(config, { sdk, tokens, environment, clock, signal: this.#signal, onSecret });
  }

  /** Removes tokens that the server has echoed. */
  withoutSecrets(report: ToolReport): ToolReport {
    return this.secrets.size === 0 ? report : withoutTokens(report, this.secrets);
  }
}
