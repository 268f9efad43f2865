/** `acpx`, an independent client of the Agent Client Protocol, run as from a shell. It keeps its state in its own home folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../architecture/repository.ts';

export const acpxVersion = '0.19.1';

const program = join(root, 'test/acp/client/node_modules/.bin/acpx');

export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly update?: Readonly<Record<string, unknown>> };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

export interface Ran {
  readonly code: number | null;
  /** All protocol messages it printed. */
  readonly messages: readonly Message[];
  readonly output: string;
}

export interface Client {
  run(...args: readonly string[]): Promise<Ran>;
  /** Kills every process it started, agents included. */
  killAll(): Promise<void>;
}

/** Longer than any step takes. */
const longestMs = 120_000;

export function openClient(agent: string, folder: string, environment: Readonly<Record<string, string>>): Client {
  const started: ChildProcess[] = [];
  return {
    run: (...args) =>
      new Promise((resolve) => {
        const child = spawn(program, ['--agent', agent, '--cwd', folder, '--format', 'json', ...args], {
          cwd: folder,
          env: environment,
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        started.push(child);
        let output = '';
        const late = setTimeout(() => child.kill('SIGKILL'), longestMs);
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
        child.on('exit', (code) => {
          clearTimeout(late);
          resolve({ code, output, messages: output.split('\n').flatMap(messageIn) });
        });
      }),
    killAll: async () => {
      for (const pid of await processesWith(environment['HOME'] ?? '')) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has already exited.
        }
      }
    },
  };
}

/** Processes with this home folder in their environment; no other process has it. */
async function processesWith(home: string): Promise<readonly number[]> {
  const { readdir, readFile } = await import('node:fs/promises');
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
      return text.split('\0').includes(`HOME=${home}`) ? [Number(name)] : [];
    }),
  );
  return found.flat().filter((pid) => pid !== process.pid);
}

function messageIn(line: string): readonly Message[] {
  try {
    const value: (Message & { readonly jsonrpc?: string }) | null = JSON.parse(line);
    return value?.jsonrpc === '2.0' ? [value] : [];
  } catch {
    return [];
  }
}
