/** The test program in a terminal of its own, with a folder to work in; everything is gone after the test. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { type OpenTerminal, openTerminal, type TerminalOptions } from '../terminal/open-terminal.ts';

export interface Started {
  readonly terminal: OpenTerminal;
  readonly workspace: string;
  /** Lets `hold` go on, or makes answers stop in the middle (`stall`). */
  open(...gates: readonly string[]): void;
  /** The session's id, from its file. */
  sessionId(): string;
  /** What is in the session's file by now. */
  stored(): string;
  /** Another program on the same folders. */
  again(resumed?: string): OpenTerminal;
}

/** For tests that run beside each other. */
export function startProgram({ onTestFinished }: TestContext, options: TerminalOptions = {}): Started {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'interlock-terminal-')));
  const terminals: OpenTerminal[] = [];
  onTestFinished(async () => {
    for (const terminal of terminals) await terminal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const [workspace, store, gates] = ['work', 'store', 'gates'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [workspace, store, gates]) mkdirSync(path);
  const start = (resumed?: string): OpenTerminal => {
    const args = [...programArgs('interactive'), workspace, store, gates, ...(resumed === undefined ? [] : [resumed])];
    const terminal = openTerminal(process.execPath, args, options);
    terminals.push(terminal);
    return terminal;
  };
  const sessionFile = (): string =>
    readdirSync(store, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.jsonl')) ?? '';
  return {
    terminal: start(),
    workspace,
    open: (...names) => {
      for (const name of names) writeFileSync(join(gates, `gate-${name}`), '');
    },
    sessionId: () => /([^/]+)\.jsonl$/.exec(sessionFile())?.[1] ?? '',
    stored: () => readFileSync(join(store, sessionFile()), 'utf8'),
    again: start,
  };
}

/** The status line of a session at rest, which names the model and no activity. */
export const atRest: RegExp =
  /> Ask something[^\n]*\n[^\n]*claude-opus-4-5 · (?!asks|answers|begins|thinking|\d+ tool)/;
