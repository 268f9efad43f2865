/** Starts `interlock inspect` in this process, as a user would, with the page built from the current sources. */
import { rmSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { run } from '@interlock/cli';
import type { State } from '@interlock/inspector';
import { buildPage } from '../../../packages/inspector/build-page.ts';
import { temporaryFolder } from '../../program/temporary-folder.ts';

export interface Inspector {
  /** Includes the token. */
  readonly address: string;
  /** The address of a view of the document whose name ends like this. */
  viewOf(name: string, view: string): Promise<string>;
  close(): Promise<number>;
}

export interface Home {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  remove(): void;
}

/** A home folder and a workspace. */
export function makeHome(): Home {
  const folder = temporaryFolder('inspect');
  const env = { HOME: folder, PATH: process.env['PATH'] ?? '' };
  return { env, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function openInspector(args: readonly string[], env: Home['env']): Promise<Inspector> {
  await buildPage();
  const stop = Promise.withResolvers<'SIGINT'>();
  const printed = Promise.withResolvers<string>();
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      printed.resolve(String(chunk));
      done();
    },
  });
  const errors: string[] = [];
  const stderr = new Writable({
    write: (chunk, _encoding, done) => {
      errors.push(String(chunk));
      done();
    },
  });
  const stdin = Object.assign(Readable.from([]), { isTTY: true });
  const ended = run(['inspect', ...args], { stdin, stdout, stderr, env, interrupted: () => stop.promise });
  const line = await Promise.race([
    printed.promise,
    ended.then((code) => Promise.reject(new Error(`${code}: ${errors.join('')}`))),
  ]);
  const [address = ''] = line.trim().split('#');
  return {
    address,
    viewOf: async (name, view) => {
      const { documents }: State = JSON.parse(await (await fetch(`${address}api/state`)).text());
      const found = documents.find((each) => each.name.endsWith(name));
      if (found === undefined) throw new Error(`${name} is not open: ${JSON.stringify(documents)}`);
      return `${address}#/${found.id}/${view}`;
    },
    close: async () => {
      stop.resolve('SIGINT');
      return ended;
    },
  };
}
