/**
 * Instructions of folders below the workspace. The model gets them with the first result of a call that uses a file there. They are
 * part of that result: recorded with it, sent to every later model, and the start of the conversation does not change. After a
 * compaction they are given again.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { deniedPaths } from '../approval/denied-paths.ts';
import type { ApprovalRule } from '../tool/approval-rule.ts';
import type { Access, Workspace } from '../tool/tool.ts';
import { type InstructionFile, instructionNames, readInstructionFile } from './instruction-file.ts';

const mostOfOne = 32 * 1024;
/** How many folders are checked for one call. */
const mostFolders = 20;

export interface TouchedOptions {
  readonly workspace: Workspace;
  readonly approvals: { readonly rules: readonly ApprovalRule[] };
  /** `givenInstructions`: paths that are already in the conversation. */
  readonly facts: { readonly givenInstructions: ReadonlySet<string> };
}

export class TouchedInstructions {
  readonly #options: TouchedOptions;
  /** Paths of instructions in results that are not recorded yet, by call id. */
  readonly #unrecorded = new Map<string, readonly string[]>();

  constructor(options: TouchedOptions) {
    this.#options = options;
  }

  /** The text to add to the result of this call; `most`: its limit in characters. */
  async noteFor(callId: string, access: Access, most: number): Promise<string | undefined> {
    const found: InstructionFile[] = [];
    const paths: string[] = [];
    let left = most;
    for (const folder of await this.#foldersOf(access)) {
      const file = await this.#read(folder, Math.min(mostOfOne, left));
      if (file === undefined || this.#isGiven(file.path)) continue;
      // Claimed immediately: other calls of the batch may want it too.
      paths.push(file.path);
      this.#unrecorded.set(callId, paths);
      // The model has just read or written it.
      if (isUsed(access, folder, file.path)) continue;
      found.push(file);
      left -= file.text.length;
      if (left <= 0) break;
    }
    return found.length === 0 ? undefined : found.map(noteText).join('\n\n');
  }

  /** Called when the call's result is recorded: returns the paths of the instructions that are now in the conversation. */
  take(callId: string): readonly string[] {
    const paths = this.#unrecorded.get(callId) ?? [];
    this.#unrecorded.delete(callId);
    return paths;
  }

  #isGiven(path: string): boolean {
    return (
      this.#options.facts.givenInstructions.has(path) ||
      [...this.#unrecorded.values()].some((paths) => paths.includes(path))
    );
  }

  /** Below the workspace, the outermost first. */
  async #foldersOf({ reads = [], writes = [] }: Access): Promise<readonly string[]> {
    const { root } = this.#options.workspace;
    const folders = new Set<string>();
    for (const path of [...reads, ...writes]) {
      const inside = relative(root, path);
      if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || !path.startsWith(root)) continue;
      const isFolder = await stat(path).then(
        (found) => found.isDirectory(),
        () => false,
      );
      const parts = (isFolder ? inside : dirname(inside)).split(sep).filter((part) => part !== '.' && part !== '');
      for (const [at] of parts.entries()) folders.add([root, ...parts.slice(0, at + 1)].join(sep));
    }
    return [...folders].toSorted((one, other) => one.length - other.length).slice(0, mostFolders);
  }

  async #read(folder: string, bytes: number): Promise<InstructionFile | undefined> {
    const { workspace, approvals } = this.#options;
    const isDenied = deniedPaths(approvals.rules, ['read_file']) ?? (() => false);
    return readInstructionFile(folder, { within: workspace, workspace, isDenied, bytes });
  }
}

function isUsed({ reads = [], writes = [] }: Access, folder: string, path: string): boolean {
  const name = basename(path);
  return instructionNames.includes(name) && [...reads, ...writes].includes([folder, name].join('/'));
}

function noteText({ path, text, cut }: InstructionFile): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return `[Instructions for ${folder}, from ${path}${cut ? ' (truncated)' : ''}. They are not part of the result.]\n<instructions>\n${text}\n</instructions>`;
}
