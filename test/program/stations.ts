/** The provider families of the walk, each with its simulator, and the environment variables that point the program to them. */
import { type ApiName, clientSettings, type LoggedRequest, type Model, startAll } from '@interlock/simulators';

export interface Stop {
  readonly simulator: ApiName;
  /** As a user names it. */
  readonly target: string;
  readonly urlVariable: string;
  readonly keyVariable?: string;
}

export const stops: readonly Stop[] = [
  stop('anthropic', 'anthropic/claude-opus-4-8', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY'),
  stop('openai-responses', 'openai/gpt-5.6-terra', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'),
  stop('gemini', 'google/gemini-3.1-pro', 'GOOGLE_GEMINI_BASE_URL', 'GEMINI_API_KEY'),
  stop('mistral', 'mistral/mistral-large-latest', 'MISTRAL_BASE_URL', 'MISTRAL_API_KEY'),
  stop('moonshot', 'moonshot/kimi-k3', 'MOONSHOT_BASE_URL', 'MOONSHOT_API_KEY'),
  stop('deepseek', 'deepseek/deepseek-v4-pro', 'DEEPSEEK_BASE_URL', 'DEEPSEEK_API_KEY'),
  stop('ollama', 'ollama/qwen3', 'OLLAMA_HOST'),
];

function stop(simulator: ApiName, target: string, urlVariable: string, keyVariable?: string): Stop {
  return { simulator, target, urlVariable, ...(keyVariable === undefined ? {} : { keyVariable }) };
}

export interface Stations {
  readonly env: Readonly<Record<string, string>>;
  /** All requests to any of them, in order. */
  readonly log: readonly (LoggedRequest & { readonly at: ApiName })[];
  close(): Promise<void>;
}

export async function openStations(model: Model): Promise<Stations> {
  const log: (LoggedRequest & { readonly at: ApiName })[] = [];
  const started = await startAll({
    names: stops.map(({ simulator }) => simulator),
    model,
    onRequest: (request, at) => void log.push({ ...request, at }),
  });
  const entries = stops.flatMap(({ simulator, urlVariable, keyVariable }) => {
    const one = started.of(simulator);
    const url = [urlVariable, clientSettings(one).baseUrl];
    return keyVariable === undefined ? [url] : [url, [keyVariable, one.key]];
  });
  return { env: Object.fromEntries(entries), log, close: () => started.close() };
}
