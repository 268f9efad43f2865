/** What Ollama has, asked at most once, and never waited for by who only wants to know what is known. */
import type { LoadedConfig } from '../config/load-config.ts';
import { targetOf } from '../config/name-target.ts';
import { findEntry } from '../config/provider-entry.ts';
import type { Io } from '../io/io.ts';
import { askAddress } from './ask-address.ts';
import { ollamaModels } from './ollama-models.ts';

export class LocalModels {
  readonly #loaded: LoadedConfig;
  readonly #env: Io['env'];
  readonly #stop = new AbortController();
  #asked: Promise<readonly string[]> | undefined;
  #known: readonly string[] | undefined;

  constructor(loaded: LoadedConfig, env: Io['env']) {
    this.#loaded = loaded;
    this.#env = env;
  }

  /** Undefined: not asked yet, or no answer yet. Empty: it does not run, or has none. */
  get known(): readonly string[] | undefined {
    return this.#known;
  }

  /** Never rejects. */
  ask(): Promise<readonly string[]> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  /** Where it is asked; for messages. */
  async address(): Promise<string> {
    const { values } = this.#loaded.config;
    const entry = findEntry('ollama', values, this.#env);
    if (entry === undefined) return '';
    return askAddress(targetOf(entry, entry.provider.defaultModel ?? '', values), this.#env);
  }

  stop(): void {
    this.#stop.abort();
  }

  async #ask(): Promise<readonly string[]> {
    try {
      this.#known = (await ollamaModels(await this.address(), this.#stop.signal)) ?? [];
    } catch {
      // An invalid address is reported where it is used.
      this.#known = [];
    }
    return this.#known;
  }
}
