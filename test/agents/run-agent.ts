/**
 * Installs and starts the real programs. They come from npm, in pinned versions, and are installed into `.cache/agents`, apart from our
 * own packages.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../architecture/repository.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import type { AgentDriver, AgentRun, AgentScene } from './agent-driver.ts';

/** The path of the program. Throws if it cannot be installed. */
export function installAgent({ agent, npm, version, binary }: AgentDriver): string {
  const folder = join(root, '.cache/agents', agent);
  const path = join(folder, 'node_modules/.bin', binary);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const args = ['install', `${npm}@${version}`, '--prefix', folder, '--no-audit', '--no-fund', '--no-save'];
  spawnSync('npm', args, { stdio: 'inherit' });
  if (!existsSync(path)) throw new Error(`${npm}@${version} cannot be installed.`);
  return path;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** An agent with its own home and project folders. */
export interface AgentHome {
  readonly home: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  run(run: AgentRun): Promise<Ended>;
  /** Starts it, and kills it with all its child processes as soon as the condition holds. */
  runUntil(run: AgentRun, holds: (output: string) => boolean): Promise<Ended>;
  remove(): void;
}

export function openHome(driver: AgentDriver, server: Omit<AgentScene, 'home'>): AgentHome {
  const program = installAgent(driver);
  const home = temporaryFolder('agent');
  const folder = join(home, 'project');
  mkdirSync(folder);
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const environment = { PATH: path, HOME: home, TERM: 'dumb', ...driver.setUp({ home, ...server }) };
  const start = ({ args, environment: more = {} }: AgentRun): ChildProcess =>
    spawn(program, args, { cwd: folder, env: { ...environment, ...more }, detached: true });
  return {
    home,
    folder,
    environment,
    run: (run) => ended(start(run), run),
    runUntil: (run, holds) => ended(start(run), run, holds),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** An agent that hangs is a result too. */
const longestMs = 180_000;

export function ended(
  child: ChildProcess,
  { stdin = '', dialogue = [] }: AgentRun,
  holds: (output: string) => boolean = () => false,
): Promise<Ended> {
  return new Promise((resolve) => {
    let output = '';
    const kill = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const watch = setInterval(() => {
      if (holds(output)) kill();
    }, 50);
    const late = setTimeout(kill, longestMs);
    const end = (code: number | null): void => {
      clearInterval(watch);
      clearTimeout(late);
      resolve({ code, output });
    };
    let said = 0;
    const say = (): void => {
      const next = dialogue[said];
      if (next === undefined) child.stdin?.end(stdin);
      else child.stdin?.write(`${next.line}\n`);
      said += 1;
    };
    child.stdout?.on('data', (data) => {
      output += String(data);
      const wanted = dialogue[said - 1]?.until;
      if (wanted?.test(output)) say();
    });
    child.stderr?.on('data', (data) => (output += String(data)));
    child.on('error', (error) => {
      output += String(error);
      end(null);
    });
    // Not `close`: processes that an agent leaves running may keep its output open.
    child.on('exit', (code) => end(code));
    child.stdin?.on('error', () => undefined);
    say();
  });
}
