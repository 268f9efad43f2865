/**
 * The providers of `--offline`: every provider family as a simulator on this machine, with a scripted model that uses real tools. It
 * changes files only in a scratch project.
 */
import { join } from 'node:path';
import type { Clock } from '@interlock/runtime';
import type { AgentFlags } from '../config/agent-flags.ts';
import { offlineFolder } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { createDemoModel } from '../demo/demo-model.ts';
import { offlineNotice } from '../demo/demo-texts.ts';
import { families, type StartedFamily, startFamilies } from '../demo/families.ts';
import { pacedTransport } from '../demo/paced-transport.ts';
import { makeScratchProject } from '../demo/scratch-project.ts';
import { usageError } from '../io/command-error.ts';
import { commandName } from '../io/command-name.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import type { Choice } from './agent.ts';
import type { TargetSource } from './target-source.ts';

/** The pause between two pieces of an answer. */
const paceMs = 8;

export interface OfflineOptions {
  /** The program runs at a terminal, and can suggest what to type. */
  readonly isTyping: boolean;
  readonly env: Io['env'];
  /** Sets the pace of answers. Default: the system clock. */
  readonly clock?: Clock;
}

export async function offlineTargets(
  flags: Pick<AgentFlags, 'model' | 'route' | 'session'>,
  { folders }: Pick<LoadedConfig, 'folders'>,
  { isTyping, env, clock }: OfflineOptions,
): Promise<TargetSource> {
  const runtime = await import('@interlock/runtime');
  const { createTransport } = await import('@interlock/wire');
  const index = firstFamily(flags.model ?? flags.route);
  const scratch = await makeScratchProject();
  const started = await startFamilies(families, { modelOf: ({ name }) => createDemoModel(name, scratch.folder) });
  const transport = pacedTransport(createTransport({ proxy: 'none' }), clock ?? runtime.systemClock, paceMs);
  const choices = started.all.map(choiceOf);
  const first = started.all[index];
  if (first === undefined) throw new Error('There is no family to begin with.');
  const folder = offlineFolder(folders);
  const named = (name: string): Choice | undefined => choices.find((choice) => choice.name === name);
  return {
    first: { to: first.target, name: first.name, origin: { from: 'flag', name: '--offline' } },
    choices: () => choices,
    named,
    // Whatever model the agent's file names, a simulated one plays it.
    namedByAgent: (name) => named(name) ?? choices[index],
    isListOnly: true,
    options: { transport },
    folders: [scratch.folder],
    openStores: async (isStored) => ({
      store: isStored ? runtime.createJsonlStore(folder) : runtime.createMemoryStore(),
      routeStore: runtime.createMemoryRouteStore(),
    }),
    historyFile: join(folder, 'history'),
    resumeCommand: `${commandName(env)} --offline --resume`,
    keepsPermissions: false,
    notices: (more) => [offlineNotice, ...(isTyping ? suggestions : []), ...more],
    search: () => {},
    close: async () => {
      await transport.close();
      await started.close();
      await scratch.remove();
    },
  };
}

/** The configuration without everything that would use the network. */
export function offlineConfig(loaded: LoadedConfig): LoadedConfig {
  const { mcp: _servers, compaction, tools = {}, ...values } = loaded.config.values;
  return {
    ...loaded,
    config: {
      ...loaded.config,
      values: {
        ...values,
        tools: { ...tools, network: false },
        ...(compaction === undefined ? {} : { compaction: withoutSummariser(compaction) }),
      },
    },
  };
}

type Compaction = NonNullable<LoadedConfig['config']['values']['compaction']>;

function withoutSummariser(compaction: Compaction): Compaction {
  if (compaction === false) return false;
  const { summariser: _asked, ...rest } = compaction;
  return rest;
}

const suggestions: readonly string[] = [
  'The tools are real. Try: look around · fix the test (of a small project in a temporary folder) · run ls · explain (Esc cancels).',
  '/model switches to another provider family, and the conversation continues. Say help for more.',
  'interlock inspect --last --offline, in another terminal, shows it in the browser as each provider sees it.',
];

function choiceOf({ name, speaks, target }: StartedFamily): Choice {
  return { name, kind: 'model', note: `simulated; speaks ${speaks}`, usable: true, to: target };
}

/** The index of the family that the user named, by its full name or its provider. */
function firstFamily(wanted: string | undefined): number {
  if (wanted === undefined) return 0;
  const index = families.findIndex(({ name, provider }) => name === wanted || provider === wanted);
  if (index !== -1) return index;
  throw usageError(
    `There is no model "${plainText(wanted)}" offline.\nUse one of ${families.map(({ name }) => name).join(', ')}.`,
  );
}
