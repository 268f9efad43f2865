/**
 * Saves the progress of a long run to a file after each part, so that an interrupted run continues where it stopped. Results from other
 * versions of the code are discarded.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { root } from '../architecture/repository.ts';

/** There is no time left for another part. */
export class OutOfTime extends Error {}

export interface ProgressOptions {
  readonly file: string;
  /** A digest of the code: results from a different state are discarded. */
  readonly state: string;
  /** Milliseconds after which no further part is started. */
  readonly mostMs?: number;
  readonly now?: () => number;
}

interface Kept {
  readonly state: string;
  readonly parts: Readonly<Record<string, unknown>>;
}

export class Progress {
  readonly #options: ProgressOptions;
  readonly #now: () => number;
  readonly #began: number;
  #kept: Kept;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#began = this.#now();
    const kept: Kept | undefined = existsSync(options.file)
      ? JSON.parse(readFileSync(options.file, 'utf8'))
      : undefined;
    this.#kept = kept?.state === options.state ? kept : { state: options.state, parts: {} };
  }

  /** The result of a part, from this run or an earlier one. It must be plain data. */
  async part<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (Object.hasOwn(this.#kept.parts, name)) return this.#kept.parts[name] as T;
    if (this.#now() - this.#began > (this.#options.mostMs ?? Infinity)) throw new OutOfTime(name);
    const made = await make();
    this.#kept = { ...this.#kept, parts: { ...this.#kept.parts, [name]: made ?? null } };
    mkdirSync(dirname(this.#options.file), { recursive: true });
    writeFileSync(this.#options.file, JSON.stringify(this.#kept));
    return made;
  }

  /** The run is complete: the next one starts over. */
  end(): void {
    rmSync(this.#options.file, { force: true });
  }
}

/** The code as it is, committed or not. */
export function stateOfCode(...folders: readonly string[]): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const committed = folders.map((folder) => git('rev-parse', `HEAD:${folder}`).trim());
  const changed = git('diff', 'HEAD', '--', ...folders) + git('status', '--porcelain', '--', ...folders);
  return createHash('sha256')
    .update([...committed, changed].join('\n'))
    .digest('hex');
}
