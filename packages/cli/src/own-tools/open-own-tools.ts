/** Loads the custom tools of the user and of a trusted project, and reports what is wrong with those that fail. */

import { dirname } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import {
  type AgentTool,
  type Clock,
  OrphanWatch,
  openEntry,
  type Sandbox,
  type SandboxEntry,
} from '@interlock/runtime';
import { messageOf } from '../io/command-error.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import { describeLoadFault, typeScriptProblem } from './describe-load-fault.ts';
import { FileTool } from './file-tool.ts';
import { readDefinition } from './read-definition.ts';
import { SpareEntry } from './spare-entry.ts';
import { packagesFolder, toolProgram } from './start-worker.ts';
import { nameOfFile, type ToolFile } from './tool-files.ts';
import { type Loaded, ToolThread } from './tool-thread.ts';

export interface OwnTool {
  readonly tool: AgentTool;
  readonly file: string;
}

/** A problem with a file that its owner has to fix. */
export interface ToolProblem {
  /** The file, with line and column if known. */
  readonly where: string;
  /** What is wrong, and what to do. */
  readonly text: string;
}

export interface OwnTools {
  readonly tools: readonly OwnTool[];
  /** Files that are not offered, or not as written. */
  readonly problems: readonly ToolProblem[];
  readonly printed: PrintedLines;
  close(): Promise<void>;
}

export interface OwnToolsOptions {
  /** The sandbox of their processes. Absent: they are not confined. */
  readonly sandbox?: Sandbox;
  /** The environment of the processes, without provider keys. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Names that are already taken. */
  readonly taken: readonly string[];
  /** How long a file may take to load. Default: 10 s. */
  readonly loadMs?: number;
  /** How long a tool may take to return the subject of a call. Default: 2 s. */
  readonly askMs?: number;
}

const defaultLoadMs = 10_000;

interface OpenedFile {
  readonly path: string;
  readonly tool?: FileTool;
  readonly problem?: ToolProblem;
}

/** Never rejects: a file that fails is a problem, and affects only itself. */
export async function openOwnTools(files: readonly ToolFile[], options: OwnToolsOptions): Promise<OwnTools> {
  const printed = new PrintedLines();
  const watch = new OrphanWatch();
  const wanted = files.filter(({ isIgnored }) => !isIgnored);
  const opened = await Promise.all(
    wanted.map(({ path }) =>
      openFile(path, options, printed, watch).catch((error: unknown) => openFailure(path, error)),
    ),
  );
  const { kept, duplicates } = withoutDuplicates(opened, options.taken);
  await Promise.all(duplicates.map(({ tool }) => tool.close()));
  const duplicateProblem = ({ path, tool, existing }: DuplicateTool): ToolProblem =>
    problemAt(path, `A tool ${tool.tool.name} already exists: ${existing}. Rename this one.`);
  return {
    tools: kept.map(({ path, tool }) => ({ tool: tool.tool, file: path })),
    problems: [...opened.flatMap(({ problem }) => problem ?? []), ...duplicates.map(duplicateProblem)],
    printed,
    close: async () => {
      await Promise.all(kept.map(({ tool }) => tool.close()));
    },
  };
}

async function openFile(
  path: string,
  options: OwnToolsOptions,
  printed: PrintedLines,
  watch: OrphanWatch,
): Promise<OpenedFile> {
  const problem = typeScriptProblem(path, process);
  if (problem !== undefined) return { path, problem: problemAt(path, problem) };
  const name = nameOfFile(path);
  const { clock, loadMs = defaultLoadMs, askMs } = options;
  const url = pathToFileURL(path).href;
  const print = (text: string): void => printed.add(plainText(name), text);
  const spare = await SpareEntry.prepare(() => enter(path, url, options));
  const asked = askMs === undefined ? {} : { askMs };
  const start = (): ToolThread =>
    new ToolThread({ url, entry: spare.take(), watch, clock, loadMs, printed: print, ...asked });
  const thread = start();
  const loaded = await thread.loaded;
  const read = 'fields' in loaded ? readDefinition(loaded.fields, name) : await loadProblem(path, loaded, loadMs);
  if (typeof read === 'object' && 'kind' in read) {
    const warning = read.warning === undefined ? {} : { problem: problemAt(path, `${read.name} ${read.warning}.`) };
    const isConfined = options.sandbox?.confinement.state === 'confined';
    return { path, tool: new FileTool(read, { thread, start, spare, isConfined }), ...warning };
  }
  await Promise.all([thread.close(), spare.close()]);
  return { path, problem: typeof read === 'string' ? problemAt(path, read) : read };
}

/** The process works in the workspace of the sandbox, and can read the files next to the tool. */
function enter(path: string, url: string, { sandbox, environment }: OwnToolsOptions): Promise<SandboxEntry> {
  const program = toolProgram(url);
  if (sandbox === undefined) return Promise.resolve(openEntry(program, environment));
  return sandbox.enter(program, { cwd: process.cwd(), environment, readable: [dirname(path), packagesFolder] });
}

/** No process could be started, or its output is unreadable. */
function openFailure(path: string, error: unknown): OpenedFile {
  const why = messageOf(error);
  return { path, problem: problemAt(path, `It cannot be loaded: ${why}. Check the file, or remove it.`) };
}

async function loadProblem(
  path: string,
  loaded: Exclude<Loaded, { fields: unknown }>,
  loadMs: number,
): Promise<ToolProblem> {
  if ('fault' in loaded) {
    const { position, text } = await describeLoadFault(path, loaded.fault);
    return problemAt(position === undefined ? path : `${path}:${position}`, text);
  }
  if ('problem' in loaded) return problemAt(path, loaded.problem);
  const advice = 'Look for a loop, or for an await that never ends, outside of run().';
  return problemAt(path, `It did not load within ${loadMs / 1_000} s. ${advice}`);
}

function problemAt(where: string, text: string): ToolProblem {
  return { where: plainText(where), text: plainLine(text) };
}

interface LoadedTool {
  readonly path: string;
  readonly tool: FileTool;
}

interface DuplicateTool extends LoadedTool {
  readonly existing: string;
}

/** If several tools have the same name, the first wins: built-in, then the user's, then the project's. */
function withoutDuplicates(
  opened: readonly OpenedFile[],
  taken: readonly string[],
): { readonly kept: readonly LoadedTool[]; readonly duplicates: readonly DuplicateTool[] } {
  const owners = new Map(taken.map((name) => [name, 'it is built in']));
  const kept: LoadedTool[] = [];
  const duplicates: DuplicateTool[] = [];
  for (const { path, tool } of opened) {
    if (tool === undefined) continue;
    const existing = owners.get(tool.tool.name);
    if (existing === undefined) kept.push({ path, tool });
    else duplicates.push({ path, tool, existing });
    owners.set(tool.tool.name, existing ?? `it is defined in ${path}`);
  }
  return { kept, duplicates };
}

/** The output of custom tools. It is passed to the listeners, and its end is kept for later ones. */
const maxLines = 50;

class PrintedLines {
  readonly #listeners: ((line: string) => void)[] = [];
  #recent: readonly string[] = [];

  get recent(): readonly string[] {
    return this.#recent;
  }

  /** Starts with the lines that were printed before. */
  listen(listener: (line: string) => void): void {
    for (const line of this.#recent) listener(line);
    this.#listeners.push(listener);
  }

  /** `existing`: the prefix of each line. */
  add(existing: string, text: string): void {
    const lines = text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => `${existing}: ${plainText(line)}`);
    this.#recent = [...this.#recent, ...lines].slice(-maxLines);
    for (const line of lines) for (const listener of this.#listeners) listener(line);
  }
}
