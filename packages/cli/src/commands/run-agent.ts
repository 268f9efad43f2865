/**
 * `interlock run <agent> -- …`: starts another agent with our models. A private gateway runs as long as the agent, on a free port and with
 * a random token. The agent is configured by variables and arguments; no file of the user is changed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { agentConnection } from '../gateway/agent-connection.ts';
import type { AgentConnection, ClientAgent } from '../gateway/client-agent.ts';
import { findClientAgent } from '../gateway/client-agents.ts';
import { nothingConfigured } from '../gateway/gateway-models.ts';
import { prepareGeminiHome } from '../gateway/gemini-home.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';

export interface RunFlags {
  readonly cwd?: string;
  readonly config?: string;
  readonly strict?: boolean;
  readonly offline?: boolean;
}

/** The exit code of a shell for a program that is not found. */
const notInstalled = 127;

export async function runAgent(name: string, args: readonly string[], flags: RunFlags, io: Io): Promise<number> {
  const { strict, offline = false, ...configFlags } = flags;
  const agent = findClientAgent(name);
  const loaded = await loadConfig({ flags: configFlags, env: io.env });
  const key = `ilk_${randomBytes(24).toString('base64url')}`;
  const unknown = new Set<string>();
  const gateway = await openGateway(loaded, io, {
    log: { write: (line) => noteUnknown(line, unknown) },
    host: '127.0.0.1',
    port: 0,
    tokens: [{ name: agent.name, sha256: createHash('sha256').update(key).digest('hex') }],
    offline,
    ...(strict === undefined ? {} : { strict }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'interlock-run-'));
  try {
    const { route, model } = loaded.config.values;
    const to = agentConnection(gateway.url, key, gateway.models, offline ? undefined : (route ?? model));
    const { environment, first } = await settingsFor(agent, to, { folder, loaded, io });
    const env = {
      ...agent.defaults?.(to),
      ...io.env,
      ...Object.fromEntries((agent.unset ?? []).map((each) => [each, undefined])),
      ...environment,
    };
    await writeText(io.stderr, nothingConfigured(loaded.config.values, gateway.models));
    const child = spawn(agent.program, [...first, ...args], {
      stdio: 'inherit',
      env,
      ...(configFlags.cwd === undefined ? {} : { cwd: configFlags.cwd }),
    });
    const code = await waitForExit(child, io, env['PATH'] ?? '');
    if (code === undefined) {
      const text = `interlock: ${agent.program} is not installed. To install it:\n  ${agent.install}\n`;
      await writeText(io.stderr, text);
    }
    await writeText(io.stderr, unknownModels(agent, unknown));
    return code ?? notInstalled;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await gateway.close();
  }
}

/** Agents hide why a model cannot be used, or ask for small ones unnoticed. */
function noteUnknown(line: string, names: Set<string>): void {
  if (!line.includes('"model-not-found"')) return;
  const { msg, model } = JSON.parse(line);
  if (msg === 'refused' && typeof model === 'string' && names.size < mostUnknown) names.add(model);
}

const mostUnknown = 10;

function unknownModels({ name }: ClientAgent, names: ReadonlySet<string>): string {
  if (names.size === 0) return '';
  const all = [...names].map(plainText).join(', ');
  return `interlock: ${name} asked for models that the gateway does not have: ${all}. Add them to gateway.aliases, or choose a model of interlock models in the agent.\n`;
}

interface Settings {
  readonly environment: Readonly<Record<string, string>>;
  readonly first: readonly string[];
}

/** `folder`: for what is needed only as long as the agent runs. */
async function settingsFor(
  agent: ClientAgent,
  to: AgentConnection,
  { folder, loaded, io }: { readonly folder: string; readonly loaded: LoadedConfig; readonly io: Io },
): Promise<Settings> {
  const { ownFile, homeVariable } = agent;
  const environment = agent.environment(to);
  const first = agent.arguments?.(to) ?? [];
  if (homeVariable !== undefined) {
    const home = join(loaded.folders.state, 'agents', agent.name);
    await prepareGeminiHome(io.env[homeVariable] ?? loaded.folders.home, home);
    return { environment: { ...environment, [homeVariable]: home }, first };
  }
  if (ownFile === undefined) return { environment, first };
  const path = join(folder, ownFile.name);
  await writeFile(path, ownFile.text(to), { mode: 0o600 });
  return {
    environment: { ...environment, ...ownFile.environment?.(path, to) },
    first: [...(ownFile.arguments?.(path) ?? []), ...first],
  };
}

/** Its exit code. Undefined: the program was not found. Signals are left to the agent. */
async function waitForExit(child: ChildProcess, io: Io, path: string): Promise<number | undefined> {
  const end = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', (error) => {
      const isMissing = Reflect.get(error, 'code') === 'ENOENT';
      const file = path
        .split(delimiter)
        .map((folder) => join(folder, child.spawnfile))
        .find((each) => existsSync(each));
      if (isMissing && file === undefined) resolve(undefined);
      else if (isMissing)
        reject(
          usageError(
            `${plainText(file ?? '')} cannot be started: the program that its first line names was not found.`,
          ),
        );
      // It is there, but may not be executed, or not with these arguments.
      else reject(usageError(`${child.spawnfile} cannot be started: ${plainText(error.message)}`));
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  let isOver = false;
  const done = end.finally(() => {
    isOver = true;
  });
  const passSignals = async (): Promise<void> => {
    while (!isOver && io.interrupted !== undefined) {
      const signal = await io.interrupted();
      // A terminal sends Ctrl-C to both.
      if (!isOver && !(signal === 'SIGINT' && io.stdin.isTTY === true)) child.kill(signal);
    }
  };
  void passSignals();
  return done;
}
