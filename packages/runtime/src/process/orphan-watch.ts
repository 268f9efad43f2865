/**
 * A dead man's switch for process groups that this process starts. A small shell reads a pipe that only we write to; if the pipe ends
 * because we were killed, crashed or ran out of memory, it ends the groups in the last line. It starts with the first process to
 * watch and exits when there has been nothing to watch for a while. Without `/bin/sh`, and on Windows, nothing is watched.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { orphanScript } from './orphan-script.ts';

/** One process with everything it starts. */
export interface Ward {
  /** Called when the process has been started as the leader of this group. */
  leads(group: number): void;
  /** Called when none of its processes is left. Must be called before its pid can be reused. */
  release(): void;
}

export interface OrphanWatchOptions {
  readonly shell?: string;
  /** How long the shell stays without anything to watch. */
  readonly lingerMs?: number;
}

interface WatchedProcess {
  group?: number;
  readonly mark?: string;
}

type Shell = ChildProcessByStdio<Writable, null, null>;

/** Used instead of the user's PATH, which may start with a folder that others can write to. The last entry is for NixOS. */
const systemPath = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin';

export class OrphanWatch {
  readonly #program: string;
  readonly #lingerMs: number;
  readonly #wards = new Set<WatchedProcess>();
  #shell: Shell | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor({ shell = '/bin/sh', lingerMs = 30_000 }: OrphanWatchOptions = {}) {
    this.#program = shell;
    this.#lingerMs = lingerMs;
  }

  /**
   * Must be called before the start, so that no process escapes. `mark`: finds those that leave the group
   * (`process-tree.ts`).
   */
  guard(mark?: string): Ward {
    const ward: WatchedProcess = mark === undefined ? {} : { mark };
    this.#wards.add(ward);
    if (mark !== undefined) this.#tell();
    return {
      leads: (group) => {
        ward.group = group;
        this.#tell();
      },
      release: () => {
        if (this.#wards.delete(ward)) this.#tell();
      },
    };
  }

  /** The whole list every time: a shell that was killed is replaced by one with the same list. */
  #tell(): void {
    const left = [...this.#wards].map(({ group = '', mark = '' }) => `${group}/${mark}`).filter((one) => one !== '/');
    clearTimeout(this.#idle);
    if (left.length > 0) this.#shell ??= this.#start();
    else this.#idle = setTimeout(() => this.#leave(), this.#lingerMs).unref();
    this.#shell?.stdin.write(`${left.join(' ')}\n`);
  }

  #start(): Shell | undefined {
    if (process.platform === 'win32') return undefined;
    const shell = spawn(this.#program, ['-c', orphanScript, 'interlock-watch', String(process.pid)], {
      cwd: '/',
      // Has none of our marks, because the shell must outlive us.
      env: { PATH: systemPath },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    const forget = (): void => {
      if (this.#shell === shell) this.#shell = undefined;
    };
    shell.on('error', forget).on('exit', forget).unref();
    shell.stdin.on('error', forget);
    return shell;
  }

  #leave(): void {
    this.#shell?.stdin.end();
    this.#shell = undefined;
  }
}
