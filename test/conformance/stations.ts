/** Every provider, reached at its simulator on this machine. */
import {
  type ApiName,
  amazonCredentials,
  type Model,
  type SetOptions,
  type Simulator,
  startAll,
  workingModel,
} from '@interlock/simulators';
import { providers, resolveTarget, type Target } from '@interlock/wire';
import { listModels } from './listed-models.ts';

export interface Station {
  readonly name: string;
  readonly simulator: Simulator;
  readonly target: Target;
}

interface Row {
  readonly provider: string;
  readonly simulator: ApiName;
  readonly model: string;
  readonly protocol?: string;
  /** The parts of a cloud's address. */
  readonly places?: NonNullable<Target['places']>;
}

const region = { region: 'eu-central-1' } as const;

/** One for each provider; if its models have different rules, one for each kind. */
const rows: readonly Row[] = [
  { provider: 'anthropic', simulator: 'anthropic', model: 'claude-opus-4-8' },
  { provider: 'anthropic', simulator: 'anthropic', model: 'claude-haiku-4-5' },
  { provider: 'anthropic', simulator: 'anthropic', model: 'claude-fable-5-1' },
  { provider: 'openai', simulator: 'openai-responses', model: 'gpt-5.6-terra', protocol: 'openai-responses' },
  { provider: 'openai', simulator: 'openai-chat', model: 'gpt-4.1', protocol: 'openai-chat' },
  { provider: 'google', simulator: 'gemini', model: 'gemini-3.1-pro' },
  { provider: 'google', simulator: 'gemini', model: 'gemini-2.5-pro' },
  { provider: 'mistral', simulator: 'mistral', model: 'mistral-large-latest' },
  { provider: 'moonshot', simulator: 'moonshot', model: 'kimi-k2-thinking' },
  { provider: 'moonshot', simulator: 'moonshot', model: 'kimi-k3' },
  { provider: 'deepseek', simulator: 'deepseek', model: 'deepseek-v4-pro' },
  { provider: 'xai', simulator: 'xai', model: 'grok-4.3' },
  { provider: 'groq', simulator: 'groq', model: 'openai/gpt-oss-120b' },
  { provider: 'qwen', simulator: 'qwen', model: 'qwen3-max' },
  { provider: 'zai', simulator: 'glm', model: 'glm-5.3' },
  { provider: 'zai', simulator: 'glm-messages', model: 'glm-5', protocol: 'anthropic-messages' },
  { provider: 'openrouter', simulator: 'openrouter', model: 'anthropic/claude-opus-4.6' },
  {
    provider: 'azure',
    simulator: 'azure-chat',
    model: 'gpt-4.1',
    protocol: 'openai-chat',
    places: { resource: 'acme', apiVersion: '2024-10-21' },
  },
  {
    provider: 'azure',
    simulator: 'azure-responses',
    model: 'gpt-5.6-terra',
    protocol: 'openai-responses',
    places: { resource: 'acme' },
  },
  { provider: 'vertex', simulator: 'vertex-gemini', model: 'gemini-3.1-pro', places: { project: 'acme' } },
  { provider: 'vertex', simulator: 'vertex-claude', model: 'claude-opus-4-8', places: { project: 'acme' } },
  { provider: 'bedrock', simulator: 'bedrock-claude', model: 'us.anthropic.claude-haiku-4-5-v1:0', places: region },
  { provider: 'bedrock', simulator: 'bedrock-converse', model: 'amazon.nova-pro-v1:0', places: region },
  { provider: 'bedrock', simulator: 'bedrock-converse', model: 'us.meta.llama3-3-70b-instruct-v1:0', places: region },
  { provider: 'ollama', simulator: 'ollama', model: 'qwen3' },
  { provider: 'ollama', simulator: 'ollama', model: 'llama3' },
  { provider: 'openai-compatible', simulator: 'vllm', model: 'meta-llama/Llama-3.3-70B-Instruct' },
  { provider: 'openai-compatible', simulator: 'vllm', model: 'Qwen/Qwen3.5-35B-A3B' },
  { provider: 'openai-compatible', simulator: 'vllm', model: 'mistralai/Mistral-7B-Instruct-v0.3' },
];

export interface Stations {
  readonly all: readonly Station[];
  close(): Promise<void>;
}

export interface StationOptions extends Omit<SetOptions, 'names'> {
  /** Whether every thought gets its own number. Default: true. */
  readonly numbered?: boolean;
}

/** Takes the options of the simulators; by default, a model answers that works with the tools it is offered. */
export async function openStations({ numbered = true, ...options }: StationOptions = {}): Promise<Stations> {
  const { model = workingModel } = options;
  const simulators = await startAll({ ...options, model: numbered ? numberThoughts(model) : model });
  const all = rows.map((row) => stationOf(row, simulators.of(row.simulator)));
  return { all, close: () => simulators.close() };
}

/**
 * One station for each model that a simulator lists, except models with a tiny window, other people's servers, and one that does not
 * accept tools, which is known only by trying (ORT-002).
 */
export async function openEveryModel(): Promise<Stations> {
  const simulators = await startAll({ model: workingModel });
  const kinds = new Map(rows.map((row) => [`${row.provider} ${row.simulator}`, forAnyModel(row)]));
  const all = await Promise.all(
    [...kinds.values()].map(async (row) => {
      const simulator = simulators.of(row.simulator);
      const models = (await listModels({ ...row, root: pathOf(row) }, simulator)).filter(
        (model) => !flavours.test(model) && !isElsewhere(row, model),
      );
      return models.map((model) => stationOf({ ...row, model }, simulator));
    }),
  );
  return { all: all.flat(), close: () => simulators.close() };
}

/** AZR-010: an old version of Azure's API does not have all models. Without this row's protocol, Claude would use its own API instead of Converse. */
function forAnyModel(row: Row): Row {
  if (row.simulator === 'azure-chat') return { ...row, places: { resource: 'acme' } };
  return row.simulator === 'bedrock-converse' ? { ...row, protocol: 'bedrock-converse' } : row;
}

const flavours = /tiny|via-google|vertex|mantle|zen-|copilot|^vllm-|-nim|-gguf|^anthropic\.|mythomax/;

/** DSK-008: DeepSeek's own Responses endpoint is not one of ours. */
function isElsewhere({ provider }: Row, model: string): boolean {
  return provider === 'openai' && model.startsWith('deepseek');
}

function stationOf({ simulator: _, ...row }: Row, simulator: Simulator): Station {
  const { url, key } = simulator;
  // The provider chooses the protocol by model, unless the row sets it.
  const target = { ...row, endpoint: url + pathOf(row), key: credentialOf(row, key) };
  return { name: `${row.provider} ${row.model}`, simulator, target };
}

/** Converse uses a Bedrock API key, Claude on Bedrock a signature. */
function credentialOf({ provider, model }: Omit<Row, 'simulator'>, key: string): string {
  if (provider !== 'bedrock' || !model.includes('anthropic')) return key;
  const { accessKeyId, secretAccessKey } = amazonCredentials(key);
  return JSON.stringify({ AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey });
}

/** Makes every thought different, so that its words show which model wrote it. */
function numberThoughts(model: Model): Model {
  let thoughts = 0;
  return (seen) => {
    const answer = model(seen);
    const parts = answer.parts.map((part) => {
      if (!('think' in part)) return part;
      thoughts += 1;
      return { think: `${part.think} [thought ${thoughts}]` };
    });
    return { ...answer, parts };
  };
}

/** The path between a provider's address and those of its protocol. */
function pathOf({ provider, model, protocol, places }: Omit<Row, 'simulator'>): string {
  const known = providers.find(({ name }) => name === provider)?.endpoints;
  if (known === undefined || Object.keys(known).length === 0) return '/v1';
  const { endpoint } = resolveTarget({
    provider,
    model,
    ...(protocol === undefined ? {} : { protocol }),
    ...(places === undefined ? {} : { places }),
  });
  return new URL(endpoint).pathname.replace(/\/$/, '');
}
