/**
 * How each target is offered tools, where more is known than its traits say (05 §2.4). A target that has refused tools gets them in the
 * prompt for the rest of the session. For a model of a local Ollama that has no tools according to our tables, Ollama is asked: it
 * knows what its models can do.
 */
import { type Destination, type Failure, ProviderError, type Transport } from '@interlock/wire';
import { isLoopback } from '../network/is-loopback.ts';
import { readAtMost } from '../network/read-at-most.ts';
import type { Selection } from '../route/route.ts';

type ToolForm = 'native' | 'prompt';

const patienceMs = 2_000;
const longestAnswer = 8 * 1024 * 1024;

export class ToolForms {
  readonly #transport: Transport;
  readonly #known = new Map<string, ToolForm>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The selection with the known form of its target. Rejects only by a mistake of ours. */
  async applied(selection: Selection, signal: AbortSignal): Promise<Selection> {
    const { target, destination } = selection;
    const key = keyOf(destination);
    if (!this.#known.has(key) && target.traits?.tools === undefined && isUncertain(destination)) {
      const reported = await askOllama(this.#transport, destination, signal);
      // If Ollama is not running yet, it is asked again with the next request.
      if (reported !== undefined) this.#known.set(key, reported);
    }
    const form = this.#known.get(key);
    if (form === undefined || form === destination.traits.tools) return selection;
    const traits = { ...destination.traits, tools: form };
    return {
      ...selection,
      target: { ...target, traits: { ...target.traits, tools: form } },
      destination: { ...destination, traits },
    };
  }

  /** Returns whether the failure showed something new. Then the next request to the target is different. */
  learn({ destination }: Selection, failure: Failure): boolean {
    if (failure.lacks !== 'tools') return false;
    const key = keyOf(destination);
    if (this.#known.get(key) === 'prompt') return false;
    this.#known.set(key, 'prompt');
    return true;
  }
}

function keyOf({ provider, model, protocol, endpoint }: Destination): string {
  return JSON.stringify([provider, model, protocol, endpoint]);
}

function isUncertain({ provider, endpoint, traits }: Destination): boolean {
  return provider === 'ollama' && traits.tools === 'prompt' && isLoopback(URL.parse(endpoint)?.hostname ?? '');
}

/** The response of `/api/show`; undefined if it is not useful. */
async function askOllama(
  transport: Transport,
  { model, endpoint }: Destination,
  signal: AbortSignal,
): Promise<ToolForm | undefined> {
  try {
    const reply = await transport.send(
      {
        url: `${endpoint.replace(/\/v1$/, '')}/api/show`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model }),
      },
      {
        provider: 'ollama',
        classify: ({ status }) => ({ reason: 'unknown', message: `status ${status}`, status }),
        signal,
        timeouts: { firstByteMs: patienceMs, idleMs: patienceMs },
      },
    );
    const shown: unknown = JSON.parse((await readAtMost(reply.chunks, longestAnswer)) ?? '{}');
    const capabilities: unknown =
      typeof shown === 'object' && shown !== null ? Reflect.get(shown, 'capabilities') : undefined;
    // Old versions do not list capabilities.
    if (!Array.isArray(capabilities)) return undefined;
    return capabilities.includes('tools') ? 'native' : 'prompt';
  } catch (error) {
    // It does not run, or answers in another form. Everything else is a mistake of ours, and ends the turn as one.
    if (signal.aborted || error instanceof ProviderError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
