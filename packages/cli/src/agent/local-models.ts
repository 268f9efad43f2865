/** The models of Ollama, requested at most once; callers that only want what is known do not wait. */
import type { LoadedConfig } from '../config/load-config.ts';
import { targetOf } from '../config/name-target.ts';
import { findEntry } from '../config/provider-entry.ts';
import type { Io } from '../io/io.ts';
import { targetEndpoint } from './target-endpoint.ts';

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

  /** Undefined: not asked yet, or no answer yet. Empty: Ollama is not running, or has no models. */
  get known(): readonly string[] | undefined {
    return this.#known;
  }

  /** Never rejects. */
  ask(): Promise<readonly string[]> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  /** Its address, for messages. */
  async address(): Promise<string> {
    const { values } = this.#loaded.config;
    const entry = findEntry('ollama', values, this.#env);
    if (entry === undefined) return '';
    return targetEndpoint(targetOf(entry, entry.provider.defaultModel ?? '', values), this.#env);
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

/** For a server that accepts the connection and does not answer. If nothing listens, the connection is refused at once. */
const timeoutMs = 3_000;
const maxBytes = 1024 * 1024;
const maxModels = 200;

/** Undefined: nothing answers there, or not Ollama. Never rejects. */
export async function ollamaModels(endpoint: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
  try {
    const answer = await fetch(`${endpoint}/api/tags`, { redirect: 'error', signal: AbortSignal.any(signals) });
    if (!answer.ok || answer.body === null) return undefined;
    const { readAtMost } = await import('@interlock/runtime');
    return namesIn(JSON.parse((await readAtMost(answer.body, maxBytes)) ?? ''));
  } catch {
    return undefined;
  }
}

function namesIn(answer: unknown): readonly string[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('models' in answer) || !Array.isArray(answer.models)) {
    return undefined;
  }
  const listed: readonly unknown[] = answer.models.slice(0, maxModels);
  return listed.flatMap((each) => {
    const name: unknown = typeof each === 'object' && each !== null ? Reflect.get(each, 'name') : undefined;
    // The name is shown on a terminal.
    return typeof name === 'string' && /^[\w./:@-]{1,200}$/.test(name) ? [name.replace(/:latest$/, '')] : [];
  });
}
