/** The gateway as a provider, in the format of each agent's configuration. */
import type { AgentConnection, AgentModel } from './client-agent.ts';

export function codexProvider(url: string): Readonly<Record<string, string>> {
  return { name: 'Interlock', base_url: `${url}/v1`, env_key: 'INTERLOCK_KEY', wire_api: 'responses' };
}

export function preferredModel({ models, model }: AgentConnection): AgentModel | undefined {
  return models.find(({ name }) => name === model);
}

/** For opencode, and for Kilo, which is built on it. They refuse attachments unless the model is said to take them. */
export function opencodeConfig({ url, models }: AgentConnection): object {
  const options = { baseURL: `${url}/v1`, apiKey: '{env:INTERLOCK_KEY}' };
  const known = models.map(({ name, contextWindow, maxOutput, media }) => {
    const input = ['text', ...media.filter((kind) => kind !== 'text')];
    const attached = { attachment: input.length > 1, modalities: { input, output: ['text'] } };
    return [name, { name, ...attached, limit: { context: contextWindow, output: maxOutput } }];
  });
  const provider = { npm: '@ai-sdk/anthropic', name: 'Interlock', options, models: Object.fromEntries(known) };
  return { provider: { interlock: provider } };
}

/** Older versions require every field of a model. Prices are unknown here: a route has several. */
export function piProvider({ url, key, models }: AgentConnection): object {
  const about = {
    reasoning: true,
    input: ['text', 'image'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  };
  return {
    baseUrl: url,
    api: 'anthropic-messages',
    apiKey: key,
    models: models.map(({ name, contextWindow, maxOutput }) => ({
      id: name,
      name,
      ...about,
      contextWindow,
      maxTokens: maxOutput,
    })),
  };
}

/** It guesses from the names of models what they take and how much, which those of routes do not tell. */
export function qwenSettings(to: AgentConnection): object {
  const known = preferredModel(to);
  if (known === undefined) return {};
  const modalities = Object.fromEntries(
    (['image', 'pdf', 'audio', 'video'] as const).map((kind) => [kind, known.media.includes(kind)]),
  );
  return { model: { generationConfig: { contextWindowSize: known.contextWindow, modalities } } };
}

/** It defines one model by variables. */
export function kimiModel(to: AgentConnection): Readonly<Record<string, string>> {
  const { url, key, model } = to;
  const known = preferredModel(to);
  return {
    KIMI_MODEL_NAME: model,
    KIMI_MODEL_PROVIDER_TYPE: 'anthropic',
    KIMI_MODEL_BASE_URL: url,
    KIMI_MODEL_API_KEY: key,
    ...(known === undefined
      ? {}
      : {
          KIMI_MODEL_MAX_CONTEXT_SIZE: String(known.contextWindow),
          KIMI_MODEL_MAX_OUTPUT_SIZE: String(known.maxOutput),
        }),
  };
}

/** Airgap mode blocks Droid's own service, so no account is needed; `custom:` refers to a model of the list. */
export function droidSettings({ url, key, models, model }: AgentConnection): object {
  return {
    customModels: models.map(({ name, contextWindow, maxOutput }) => ({
      model: name,
      displayName: name,
      provider: 'anthropic',
      baseUrl: url,
      apiKey: key,
      maxContextLimit: contextWindow,
      maxOutputTokens: maxOutput,
    })),
    sessionDefaultSettings: { model: `custom:${model}` },
  };
}

/** YAML, of which every value in JSON is one. The first model is the default. */
export function continueConfig(to: AgentConnection): string {
  return [
    'name: Interlock',
    'version: 1.0.0',
    'schema: v1',
    'models:',
    ...preferredFirst(to).flatMap(({ name, contextWindow, maxOutput }) => [
      `  - name: ${JSON.stringify(name)}`,
      '    provider: anthropic',
      `    model: ${JSON.stringify(name)}`,
      `    apiBase: ${JSON.stringify(`${to.url}/v1`)}`,
      `    apiKey: ${JSON.stringify(to.key)}`,
      '    roles: [chat]',
      '    capabilities: [tool_use, image_input]',
      '    defaultCompletionOptions:',
      `      contextLength: ${contextWindow}`,
      `      maxTokens: ${maxOutput}`,
    ]),
  ].join('\n');
}

function preferredFirst({ models, model }: AgentConnection): readonly AgentModel[] {
  const isPreferred = ({ name }: AgentModel): boolean => name === model;
  return [...models.filter(isPreferred), ...models.filter((each) => !isPreferred(each))];
}

/** The only kinds of providers that take a URL are those of OpenAI's APIs. */
export function clineProviders({ url, key, model }: AgentConnection): object {
  const provider = 'openai-compatible';
  const settings = { provider, apiKey: key, model, baseUrl: `${url}/v1` };
  const entry = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' };
  return { version: 1, lastUsedProvider: provider, modes: {}, providers: { [provider]: entry } };
}
