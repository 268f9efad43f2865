/**
 * What a run of many parts has done, kept in a file after each part, so that a run which was stopped continues where it stopped. What was
 * done with other code is done again.
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
  /** What the parts were done with: those of another state are forgotten. */
  readonly state: string;
  /** Milliseconds after which no other part is begun. */
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

  /** The result of a part, made now or in an earlier run. It must be plain data. */
  async part<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (Object.hasOwn(this.#kept.parts, name)) return this.#kept.parts[name] as T;
    if (this.#now() - this.#began > (this.#options.mostMs ?? Infinity)) throw new OutOfTime(name);
    const made = await make();
    this.#kept = { ...this.#kept, parts: { ...this.#kept.parts, [name]: made ?? null } };
    mkdirSync(dirname(this.#options.file), { recursive: true });
    writeFileSync(this.#options.file, JSON.stringify(this.#kept));
    return made;
  }

  /** All is done: the next run starts over. */
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
