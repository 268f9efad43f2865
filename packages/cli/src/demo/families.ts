/** One model of every provider family, served by its simulator on this machine. */
import type { RouteTarget } from '@interlock/runtime';
import type { ApiName, LoggedRequest, Model, Simulator } from '@interlock/simulators';

export interface Family {
  readonly simulator: ApiName;
  /** The name of the model: `provider/model`. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  /** The name of its API, for messages. */
  readonly speaks: string;
  /** The path between the simulator's URL and the paths of the protocol. */
  readonly path: string;
}

function family(simulator: ApiName, provider: string, model: string, speaks: string, path: string): Family {
  return { simulator, name: `${provider}/${model}`, provider, model, speaks, path };
}

/** The demonstration uses the first seven, in this order. */
export const families: readonly Family[] = [
  family('anthropic', 'anthropic', 'claude-opus-4-8', 'Anthropic Messages', '/v1'),
  family('openai-responses', 'openai', 'gpt-5.6-terra', 'OpenAI Responses', '/v1'),
  family('gemini', 'google', 'gemini-3.1-pro', 'Gemini generateContent', '/v1beta'),
  family('mistral', 'mistral', 'mistral-large-latest', "Mistral's Chat Completions", '/v1'),
  family('moonshot', 'moonshot', 'kimi-k3', "Moonshot's Chat Completions", '/v1'),
  family('deepseek', 'deepseek', 'deepseek-v4-pro', "DeepSeek's Chat Completions", ''),
  family('ollama', 'ollama', 'qwen3', "Ollama's own API", ''),
  family('xai', 'xai', 'grok-4.3', "xAI's Chat Completions", '/v1'),
  family('groq', 'groq', 'openai/gpt-oss-120b', "Groq's Chat Completions", '/openai/v1'),
  family('qwen', 'qwen', 'qwen3-max', "Qwen's Chat Completions", '/compatible-mode/v1'),
  family('glm', 'zai', 'glm-5.3', "Z.ai's Chat Completions", '/api/paas/v4'),
  family('openrouter', 'openrouter', 'anthropic/claude-opus-4.6', "OpenRouter's Chat Completions", '/api/v1'),
];

export interface StartedFamily extends Family {
  readonly target: RouteTarget;
}

export interface StartedFamilies {
  readonly all: readonly StartedFamily[];
  close(): Promise<void>;
}

export interface StartOptions {
  /** The model that answers for a family. */
  readonly modelOf: (family: Family) => Model;
  readonly onRequest?: (request: LoggedRequest, family: Family) => void;
}

/** Starts all of them, or throws and leaves none running. */
export async function startFamilies(wanted: readonly Family[], options: StartOptions): Promise<StartedFamilies> {
  const { createApi, startSimulator } = await import('@interlock/simulators');
  const { modelOf, onRequest } = options;
  const settled = await Promise.allSettled(
    wanted.map(async (each) => {
      const simulator = await startSimulator(createApi(each.simulator), {
        model: modelOf(each),
        logLimit: 0, // Sessions may be long, and nobody reads the log.
        ...(onRequest === undefined ? {} : { onRequest: (request) => onRequest(request, each) }),
      });
      return { simulator, family: { ...each, target: targetOf(each, simulator) } };
    }),
  );
  const started = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(started.map(({ simulator }) => simulator.close()));
  };
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  return { all: started.map(({ family: each }) => each), close };
}

function targetOf({ name, provider, model, path }: Family, { url, key }: Simulator): RouteTarget {
  return {
    name,
    provider,
    model,
    endpoint: url + path,
    credentials: [{ key, account: 'simulated' }],
    // Nothing is billed.
    traits: { price: { asOf: '2000-01-01', input: 0, output: 0 } },
  };
}
