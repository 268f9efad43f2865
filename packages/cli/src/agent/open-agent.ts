/** Makes the agent of what the files, the environment and the flags say. */
import { join } from 'node:path';
import { type ApprovalRule, type AskMcpGrant, createRoute, type McpServers, type Sandbox } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import { usageError } from '../command-error.ts';
import type { AskTrust } from '../config/decide-trust.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { Io } from '../io.ts';
import { plainText } from '../print/plain-text.ts';
import type { Agent, Choice } from './agent.ts';
import type { AgentFlags } from './agent-flags.ts';
import { openAgentSandbox, sandboxNotices } from './agent-sandbox.ts';
import { AgentSessions } from './agent-sessions.ts';
import { checkRuleNames } from './check-rule-names.ts';
import { configuredTarget, type FirstTarget, firstWithKey, localTarget, noTarget } from './default-target.ts';
import { type EditorParts, noEditor } from './editor-parts.ts';
import { listChoices, namedModel } from './list-choices.ts';
import { extensionNotices, loadExtensions } from './load-extensions.ts';
import { loadOwnTools, ownToolNotices } from './load-own-tools.ts';
import { LocalModels } from './local-models.ts';
import { lookAtTargets, targetName, targetsOf } from './look-at-targets.ts';
import { mcpCommands } from './mcp-commands.ts';
import { isFirstRun, noticesOf } from './notices.ts';
import { openServers } from './open-servers.ts';
import { openStores } from './open-stores.ts';
import { projectPermissions, readPermissions } from './project-permissions.ts';
import { unknownHookTools } from './session-hooks.ts';
import { sessionMode } from './session-mode.ts';
import { builtInNames, foldersBeside, sessionSetup, unknownTools } from './session-setup.ts';

export interface OpenAgentOptions {
  /** Somebody is at a terminal and can be asked. */
  readonly interactive: boolean;
  /** Whether this folder's own files may do more than narrow. Asked once; the answer is remembered. */
  readonly askTrust?: AskTrust;
  /** What an MCP server may have that the sandbox stopped. Not asked in a folder that is not trusted. */
  readonly askServer?: AskMcpGrant;
  /** What an editor brings along. */
  readonly editor?: EditorParts;
}

/** Throws a `CommandError` for what the user has to mend. */
export async function openAgent(
  flags: AgentFlags,
  io: Io,
  { interactive, askTrust, askServer, editor = noEditor }: OpenAgentOptions = { interactive: false },
): Promise<Agent> {
  if (flags.offline === true) {
    const { openDemo } = await import('../demo/open-demo.ts');
    return openDemo(flags, io, { interactive, editor });
  }
  const loaded = await loadConfig({
    flags,
    env: io.env,
    ...(interactive && askTrust !== undefined ? { askTrust } : {}),
  });
  const { workspace, trusted, config } = loaded;
  const { env } = io;
  const local = new LocalModels(loaded, env);
  const first = await chooseFirst(loaded, env, local);
  checkRoute(first, env);
  const firstRun = await isFirstRun(loaded);
  const alsoAllowed = [...(await foldersBeside(loaded)), ...editor.folders];
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
  const { store, routeStore } = await openStores(loaded, env, flags.session !== false);
  const asked = new Set<string>();
  const askGrant = interactive && trusted && askServer !== undefined ? noting(asked, askServer) : undefined;
  const mcp = openServers(loaded, env, sandbox, { askGrant, editor });
  // A server that is slow to start is not waited for where somebody sits and types.
  const started = mcp?.start();
  const ready = interactive ? undefined : started;
  const { offered = [], tools: own = [] } = ownTools ?? {};
  const choices = (): Agent['choices'] => listChoices(config.values, env, local.known);
  const named = (name: string): Choice | undefined =>
    choices().find((choice) => choice.name === name) ?? namedModel(name, config.values, env);
  const extensions = await loadExtensions(loaded, { named, ownTools: own.map(({ tool }) => tool.name) });
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
    tools,
    skills,
    agents,
    route: first.to,
    store,
    routeStore,
    ...(mcp === undefined ? {} : { mcp }),
  };
  if (interactive) void local.ask();
  const isNamed = flags.model !== undefined || flags.route !== undefined;
  const permissions = projectPermissions(loaded.folders.state, loaded.project);
  const kept = async (): Promise<readonly ApprovalRule[]> => readPermissions(await permissions.list());
  const sessions = new AgentSessions(options, isNamed ? () => undefined : named, kept);

  return {
    workspace,
    trusted,
    config,
    confinement: sandbox.confinement,
    get choices() {
      return choices();
    },
    named,
    store,
    permissions,
    ...(flags.session === false ? { resumeCommand: '' } : {}),
    ...(flags.session === false || config.values.sessions?.history === false
      ? {}
      : { inputHistory: join(loaded.folders.state, 'history') }),
    ...(mcp === undefined ? {} : { mcp }),
    tools,
    commands: () => (mcp === undefined ? commands : [...commands, ...mcpCommands(mcp)]),
    ...(ownTools === undefined ? {} : { ownTools }),
    notices: noticesOf({ loaded, first, firstRun, more, interactive }, env),
    open: async (asking) => {
      await ready;
      const tell = (): void => {
        for (const text of serverFailures(mcp, asked)) asking.heard?.({ type: 'notice', text });
      };
      if (interactive) void started?.then(tell);
      else tell();
      return sessions.open(flags, workspace, asking);
    },
    begin: (asking) => sessions.open({}, workspace, asking),
    resume: (id, asking) => sessions.resume(id, workspace, asking),
    look: () => {
      const known = [first.to, ...choices().map(({ to }) => to)];
      return lookAtTargets(sessions.targets ?? targetsOf(first.to).map(targetName), known, env, routeStore);
    },
    close: async () => {
      local.stop();
      await Promise.all([mcp?.close(), ownTools?.close()]);
      await store.close();
      await sandbox.close();
    },
  };
}

function modeNotices({ config: { values } }: LoadedConfig, { confinement }: Sandbox): readonly string[] {
  const { notice } = sessionMode(values.approval?.mode ?? 'ask', confinement);
  return notice === undefined ? [] : [notice];
}

async function chooseFirst(loaded: LoadedConfig, env: Io['env'], local: LocalModels): Promise<FirstTarget> {
  const named = configuredTarget(loaded, env) ?? firstWithKey(loaded, env);
  if (named !== undefined) return named;
  const found = localTarget(loaded, env, await local.ask());
  if (found !== undefined) return found;
  throw noTarget(loaded, env, await local.address());
}

/** What a session would refuse, said before anything is opened, and with where it came from. */
function checkRoute({ to, name, origin }: FirstTarget, env: Io['env']): void {
  try {
    createRoute('targets' in to ? to : { policy: 'fixed', targets: [to] }, { environment: env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw usageError(`${plainText(withPlace(error))}\n${plainText(`${name} was named by ${origin.name}.`)}`);
  }
}

/** Where a target of the configuration has its credentials. */
function withPlace({ message }: ConfigError): string {
  return message.replace(
    'give the target `credentials`',
    'say where the key is: providers.*.credentials in the configuration',
  );
}

/** Keeps in mind which servers the user has been told of. */
function noting(asked: Set<string>, ask: AskMcpGrant): AskMcpGrant {
  return (server, ...rest) => {
    asked.add(server);
    return ask(server, ...rest);
  };
}

/** But for those that the user was asked about. */
export function serverFailures(mcp: McpServers | undefined, asked: ReadonlySet<string> = new Set()): readonly string[] {
  return (mcp?.status() ?? []).flatMap(({ server, state, why = '' }) =>
    state === 'failed' && !asked.has(server)
      ? [plainText(`The MCP server ${JSON.stringify(server)} could not be started: ${why}.`)]
      : [],
  );
}
