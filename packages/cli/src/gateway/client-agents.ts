/** Other agents, and how each is configured to use a gateway: by variables, arguments, or a file. */
import {
  clineProviders,
  codexProvider,
  continueConfig,
  droidSettings,
  kimiModel,
  opencodeConfig,
  piProvider,
  preferredModel,
  qwenSettings,
} from './agent-configs.ts';
import type { ClientAgent } from './client-agent.ts';

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
    // Of a model whose name it does not know, it assumes a million.
    defaults: (to) => {
      const window = preferredModel(to)?.contextWindow;
      return window === undefined ? {} : { CLAUDE_CODE_MAX_CONTEXT_TOKENS: String(window) };
    },
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
    file: (to) => ({ path: '~/.qwen/settings.json', text: pretty(qwenSettings(to)) }),
    ownFile: {
      name: 'defaults.json',
      text: (to) => pretty(qwenSettings(to)),
      // The user's own settings take precedence.
      environment: (path) => ({ QWEN_CODE_SYSTEM_DEFAULTS_PATH: path }),
    },
  },
  {
    name: 'kimi',
    program: 'kimi',
    install: 'npm install -g @moonshot-ai/kimi-code',
    environment: kimiModel,
  },
  {
    name: 'kilo',
    program: 'kilo',
    install: 'npm install -g @kilocode/cli',
    environment: (to) => ({ INTERLOCK_KEY: to.key, KILO_CONFIG_CONTENT: JSON.stringify(opencodeConfig(to)) }),
  },
  {
    name: 'continue',
    program: 'cn',
    install: 'npm install -g @continuedev/cli',
    environment: () => ({}),
    file: (to) => ({ path: '~/.continue/config.yaml', text: continueConfig(to) }),
    ownFile: { name: 'config.yaml', text: continueConfig, arguments: (path) => ['--config', path] },
  },
  {
    name: 'cline',
    program: 'cline',
    install: 'npm install -g cline',
    environment: () => ({}),
    configure: ({ url, key, model }) => [
      ...['auth', '--provider', 'openai-compatible', '--apikey', key],
      ...['--modelid', model, '--baseurl', `${url}/v1`],
    ],
    ownFile: {
      name: 'providers.json',
      text: (to) => pretty(clineProviders(to)),
      environment: (path, { key, model }) => ({
        CLINE_PROVIDER_SETTINGS_PATH: path,
        // Its background process would go on after the gateway, or be one that the user has started with other settings.
        CLINE_SESSION_BACKEND_MODE: 'local',
        // With `--acp` it looks for these instead.
        CLINE_PROVIDER: 'openai-compatible',
        CLINE_API_KEY: key,
        CLINE_MODEL: model,
      }),
    },
  },
  {
    name: 'droid',
    program: 'droid',
    install: 'npm install -g droid',
    environment: () => ({ FACTORY_AIRGAP_ENABLED: 'true' }),
    file: (to) => ({ path: '~/.factory/settings.json', text: pretty(droidSettings(to)) }),
    ownFile: {
      name: 'settings.json',
      text: (to) => pretty(droidSettings(to)),
      environment: (path) => ({ FACTORY_RUNTIME_SETTINGS_PATH: path }),
    },
  },
];

function pretty(value: object): string {
  return JSON.stringify(value, null, 2);
}

export const clientAgentNames: readonly string[] = clientAgents.map(({ name }) => name);

/** Throws for an unknown name, which the command line does not accept. */
export function findClientAgent(name: string): ClientAgent {
  const found = clientAgents.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`There is no agent ${name}.`);
  return found;
}
