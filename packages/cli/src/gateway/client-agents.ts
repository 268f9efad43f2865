/** Other agents, and how each is configured to use a gateway: by variables, arguments, or a file. */

export interface AgentModel {
  readonly name: string;
  readonly contextWindow: number;
  readonly maxOutput: number;
}

/** The connection that an agent is configured with. */
export interface AgentConnection {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** For agents that only know the models they are given. */
  readonly models: readonly AgentModel[];
  /** The model for agents that need one. */
  readonly model: string;
}

export interface ClientAgent {
  readonly name: string;
  readonly program: string;
  /** The command that installs it. */
  readonly install: string;
  /** Variables to set. */
  environment(to: AgentConnection): Readonly<Record<string, string>>;
  /** Arguments that go before the user's own, if the program takes its settings from there. */
  arguments?(to: AgentConnection): readonly string[];
  /** The content of a configuration file of the agent, if variables are not enough. */
  file?(to: AgentConnection): { readonly path: string; readonly text: string };
  /** The same for `run`, which changes no file of the user: a temporary file, and the arguments that name it. */
  readonly ownFile?: {
    readonly name: string;
    text(to: AgentConnection): string;
    arguments(path: string): readonly string[];
  };
  /** For `run`: the variable that moves the agent's home folder, for agents that only read settings there. */
  readonly homeVariable?: 'GEMINI_CLI_HOME';
  /** Variables of the user that would override ours. */
  readonly unset?: readonly string[];
}

export const clientAgents: readonly ClientAgent[] = [
  {
    name: 'claude-code',
    program: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
    environment: ({ url, key }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1',
    }),
    unset: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'],
  },
  {
    name: 'codex',
    program: 'codex',
    install: 'npm install -g @openai/codex',
    environment: ({ key }) => ({ INTERLOCK_KEY: key }),
    arguments: ({ url }) => [
      ...Object.entries(codexProvider(url)).flatMap(([name, value]) => [
        '-c',
        `model_providers.interlock.${name}=${JSON.stringify(value)}`,
      ]),
      ...['-c', 'model_provider="interlock"', '-c', 'analytics.enabled=false'],
    ],
    file: ({ url }) => ({
      path: '~/.codex/config.toml',
      text: [
        'model_provider = "interlock"',
        '',
        '[model_providers.interlock]',
        ...Object.entries(codexProvider(url)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
        '',
        '[analytics]',
        'enabled = false',
      ].join('\n'),
    }),
  },
  {
    name: 'gemini',
    program: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    environment: ({ url, key }) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key }),
    file: () => ({
      path: '~/.gemini/settings.json',
      text: pretty({ security: { auth: { selectedType: 'gemini-api-key' } } }),
    }),
    homeVariable: 'GEMINI_CLI_HOME',
    unset: ['GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
  },
  {
    name: 'opencode',
    program: 'opencode',
    install: 'npm install -g opencode-ai',
    environment: (to) => ({ INTERLOCK_KEY: to.key, OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(to)) }),
  },
  {
    name: 'pi',
    program: 'pi',
    install: 'npm install -g @earendil-works/pi-coding-agent',
    environment: () => ({}),
    arguments: ({ model }) => ['--provider', 'interlock', '--model', model],
    file: (to) => ({
      path: '~/.pi/agent/models.json',
      text: pretty({ providers: { interlock: piProvider(to) } }),
    }),
    ownFile: {
      name: 'interlock.js',
      text: (to) => `export default (pi) => pi.registerProvider('interlock', ${pretty(piProvider(to))});\n`,
      arguments: (path) => ['--extension', path],
    },
  },
  {
    name: 'copilot',
    program: 'copilot',
    install: 'npm install -g @github/copilot',
    environment: ({ url, key, model }) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: model,
    }),
  },
  {
    name: 'qwen',
    program: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    environment: ({ url, key, model }) => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: key,
      OPENAI_MODEL: model,
    }),
    arguments: () => ['--auth-type', 'openai'],
  },
];

function codexProvider(url: string): Readonly<Record<string, string>> {
  return { name: 'Interlock', base_url: `${url}/v1`, env_key: 'INTERLOCK_KEY', wire_api: 'responses' };
}

function opencodeConfig({ url, models }: AgentConnection): object {
  const options = { baseURL: `${url}/v1`, apiKey: '{env:INTERLOCK_KEY}' };
  const known = models.map(({ name, contextWindow, maxOutput }) => [
    name,
    { name, limit: { context: contextWindow, output: maxOutput } },
  ]);
  const provider = { npm: '@ai-sdk/anthropic', name: 'Interlock', options, models: Object.fromEntries(known) };
  return { provider: { interlock: provider } };
}

/** Older versions require every field of a model. Prices are unknown here: a route has several. */
function piProvider({ url, key, models }: AgentConnection): object {
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

export const clientAgentNames: readonly string[] = clientAgents.map(({ name }) => name);

/** Throws for an unknown name, which the command line does not accept. */
export function findClientAgent(name: string): ClientAgent {
  const found = clientAgents.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`There is no agent ${name}.`);
  return found;
}

/** Variables and comments for a shell, then the block for a file. */
export function settingsText(agent: ClientAgent, to: AgentConnection): string {
  const variables = Object.entries(agent.environment(to)).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const file = agent.file?.(to);
  // After pasting the block, arguments that say the same are not needed.
  const first = file === undefined || agent.ownFile !== undefined ? (agent.arguments?.(to) ?? []) : [];
  const start = [agent.program, ...first.map(quoted)].join(' ');
  return [
    ...variables,
    ...(first.length === 0 ? [] : [`# Start it with: ${start}`]),
    ...(file === undefined ? [] : ['', `# ${file.path}`, file.text]),
  ].join('\n');
}

function pretty(value: object): string {
  return JSON.stringify(value, null, 2);
}

function quoted(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
