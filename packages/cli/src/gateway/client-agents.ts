/** The agents people already use: how each is pointed at a gateway, as variables or as a block for a file of its own. */

export interface ClientAgent {
  readonly name: string;
  readonly program: string;
  /** What installs it. */
  readonly install: string;
  /** What to set. `url` has no slash at its end. */
  environment(url: string, key: string): Readonly<Record<string, string>>;
  /** Put before the arguments, where a program takes its settings from there. */
  arguments?(url: string): readonly string[];
  /** For a file of the agent's, where variables are not enough. */
  file?(url: string): { readonly path: string; readonly text: string };
}

export const clientAgents: readonly ClientAgent[] = [
  {
    name: 'claude-code',
    program: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
    environment: (url, key) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1',
    }),
  },
  {
    name: 'codex',
    program: 'codex',
    install: 'npm install -g @openai/codex',
    environment: (_, key) => ({ INTERLOCK_KEY: key }),
    arguments: (url) =>
      Object.entries(codexProvider(url))
        .flatMap(([name, value]) => [...['-c', `model_providers.interlock.${name}=${JSON.stringify(value)}`]])
        .concat('-c', 'model_provider="interlock"'),
    file: (url) => ({
      path: '~/.codex/config.toml',
      text: [
        'model_provider = "interlock"',
        '',
        '[model_providers.interlock]',
        ...Object.entries(codexProvider(url)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
      ].join('\n'),
    }),
  },
  {
    name: 'gemini',
    program: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    environment: (url, key) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key }),
    file: () => ({
      path: '~/.gemini/settings.json',
      text: JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }, null, 2),
    }),
  },
  {
    name: 'opencode',
    program: 'opencode',
    install: 'npm install -g opencode-ai',
    environment: (url, key) => ({ INTERLOCK_KEY: key, OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(url)) }),
    file: (url) => ({ path: 'opencode.json', text: JSON.stringify(opencodeConfig(url), null, 2) }),
  },
  {
    name: 'pi',
    program: 'pi',
    install: 'npm install -g @earendil-works/pi-coding-agent',
    environment: (_, key) => ({ INTERLOCK_KEY: key }),
    file: (url) => ({
      path: '~/.pi/agent/models.json',
      text: JSON.stringify(
        { providers: { interlock: { baseUrl: url, api: 'anthropic-messages', apiKey: 'INTERLOCK_KEY', models: [] } } },
        null,
        2,
      ),
    }),
  },
  {
    name: 'copilot',
    program: 'copilot',
    install: 'npm install -g @github/copilot',
    environment: (url, key) => ({
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: key,
    }),
  },
  {
    name: 'qwen',
    program: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    environment: (url, key) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key }),
  },
];

function codexProvider(url: string): Readonly<Record<string, string>> {
  return { name: 'Interlock', base_url: `${url}/v1`, env_key: 'INTERLOCK_KEY', wire_api: 'responses' };
}

function opencodeConfig(url: string): object {
  const options = { baseURL: `${url}/v1`, apiKey: '{env:INTERLOCK_KEY}' };
  return { provider: { interlock: { npm: '@ai-sdk/anthropic', name: 'Interlock', options, models: {} } } };
}

export const clientAgentNames: readonly string[] = clientAgents.map(({ name }) => name);

/** For a shell, then for a file. */
export function settingsText(agent: ClientAgent, url: string, key: string): string {
  const variables = Object.entries(agent.environment(url, key)).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  const file = agent.file?.(url);
  if (file === undefined) return variables.join('\n');
  return [...variables, '', `# ${file.path}`, file.text].join('\n');
}

function quoted(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
