/**
 * Runs command lines in a real shell whose only programs record how they were started. Many lines are played by one process, each in a
 * shell of its own (`sh -c line`, as `run_command` does).
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { quoteWord } from '../../../packages/runtime/src/process/quote-word.ts';
import { temporaryFolder } from '../../program/temporary-folder.ts';
import type { KnownShell } from './known-shells.ts';
import { stubs } from './line-maker.ts';

/** A program that was started. `folder`: relative to the stage's workspace. */
export interface Start {
  readonly folder: string;
  readonly words: readonly string[];
}

/** What happened when a line ran. */
export interface Played {
  readonly starts: readonly Start[];
  /** Files that were created or changed, relative to the workspace. */
  readonly made: readonly string[];
}

export interface Stage {
  readonly folder: string;
  /** Where lines run: `f`, `d/g`, `d/e`, and `link`, which leads outside. */
  readonly workspace: string;
  /** The folder of the recording programs. */
  readonly programs: string;
  /** `alone`: each line by itself, in a fresh workspace, so that files are attributed to it. */
  play(shell: KnownShell, lines: readonly string[], how: 'together' | 'alone'): Promise<readonly Played[]>;
  close(): void;
}

/** One write for each start, so that concurrent programs do not mix: line, count of words, folder, words. */
const recorder = `#!/bin/sh
cd -P . && printf '%s\\0' "$LINE" "$#" "$PWD" "\${0##*/}" "$@" >> "$RECORD"
`;

export function openStage(): Stage {
  const folder = temporaryFolder('shells');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const name of stubs) {
    writeFileSync(join(programs, name), recorder);
    chmodSync(join(programs, name), 0o755);
  }
  const workspace = join(folder, 'outer', 'workspace');
  layOut(folder);
  const play = async (shell: KnownShell, lines: readonly string[]): Promise<readonly Played[]> => {
    layOut(folder);
    const before = listing(folder);
    const record = join(folder, 'record');
    writeFileSync(record, '');
    const played = lines.map((): Start[] => []);
    await run(shell, lines, folder, workspace, record, programs);
    for (const [line, start] of readRecord(readFileSync(record, 'utf8'), workspace)) played[line]?.push(start);
    const after = listing(folder);
    const made = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
    // Together, whoever made a file is unknown: the caller plays those lines alone.
    return played.map((starts) => ({ starts, made }));
  };
  return {
    folder,
    workspace,
    programs,
    play: async (shell, lines, how) => {
      if (how === 'together') return play(shell, lines);
      const all: Played[] = [];
      for (const line of lines) all.push(...(await play(shell, [line])));
      return all;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function layOut(folder: string): void {
  const outer = join(folder, 'outer');
  rmSync(outer, { recursive: true, force: true });
  mkdirSync(join(outer, 'workspace', 'd', 'e'), { recursive: true });
  mkdirSync(join(outer, 'away', 'deep'), { recursive: true });
  for (const file of ['workspace/f', 'workspace/g', 'workspace/d/g', 'secret', 'away/g', 'away/deep/g']) {
    writeFileSync(join(outer, file), 'text\n');
  }
  symlinkSync('../away/deep', join(outer, 'workspace', 'link'));
}

function listing(folder: string): ReadonlyMap<string, string> {
  const outer = join(folder, 'outer');
  const found = new Map<string, string>();
  for (const entry of readdirSync(outer, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(relative(join(outer, 'workspace'), path), String(statSync(path).size));
    else found.set(relative(join(outer, 'workspace'), path), 'folder');
  }
  return found;
}

async function run(
  shell: KnownShell,
  lines: readonly string[],
  folder: string,
  workspace: string,
  record: string,
  programs: string,
): Promise<void> {
  const driver = join(folder, 'driver');
  const each = lines.map((line, at) => `LINE=${at} "$PLAYED" -c ${quoteWord(line)} </dev/null`);
  writeFileSync(driver, ['export PLAYED LINE', ...each, ''].join('\n'));
  const child = spawn('/bin/sh', [driver], {
    cwd: workspace,
    env: {
      PATH: programs,
      RECORD: record,
      PLAYED: shell.program,
      LANG: 'C.UTF-8',
      HOME: join(folder, 'outer', 'away'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.resume();
  // Background processes hold the output open, so this waits for them.
  await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

function readRecord(text: string, workspace: string): readonly (readonly [line: number, start: Start])[] {
  const pieces = text.split('\0');
  const found: (readonly [number, Start])[] = [];
  for (let at = 0; at + 3 < pieces.length; ) {
    const count = Number(pieces[at + 1]);
    const folder = relative(workspace, pieces[at + 2] ?? '');
    found.push([
      Number(pieces[at]),
      { folder: folder === '' ? '.' : folder, words: pieces.slice(at + 3, at + 4 + count) },
    ]);
    at += 4 + count;
  }
  return found;
}
