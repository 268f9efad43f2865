/** A home folder for the program under test: a project folder, a configuration, a state folder. Nothing of this machine gets into it. */

import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { run } from '@interlock/cli';
import { quoteWord } from '@interlock/runtime';
import { type Outcome, runCli } from '../../packages/cli/test/run-cli.ts';
import { openHere } from '../../packages/cli/test/terminal/open-here.ts';
import {
  type OpenTerminal,
  openTerminal,
  type Terminal,
  type TerminalOptions,
} from '../../packages/cli/test/terminal/open-terminal.ts';
import { programArgs } from './bundle.ts';
import { compileCache } from './compile-cache.ts';
import { type Running, startProcess } from './start-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Home {
  readonly folder: string;
  /** Where the program is started. */
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file in the project. */
  write(path: string, text: string): Promise<void>;
  /** Writes the user's configuration. */
  configure(config: object): Promise<void>;
  /** Starts the program as a process without a terminal. */
  start(args: readonly string[], env?: Environment): Running;
  /** The same in this process. */
  run(args: readonly string[], env?: Environment): Promise<Outcome>;
  /** Starts the program in a pseudo-terminal. */
  open(args: readonly string[], options?: TerminalOptions): OpenTerminal;
  /** Starts the program in this process, at an emulated terminal. */
  openHere(args: readonly string[], options?: TerminalOptions): Terminal;
  /** Runs a shell line in a pseudo-terminal; `interlock` starts the program. */
  openShell(line: string, options?: TerminalOptions): OpenTerminal;
  /** Ends everything that still runs, including commands of tools that wrote their process id to one of these `*.pid` files. */
  close(pids?: readonly string[]): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const program = programArgs('main');

/** `name`: of the project's folder. */
export async function openHome(env: Environment = {}, name = 'project'): Promise<Home> {
  const folder = temporaryFolder('program');
  const project = join(folder, name);
  await mkdir(project);
  const all: Environment = {
    HOME: folder,
    PATH: process.env['PATH'] ?? '',
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    // Nothing listens there, so that no model of this machine is used in a test.
    OLLAMA_HOST: 'http://127.0.0.1:9',
    ...compileCache,
    ...env,
  };
  const running: Running[] = [];
  const terminals: Terminal[] = [];
  const here = (args: readonly string[]): readonly string[] => [...args, '--cwd', project];
  const inTerminal = (command: string, args: readonly string[], options: TerminalOptions): OpenTerminal => {
    const terminal = openTerminal(command, args, { cwd: project, ...options, env: { ...all, ...options.env } });
    terminals.push(terminal);
    return terminal;
  };
  return {
    folder,
    project,
    env: all,
    write: (path, text) => writeBelow(project, path, text),
    configure: (config) => writeBelow(join(folder, 'config', 'interlock'), 'config.json', JSON.stringify(config)),
    start: (args, more = {}) => {
      const started = startProcess([...program, ...args], { cwd: project, env: { ...all, ...more } });
      running.push(started);
      return started;
    },
    run: (args, more = {}) => runCli(here(args), { stdin: '', env: { ...all, ...more } }),
    openHere: (args, options = {}) => {
      const terminal = openHere((io) => run(here(args), io), { ...options, env: { ...all, ...options.env } });
      terminals.push(terminal);
      return terminal;
    },
    open: (args, options = {}) => inTerminal(process.execPath, [...program, ...args], options),
    openShell: (line, options = {}) => {
      const named = `interlock() { ${[process.execPath, ...program].map(quoteWord).join(' ')} "$@"; }`;
      return inTerminal('/bin/sh', ['-c', `${named}\n${line}`], options);
    },
    close: async (pids = []) => {
      await Promise.all([...running.map((each) => each.kill()), ...terminals.map((terminal) => terminal.close())]);
      for (const path of pids) await endCommand(join(project, path));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function writeBelow(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

/** Commands have their own process group, and outlive a program that is killed. */
async function endCommand(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  try {
    process.kill(-Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
