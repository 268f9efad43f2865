/**
 * The agent offline: every provider family as a simulator on this machine, with a scripted model that uses real tools on the folder.
 * Files are only read, commands are asked for, and nothing is written but the session.
 */
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ApprovalRule, Clock, McpServers, Sandbox, SessionOptions } from '@interlock/runtime';
import type { Agent, Choice } from '../agent/agent.ts';
import type { AgentFlags } from '../agent/agent-flags.ts';
import { AgentSessions } from '../agent/agent-sessions.ts';
import { checkRuleFlags } from '../agent/check-rule-names.ts';
import { type EditorParts, editorBuffers, editorRun, noEditor } from '../agent/editor-parts.ts';
import { lookAtTargets } from '../agent/look-at-targets.ts';
import { sessionMode } from '../agent/session-mode.ts';
import { builtInNames } from '../agent/session-setup.ts';
import { usageError } from '../command-error.ts';
import { commandName } from '../command-name.ts';
import { foldersOf, offlineFolder } from '../config/folders.ts';
import type { Io } from '../io.ts';
import { plainText } from '../print/plain-text.ts';
import { createDemoModel } from './demo-model.ts';
import { families, type StartedFamily, startFamilies } from './families.ts';
import { pacedTransport } from './paced-transport.ts';

/** Between two pieces of an answer. */
const paceMs = 8;

/** They would write into the folder. */
const leftOut: readonly string[] = ['edit_file', 'write_file'];

export interface DemoOptions {
  /** Somebody is at a terminal, and can be told what to type. */
  readonly interactive?: boolean;
  readonly editor?: EditorParts;
  /** What the pace of answers is kept by; that of the system by default. */
  readonly clock?: Clock;
}

export async function openDemo(
  flags: AgentFlags,
  io: Io,
  { interactive = true, clock, editor = noEditor }: DemoOptions = {},
): Promise<Agent> {
  const runtime = await import('@interlock/runtime');
  const { createTransport } = await import('@interlock/wire');
  const workspace = await folderOf(flags.cwd ?? '.');
  const rules = rulesOf(flags, runtime.parseRule);
  checkRuleFlags(flags, { tools: await builtInNames(), servers: [] }, true);
  const first = firstOf(flags.model ?? flags.route);
  const started = await startFamilies(families, { modelOf: ({ name }) => createDemoModel(name) });
  const transport = pacedTransport(createTransport({ proxy: 'none' }), clock ?? runtime.systemClock, paceMs);
  const kept = flags.session !== false;
  const folder = offlineFolder(foldersOf(io.env));
  const store = kept ? runtime.createJsonlStore(folder) : runtime.createMemoryStore();
  const routeStore = runtime.createMemoryRouteStore();
  const choices = started.all.map(choiceOf);
  const sandbox = await runtime.openSandbox({
    mode: flags.sandbox ?? 'auto',
    workspace: { root: workspace, alsoAllowed: editor.folders },
    environment: runtime.cleanEnvironment(io.env),
    hidden: [foldersOf(io.env).state],
  });
  const { mode, notice } = sessionMode(flags.mode ?? 'ask', sandbox.confinement);
  const preset = runtime.codingAgent({ sandbox, ...editorRun(editor) });
  const tools = preset.tools.filter(({ name }) => !leftOut.includes(name)).map(editor.adapt);
  const mcp = openDemoServers(runtime, io, sandbox, workspace, editor);
  void mcp?.start();
  const route = started.all[first]?.target;
  if (route === undefined) throw new Error('There is no family to begin with.');
  const options: SessionOptions & { readonly store: typeof store } = {
    ...preset,
    keepsFiles: true,
    route,
    workspace,
    store,
    routeStore,
    transport,
    rules,
    mode,
    environment: io.env,
    tools,
    subagents: false,
    alsoAllowed: editor.folders,
    ...editorBuffers(editor),
    ...(mcp === undefined ? {} : { mcp }),
    ...(flags.system === undefined ? {} : { role: flags.system }),
    ...(flags.appendSystem === undefined ? {} : { appendSystem: flags.appendSystem }),
    ...(flags.maxTurns === undefined ? {} : { limits: { steps: flags.maxTurns } }),
  };
  const sessions = new AgentSessions(options, (wanted) =>
    flags.model === undefined ? choices.find(({ name }) => name === wanted) : undefined,
  );
  return {
    workspace,
    trusted: false,
    config: { values: {}, origins: new Map(), files: [] },
    confinement: sandbox.confinement,
    choices,
    tools,
    store,
    ...(mcp === undefined ? {} : { mcp }),
    ...(kept ? { inputHistory: join(folder, 'history') } : {}),
    resumeCommand: kept ? `${commandName()} --offline --resume` : '',
    notices: [
      whatItIs,
      ...(interactive && editor === noEditor ? whatToType : []),
      ...(notice === undefined ? [] : [notice]),
    ],
    open: (asking) => sessions.open(flags, workspace, asking),
    begin: (asking) => sessions.open({}, workspace, asking),
    resume: (id, asking) => sessions.resume(id, workspace, asking),
    look: () =>
      lookAtTargets(
        sessions.targets ?? [],
        choices.map(({ to }) => to),
        io.env,
        routeStore,
      ),
    close: async () => {
      await mcp?.close();
      await transport.close();
      await started.close();
      await store.close();
      await sandbox.close();
    },
  };
}

const whatItIs =
  'Offline: a scripted model behind simulated providers on this machine. No key is needed, and nothing leaves it.';

const whatToType: readonly string[] = [
  'The tools are real and work on this folder. Try: look around · read README.md · run ls · explain (Esc cancels).',
  '/model switches to another provider family, and the conversation goes on. Say help for more.',
  'interlock inspect --last --offline, in another terminal, shows it in the browser as each provider sees it.',
];

/** Only those that an editor brings: nothing is configured here. */
function openDemoServers(
  runtime: typeof import('@interlock/runtime'),
  { env }: Io,
  sandbox: Sandbox,
  cwd: string,
  editor: EditorParts,
): McpServers | undefined {
  const servers = editor.servers([]);
  if (Object.keys(servers).length === 0) return undefined;
  const environment = runtime.cleanEnvironment(env);
  return runtime.createMcpServers(servers, { environment, clock: runtime.systemClock, cwd, sandbox });
}

function choiceOf({ name, speaks, target }: StartedFamily): Choice {
  return { name, kind: 'model', note: `simulated; speaks ${speaks}`, usable: true, to: target };
}

/** By its whole name, or by its provider. */
function firstOf(wanted: string | undefined): number {
  if (wanted === undefined) return 0;
  const index = families.findIndex(({ name, provider }) => name === wanted || provider === wanted);
  if (index !== -1) return index;
  throw usageError(
    `Offline there is no "${plainText(wanted)}".\nThere are ${families.map(({ name }) => name).join(', ')}.`,
  );
}

async function folderOf(given: string): Promise<string> {
  try {
    return await realpath(resolve(given));
  } catch {
    throw usageError(`There is no folder ${plainText(given)}.\nGive one that exists: --cwd <folder>`);
  }
}

function rulesOf(
  { allow = [], deny = [] }: AgentFlags,
  parse: typeof import('@interlock/runtime')['parseRule'],
): readonly ApprovalRule[] {
  const read = (verdict: 'allow' | 'deny') => (text: string) => {
    const parsed = parse(text, verdict);
    if ('problem' in parsed) throw usageError(plainText(parsed.problem));
    return parsed.rule;
  };
  return [...allow.map(read('allow')), ...deny.map(read('deny'))];
}
