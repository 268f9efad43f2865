/**
 * Knows the keys of a session and removes them from texts. Tool results go to every model that the conversation is switched to,
 * and results and user messages are stored: neither may contain a key.
 */
import type { JsonObject } from '@interlock/transcript';
import { redactSecrets } from '@interlock/wire';
import type { Credentials } from '../route/credentials.ts';
import type { CredentialSource } from '../route/route.ts';
import type { AgentTool, ToolContext, ToolOutput } from '../tool/tool.ts';

export class KnownKeys {
  readonly #keys = new Set<string>();

  add(key: string | undefined): void {
    if (key !== undefined && key.trim() !== '') this.#keys.add(key.trim());
  }

  /** Adds the keys that a source contains; others are added when they are used. */
  addSource(source: CredentialSource, environment: Readonly<Record<string, string | undefined>>): void {
    if ('env' in source) this.add(environment[source.env]);
    if ('key' in source) this.add(source.key);
    if ('token' in source) this.add(source.token);
  }

  /** The same credentials; each key is added when it is handed out. */
  noting(credentials: Credentials): Credentials {
    const noted = async (work: ReturnType<Credentials['get']>): ReturnType<Credentials['get']> => {
      const credential = await work;
      if ('key' in credential) this.add(credential.key);
      return credential;
    };
    return {
      get: (source) => noted(credentials.get(source)),
      renew: (source, refused) => noted(credentials.renew(source, refused)),
      refuse: (source, key) => credentials.refuse(source, key),
    };
  }

  textWithout(text: string): string {
    return redactSecrets(text, [...this.#keys]);
  }

  areIn(text: string): boolean {
    return this.textWithout(text) !== text;
  }

  /** For JSON data. Returns the same object if it contains no key, which is nearly always. */
  dataWithout<Data>(data: Data): Data {
    if (this.#keys.size === 0) return data;
    const text = JSON.stringify(data);
    if (text === undefined || this.textWithout(text) === text) return data;
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? this.textWithout(value) : value));
  }

  /** Runs a tool and removes keys from its result, progress and error. */
  async runWithout(tool: AgentTool, args: JsonObject, context: ToolContext): Promise<ToolOutput> {
    try {
      const progress = (text: string): void => context.progress(this.textWithout(text));
      return this.#outputWithout(await tool.run(args, { ...context, progress }));
    } catch (error) {
      throw this.#errorWithout(error);
    }
  }

  #outputWithout(output: ToolOutput): ToolOutput {
    if (typeof output === 'string') return this.textWithout(output);
    try {
      return this.dataWithout(output);
    } catch {
      // The output is not JSON. It is converted later, and the history removes keys again.
      return output;
    }
  }

  #errorWithout(error: unknown): unknown {
    if (typeof error === 'string') return this.textWithout(error);
    if (!(error instanceof Error)) return error;
    const message = this.textWithout(error.message);
    return message === error.message ? error : Object.assign(new Error(message), { name: error.name });
  }
}
