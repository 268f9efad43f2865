/** Everything that the whole program needs to run: a strict provider with a scripted model, a working folder and a home folder. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createAnthropic, type Model, type Seen, type Simulator, startSimulator } from '@interlock/simulators';
import { compileCache } from '../../../../test/program/compile-cache.ts';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { type EventContext, type Outcome, runCli } from '../run-cli.ts';

export interface ScriptedProvider {
  readonly simulator: Simulator;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** The requests as the model saw them. */
  readonly seen: Seen[];
  /** In this process, in the workspace. */
  run(args: readonly string[], more?: EventContext): Promise<Outcome>;
  close(): Promise<void>;
}

/** `sandbox: 'off'`: for tests that are not about the sandbox, because opening one takes longer than most tests. */
export async function startProvider(
  model: Model,
  { sandbox }: { readonly sandbox?: 'off' } = {},
): Promise<ScriptedProvider> {
  const seen: Seen[] = [];
  const simulator = await startSimulator(createAnthropic(), {
    model: (each) => {
      seen.push(each);
      return model(each);
    },
  });
  const home = temporaryFolder('program');
  const workspace = join(home, 'project');
  await mkdir(workspace);
  const env = {
    HOME: home,
    PATH: process.env['PATH'] ?? '',
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    ANTHROPIC_BASE_URL: simulator.url,
    ANTHROPIC_API_KEY: simulator.key,
    // Nothing listens there, so that no model of this machine is used.
    OLLAMA_HOST: 'http://127.0.0.1:9',
    ...compileCache,
  };
  return {
    simulator,
    workspace,
    env,
    seen,
    run: (args, more) => {
      const flags = [
        '--cwd',
        workspace,
        ...(sandbox === undefined || args.includes('--sandbox') ? [] : ['--sandbox', sandbox]),
      ];
      return runCli(args.includes('--cwd') ? args : [...flags, ...args], { env, stdin: '', ...more });
    },
    close: async () => {
      await simulator.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
