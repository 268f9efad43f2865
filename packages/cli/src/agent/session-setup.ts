/** The options of every session of an agent, from the configuration. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ApprovalRule, Sandbox, SessionOptions, Verdict } from '@interlock/runtime';
import type { AgentFlags } from '../config/agent-flags.ts';
import type { Config } from '../config/config.ts';
import { withoutTilde } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { namedTarget } from '../config/name-target.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import { plainText } from '../print/plain-text.ts';
import { readablePaths } from './agent-sandbox.ts';
import { type EditorParts, editorBuffers, editorRun } from './editor-parts.ts';
import { guardRules } from './guard-rules.ts';
import { secretVariables } from './secret-variables.ts';
import { sessionHooks } from './session-hooks.ts';
import { sessionMode } from './session-mode.ts';

export type SessionSetup = Omit<SessionOptions, 'route' | 'store' | 'routeStore' | 'mcp' | 'approve'>;

export interface SetupParts {
  readonly sandbox: Sandbox;
  /** Absolute. */
  readonly alsoAllowed: readonly string[];
  readonly editor: EditorParts;
}

export async function sessionSetup(
  loaded: LoadedConfig,
  env: Io['env'],
  flags: Pick<AgentFlags, 'allow'>,
  { sandbox, alsoAllowed, editor }: SetupParts,
): Promise<SessionSetup> {
  const { values } = loaded.config;
  const { tools = {}, reasoning = {}, subagents, system = {}, compaction } = values;
  const { codingAgent } = await import('@interlock/runtime');
  const { network = false, disabled = [] } = tools;
  const preset = codingAgent({ sandbox, network, ...editorRun(editor) });
  const hooks = sessionHooks(values, sandbox);
  return {
    ...preset,
    keepsFiles: true,
    instructions: { userFile: join(loaded.folders.config, 'AGENTS.md') },
    workspace: loaded.workspace,
    environment: env,
    tools: preset.tools.filter(({ name }) => !disabled.includes(name)).map(editor.adapt),
    ...editorBuffers(editor),
    secretNames: secretVariables(values),
    rules: [...(await rulesOf(values, flags.allow ?? [])), ...(await guardRules(loaded, alsoAllowed))],
    mode: sessionMode(values.approval?.mode ?? 'ask', sandbox.confinement).mode,
    alsoAllowed,
    opened: readablePaths(loaded),
    limits: limitsOf(loaded),
    policy: reasoning.replay === undefined ? {} : { reasoning: reasoning.replay },
    settings: {
      ...(reasoning.effort === undefined ? {} : { reasoning: reasoning.effort }),
      ...(isWebSearchOn(values) ? { webSearch: true } : {}),
    },
    ...(hooks === undefined ? {} : { hooks }),
    ...(subagents === undefined ? {} : { subagents }),
    ...(system.role === undefined ? {} : { role: system.role }),
    ...(system.append === undefined ? {} : { appendSystem: system.append }),
    ...(compaction === undefined ? {} : { compaction: compactionOf(compaction, values, env) }),
  };
}

/** There is no approval when the provider searches: enabling it is the permission, and a rule against the tool or its kind turns it off. */
function isWebSearchOn({ tools = {}, approval = {} }: Config): boolean {
  const forbidden = [...(tools.disabled ?? []), ...(approval.deny ?? [])];
  return tools.webSearch === true && !['web_search', 'kind:network', '*'].some((name) => forbidden.includes(name));
}

/** A configured limit on calls is also the maximum for a command; the default is not. */
function limitsOf({ config: { values, origins } }: LoadedConfig): NonNullable<Config['limits']> {
  const { toolTimeoutMs, ...limits } = values.limits ?? {};
  const isSet = origins.get('limits.toolTimeoutMs')?.from !== 'default';
  return isSet && toolTimeoutMs !== undefined ? { ...limits, toolTimeoutMs } : limits;
}

/** Rules in files were already checked; those of flags are checked here and override every `ask`. */
async function rulesOf(
  { approval = {}, tools = {} }: Config,
  allowed: readonly string[],
): Promise<readonly ApprovalRule[]> {
  const { parseRule } = await import('@interlock/runtime');
  const read = (text: string, verdict: Verdict): ApprovalRule => {
    const parsed = parseRule(text, verdict);
    if ('problem' in parsed) throw usageError(plainText(parsed.problem));
    return parsed.rule;
  };
  const configured = [
    ...(['allow', 'ask', 'deny'] as const).flatMap((verdict) =>
      (approval[verdict] ?? []).map((text) => read(text, verdict)),
    ),
    ...allowed.map((text) => read(text, 'allow')),
  ];
  // Sessions and MCP servers add tools of their own, so a disabled tool also needs a rule.
  const disabled = (tools.disabled ?? []).map((tool): ApprovalRule => ({ verdict: 'deny', tool }));
  return [...configured, ...disabled];
}

/** `tools.alsoAllowed` as absolute paths. Throws if one does not exist. */
export async function foldersBeside({ config, folders, workspace }: LoadedConfig): Promise<readonly string[]> {
  const paths = (config.values.tools?.alsoAllowed ?? []).map((path) => resolve(workspace, withoutTilde(path, folders)));
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isFolder) continue;
    const file = plainText(config.origins.get('tools.alsoAllowed')?.name ?? 'the configuration');
    throw usageError(
      `${file}: tools.alsoAllowed: there is no folder ${plainText(path)}. Create it, or remove it from the list.`,
    );
  }
  return paths;
}

function compactionOf(
  compaction: NonNullable<Config['compaction']>,
  config: Config,
  env: Io['env'],
): NonNullable<SessionOptions['compaction']> {
  if (compaction === false) return false;
  const { summariser, ...rest } = compaction;
  const target = summariser === undefined ? undefined : namedTarget(summariser, config, env);
  return target === undefined ? rest : { ...rest, summariser: target };
}

/** Warnings about names in `tools.disabled` that are not tools. */
export async function unknownTools({ tools = {} }: Config, own: readonly string[]): Promise<readonly string[]> {
  const names = [...(await builtInNames()), ...own];
  return (tools.disabled ?? []).flatMap((name) =>
    names.includes(name) || name.startsWith('mcp__') || name.includes('*')
      ? []
      : [`tools.disabled: there is no tool ${plainText(JSON.stringify(name))}.${didYouMean(name, names)}`],
  );
}

/** Tools that a session or a provider adds. */
export const addedTools: readonly string[] = [
  'task',
  'read_output',
  'update_todos',
  'read_job',
  'stop_job',
  'propose_plan',
  'skill',
  'web_search',
];

/** The names of all built-in tools, including those that are not offered and those that a session adds. */
export async function builtInNames(): Promise<readonly string[]> {
  const { builtInTools } = await import('@interlock/runtime');
  return [...builtInTools({ network: true }).map(({ name }) => name), ...addedTools];
}
