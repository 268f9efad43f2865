/** A home folder and a project in a temporary folder, removed when the tests of the file are done. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { type Provider, providers } from '@interlock/wire';
import { afterAll } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { Io } from '../../src/io/io.ts';

export interface TestHome {
  readonly home: string;
  /** A repository. */
  readonly project: string;
  readonly userFile: string;
  readonly projectFile: string;
  readonly state: string;
  /** Writes text as it is, and other values as JSON. Returns the path. */
  write(path: string, content: unknown): string;
  env(more?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

export function testHomes(): () => TestHome {
  // Links are resolved, because the compared paths are, too.
  const root = temporaryFolder('config');
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let count = 0;
  return () => {
    count += 1;
    const home = join(root, `home-${count}`);
    const project = join(home, 'project');
    mkdirSync(join(project, '.git'), { recursive: true });
    return {
      home,
      project,
      userFile: join(home, '.config', 'interlock', 'config.json'),
      projectFile: join(project, '.interlock', 'config.json'),
      state: join(home, '.local', 'state', 'interlock'),
      write: (path, content) => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(
          path,
          typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
        );
        return path;
      },
      // An Ollama on this machine must not affect the tests.
      env: (more = {}) => ({ HOME: home, OLLAMA_HOST: '127.0.0.1:1', ...more }),
    };
  };
}

export interface TestIo extends Io {
  readonly out: () => string;
  readonly err: () => string;
}

export function testIo(env: Io['env']): TestIo {
  const [stdout, stderr] = [new Sink(), new Sink()];
  return { stdin: Readable.from([]), stdout, stderr, env, out: () => stdout.text(), err: () => stderr.text() };
}

class Sink extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

/** The message of the error that it throws. */
export async function refusal(action: () => Promise<unknown>): Promise<string> {
  try {
    await action();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '(it was taken)';
}

/** The providers that messages list if nothing is configured: all with a known address. */
export const addressed: readonly Provider[] = providers.filter(
  ({ endpoints, places = [] }) =>
    Object.keys(endpoints).length > 0 &&
    places.every(({ optional, default: usual }) => optional || usual !== undefined),
);
