/** The interactive program at a terminal of its own, with a folder to work in; everything is removed after the test. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { Agent } from '../../src/agent/agent.ts';
import { runInteractive } from '../../src/interactive/run-interactive.ts';
import { openHere } from '../terminal/open-here.ts';
import { type OpenTerminal, openTerminal, type Terminal, type TerminalOptions } from '../terminal/open-terminal.ts';
import { patientTimer } from '../terminal/patient-timer.ts';
import { type Folders, openTestAgent } from './test-agent.ts';

export interface Started<T extends Terminal = Terminal> {
  readonly terminal: T;
  readonly workspace: string;
  /** Lets `hold` continue, or makes answers stop in the middle (`stall`). */
  open(...gates: readonly string[]): void;
  /** The session's id, from its file. */
  sessionId(): string;
  /** The current content of the session's file. */
  stored(): string;
  /** Another program on the same folders. */
  again(resumed?: string): T;
}

/** A process in a real pseudo-terminal: for what only the system can show. */
export function startProgram(context: TestContext, options: TerminalOptions = {}): Started<OpenTerminal> {
  return inFolders(context, ({ workspace, store, gates }, resumed) => {
    const args = [...programArgs('interactive'), workspace, store, gates, ...(resumed === undefined ? [] : [resumed])];
    return openTerminal(process.execPath, args, options);
  });
}

/** In this process: for everything else. */
export function startHere(
  context: TestContext,
  options: TerminalOptions & {
    readonly firstMessage?: string;
    /** How opening the agent goes. */
    readonly opening?: (agent: Agent, trust: (folder: string) => Promise<boolean>) => Promise<Agent>;
  } = {},
): Started {
  const { opening = async (agent) => agent, firstMessage, ...terminal } = options;
  return inFolders(context, (folders, resumed) =>
    openHere(
      (io) =>
        runInteractive(
          async ({ trust }) => opening(await openTestAgent(folders, resumed), async (folder) => trust(folder, [])),
          io,
          firstMessage,
          patientTimer,
        ),
      terminal,
    ),
  );
}

function inFolders<T extends Terminal>(
  { onTestFinished }: TestContext,
  open: (folders: Folders, resumed?: string) => T,
): Started<T> {
  const folder = temporaryFolder('terminal');
  const terminals: T[] = [];
  onTestFinished(async () => {
    for (const terminal of terminals) await terminal.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const folders = { workspace: join(folder, 'work'), store: join(folder, 'store'), gates: join(folder, 'gates') };
  for (const path of Object.values(folders)) mkdirSync(path);
  const { workspace, store, gates } = folders;
  const start = (resumed?: string): T => {
    const terminal = open(folders, resumed);
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
