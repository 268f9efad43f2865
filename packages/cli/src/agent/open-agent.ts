/** Creates the agent from files, environment and flags. */
import type { ApprovalRule, Clock, Sandbox } from '@interlock/runtime';
import type { AskElicitation, AskMcpGrant, McpServers } from '@interlock/runtime/mcp';
import type { AgentFlags } from '../config/agent-flags.ts';
import type { AskTrust } from '../config/decide-trust.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import type { Agent, SessionCallbacks } from './agent.ts';
import { openAgentSandbox, sandboxNotices } from './agent-sandbox.ts';
import { AgentSessions } from './agent-sessions.ts';
import { checkRuleNames } from './check-rule-names.ts';
import { type EditorParts, noEditor } from './editor-parts.ts';
import { extensionNotices, loadExtensions } from './load-extensions.ts';
import { loadOwnTools, ownToolNotices } from './load-own-tools.ts';
import { lookAtTargets, targetName, targetsOf } from './look-at-targets.ts';
import { mcpCommands } from './mcp-commands.ts';
import { type AskSignIn, openServers } from './open-servers.ts';
import { projectPermissions, readPermissions } from './project-permissions.ts';
import { unknownHookTools } from './session-hooks.ts';
import { sessionMode } from './session-mode.ts';
import { builtInNames, foldersBeside, sessionSetup, unknownTools } from './session-setup.ts';
import type { TargetSource } from './target-source.ts';

export interface OpenAgentOptions {
  /** The program runs at a terminal, and can ask. */
  readonly interactive: boolean;
  /** Whether the files of this folder may do more than add restrictions. Asked once; the answer is remembered. */
  readonly askTrust?: AskTrust;
  /** Asks what an MCP server may access if the sandbox stopped it. Not asked in an untrusted folder. */
  readonly askServer?: AskMcpGrant;
  /** Signs in to an MCP server. Absent: the server fails, with the command to run. */
  readonly askSignIn?: AskSignIn;
  /** Answers a question of an MCP server. Absent: it is declined, with a notice. */
  readonly askElicitation?: AskElicitation;
  /** The parts that an editor provides. */
  readonly editor?: EditorParts;
  /** Sets the pace of answers offline. Default: the system clock. */
  readonly clock?: Clock;
}

/** Throws a `CommandError` for what the user has to fix. */
export async function openAgent(
  flags: AgentFlags,
  io: Io,
  options: OpenAgentOptions = { interactive: false },
): Promise<Agent> {
  const { interactive, askTrust } = options;
  const { model: _model, route: _route, ...others } = flags;
  const askedAbout = interactive && askTrust !== undefined ? { askTrust } : {};
  // Offline, models are simulated, whatever the configuration says.
  const loaded = await loadConfig({ flags: flags.offline === true ? others : flags, env: io.env, ...askedAbout });
  if (flags.offline !== true) {
    const { configuredTargets } = await import('./configured-targets.ts');
    return assemble(await configuredTargets(loaded, io.env, interactive), loaded, flags, io, options);
  }
  const { offlineConfig, offlineTargets } = await import('./offline-targets.ts');
  const isTyping = interactive && options.editor === undefined;
  const { clock } = options;
  const source = await offlineTargets(flags, loaded, {
    isTyping,
    env: io.env,
    ...(clock === undefined ? {} : { clock }),
  });
  return assemble(source, offlineConfig(loaded), flags, io, options);
}

/** Closes the source if that fails. */
async function assemble(
  source: TargetSource,
  loaded: LoadedConfig,
  flags: AgentFlags,
  io: Io,
  options: OpenAgentOptions,
): Promise<Agent> {
  try {
    return await agentOf(source, loaded, flags, io, options);
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function agentOf(
  source: TargetSource,
  loaded: LoadedConfig,
  flags: AgentFlags,
  { env }: Io,
  { interactive, askServer, askSignIn, askElicitation, editor = noEditor }: OpenAgentOptions,
): Promise<Agent> {
  const { workspace, trusted, config } = loaded;
  const { first, choices } = source;
  const alsoAllowed = [...(await foldersBeside(loaded)), ...source.folders, ...editor.folders];
  const early = loaded.toolFiles.length === 0 ? await checkRuleNames(loaded, flags, undefined) : undefined;
  const sandbox = await openAgentSandbox(loaded, env, alsoAllowed);
  const setup = await sessionSetup(loaded, env, flags, { sandbox, alsoAllowed, editor });
  const ownTools = await loadOwnTools(loaded, env, sandbox);
  const ruleWarnings =
    early ??
    (await checkRuleNames(loaded, flags, ownTools).catch(async (error: unknown) => {
      await ownTools?.close();
      await sandbox.close();
      throw error;
    }));
  const isStored = flags.session !== false;
  const { store, routeStore } = await source.openStores(isStored);
  const askedAbout = new Set<string>();
  const askGrant =
    interactive && trusted && askServer !== undefined ? rememberServers(askedAbout, askServer) : undefined;
  let onEvent: SessionCallbacks['onEvent'];
  let isStarted = false;
  // Failures at startup are reported by the session that is opened.
  const onNotice = (text: string): void => {
    if (isStarted) onEvent?.({ type: 'notice', text });
  };
  const mcp = openServers(loaded, env, sandbox, { askGrant, askSignIn, askElicitation, onNotice, editor });
  // At a terminal, a slow server is not awaited.
  const started = mcp?.start().then(() => {
    isStarted = true;
  });
  const ready = interactive ? undefined : started;
  const { offered = [], tools: own = [] } = ownTools ?? {};
  const extensions = await loadExtensions(loaded, {
    named: (name) => source.namedByAgent(name),
    ownTools: own.map(({ tool }) => tool.name),
  });
  const { skills, agents, commands } = extensions;
  const more = [
    ...sandboxNotices(sandbox),
    ...modeNotices(loaded, sandbox),
    ...ruleWarnings,
    ...ownToolNotices(loaded, ownTools),
    ...extensionNotices(extensions),
    ...unknownHookTools(config.values, [...(await builtInNames()), ...own.map(({ tool }) => tool.name)]),
    ...(await unknownTools(
      config.values,
      own.map(({ tool }) => tool.name),
    )),
  ];
  const tools = [...(setup.tools ?? []), ...offered];
  const options = {
    ...setup,
    ...source.options,
    tools,
    skills,
    agents,
    route: first.to,
    store,
    routeStore,
    ...(mcp === undefined ? {} : { mcp }),
  };
  if (interactive) source.search();
  const isNamed = flags.model !== undefined || flags.route !== undefined;
  const permissions = source.keepsPermissions ? projectPermissions(loaded.folders.state, loaded.project) : undefined;
  const storedRules = async (): Promise<readonly ApprovalRule[]> => readPermissions((await permissions?.list()) ?? []);
  const sessions = new AgentSessions(options, isNamed ? () => undefined : (name) => source.named(name), storedRules);
  const resumeCommand = isStored ? source.resumeCommand : '';

  return {
    workspace,
    trusted,
    config,
    confinement: sandbox.confinement,
    get choices() {
      return choices();
    },
    ...(source.isListOnly ? {} : { named: (name) => source.named(name) }),
    store,
    ...(permissions === undefined ? {} : { permissions }),
    ...(resumeCommand === undefined ? {} : { resumeCommand }),
    ...(!isStored || config.values.sessions?.history === false ? {} : { inputHistory: source.historyFile }),
    ...(mcp === undefined ? {} : { mcp }),
    tools,
    commands: () => (mcp === undefined ? commands : [...commands, ...mcpCommands(mcp)]),
    ...(ownTools === undefined ? {} : { ownTools }),
    notices: source.notices(more),
    open: async (callbacks) => {
      await ready;
      const reportServers = (): void => {
        for (const text of serverFailures(mcp, askedAbout)) callbacks.onEvent?.({ type: 'notice', text });
        onEvent = callbacks.onEvent;
      };
      if (interactive) void started?.then(reportServers);
      else reportServers();
      return sessions.open(flags, workspace, callbacks);
    },
    begin: (callbacks) => {
      onEvent = callbacks.onEvent;
      return sessions.open({}, workspace, callbacks);
    },
    resume: (id, callbacks) => {
      onEvent = callbacks.onEvent;
      return sessions.resume(id, workspace, callbacks);
    },
    routeView: () => {
      const known = [first.to, ...choices().map(({ to }) => to)];
      return lookAtTargets(sessions.targets ?? targetsOf(first.to).map(targetName), known, env, routeStore);
    },
    close: async () => {
      await Promise.all([mcp?.close(), ownTools?.close()]);
      await store.close();
      await source.close();
      await sandbox.close();
    },
  };
}

function modeNotices({ config: { values } }: LoadedConfig, { confinement }: Sandbox): readonly string[] {
  const { notice } = sessionMode(values.approval?.mode ?? 'ask', confinement);
  return notice === undefined ? [] : [notice];
}

/** Remembers which servers were already reported. */
function rememberServers(askedAbout: Set<string>, ask: AskMcpGrant): AskMcpGrant {
  return (server, ...rest) => {
    askedAbout.add(server);
    return ask(server, ...rest);
  };
}

/** MCP servers that could not be started, except those that the user was asked about. */
export function serverFailures(
  mcp: McpServers | undefined,
  askedAbout: ReadonlySet<string> = new Set(),
): readonly string[] {
  return (mcp?.status() ?? []).flatMap(({ server, state, why = '' }) =>
    state === 'failed' && !askedAbout.has(server)
      ? [plainText(`The MCP server ${JSON.stringify(server)} could not be started: ${why}.`)]
      : [],
  );
}
