/** A strict provider with a scripted model, a working folder and a home folder: what the whole program needs to run. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnthropic, type Model, type Seen, type Simulator, startSimulator } from '@interlock/simulators';
import { compileCache } from '../../../../test/program/compile-cache.ts';
import { type Outcome, runCli, type Surroundings } from '../run-cli.ts';

export interface ScriptedProvider {
  readonly simulator: Simulator;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the model saw, request by request. */
  readonly seen: Seen[];
  /** In this process, in the workspace. */
  run(args: readonly string[], more?: Surroundings): Promise<Outcome>;
  close(): Promise<void>;
}

/** `sandbox: 'off'`: for tests that are not about it. To open one takes longer than most of them. */
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
  const home = await realpath(await mkdtemp(join(tmpdir(), 'interlock-program-')));
  const workspace = join(home, 'project');
  await mkdir(workspace);
  const env = {
    HOME: home,
    PATH: process.env['PATH'] ?? '',
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
    ANTHROPIC_BASE_URL: simulator.url,
    ANTHROPIC_API_KEY: simulator.key,
    // No one listens there: no model of this machine gets into a test.
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
