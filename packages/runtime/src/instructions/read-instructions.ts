/**
 * Reads the instructions for the system prompt: the user's own, then those of the folders from the root of the repository down to the
 * workspace. Deeper ones are only listed; they are given when a file in their folder is used (`touched-instructions.ts`).
 */
import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { deniedPaths, type IsDenied } from '../approval/denied-paths.ts';
import type { ApprovalRule } from '../tool/approval-rule.ts';
import type { Workspace } from '../tool/tool.ts';
import { type InstructionFile, instructionNames, readBeginning, readInstructionFile } from './instruction-file.ts';

/** Limits, because every request contains the instructions. */
const mostOfOne = 64 * 1024;
const mostOfAll = 128 * 1024;
const deepest = 4;
const mostFolders = 2_000;
const highest = 100;

export interface InstructionOptions {
  /** The absolute path of the user's own instructions, which apply in every folder. */
  readonly userFile?: string;
}

export interface Instructions {
  /** In the order of the prompt. */
  readonly files: readonly (InstructionFile & { readonly from: 'user' | 'project' })[];
  /** Paths of the instruction files in deeper folders, in order. */
  readonly nested: readonly string[];
}

/** Undefined if there are none. */
export async function readInstructions(
  workspace: Workspace,
  rules: readonly ApprovalRule[] = [],
  { userFile }: InstructionOptions = {},
): Promise<Instructions | undefined> {
  const isDenied = deniedPaths(rules, ['read_file']) ?? (() => false);
  const own = userFile === undefined ? undefined : await readUserFile(userFile, workspace, isDenied);
  const project = await readProject(workspace, isDenied, mostOfAll - (own?.text.length ?? 0));
  const files = [
    ...(own === undefined ? [] : [{ ...own, from: 'user' as const }]),
    ...project.map((file) => ({ ...file, from: 'project' as const })),
  ];
  const nested = (await findNested(workspace.root)).filter((path) => !isDenied(path));
  return files.length === 0 && nested.length === 0 ? undefined : { files, nested };
}

/** The file may be a link, because many users keep such files elsewhere. */
async function readUserFile(
  path: string,
  workspace: Workspace,
  isDenied: IsDenied,
): Promise<InstructionFile | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  const within = { root: dirname(real), alsoAllowed: [] };
  const file = await readBeginning(real, { within, workspace, isDenied, bytes: mostOfOne });
  return file === undefined ? undefined : { ...file, path };
}

async function readProject(
  workspace: Workspace,
  isDenied: IsDenied,
  bytes: number,
): Promise<readonly InstructionFile[]> {
  const owners = await ownersOf(workspace.root);
  const above = await foldersAbove(workspace.root, owners);
  const [top = workspace.root] = above;
  const files: InstructionFile[] = [];
  let left = bytes;
  for (const folder of above) {
    const limits = { within: { root: top, alsoAllowed: [] }, workspace, isDenied, owners };
    const file = await readInstructionFile(folder, { ...limits, bytes: Math.min(mostOfOne, left) });
    if (file !== undefined) files.push(file);
    left = Math.max(1, left - (file?.text.length ?? 0));
  }
  const limits = { within: workspace, workspace, isDenied, bytes: Math.min(mostOfOne, left) };
  const last = await readInstructionFile(workspace.root, limits);
  return last === undefined ? files : [...files, last];
}

/**
 * From the root of the repository down to the folder above the workspace. The repository must belong to the user or to the owner of
 * the workspace: anyone can make a repository of `/tmp`.
 */
async function foldersAbove(root: string, owners: readonly number[] | undefined): Promise<readonly string[]> {
  const folders: string[] = [];
  for (let folder = root, step = 0; step < highest; folder = dirname(folder), step += 1) {
    if (folder !== root) folders.unshift(folder);
    const git = await lstat(join(folder, '.git')).catch(() => undefined);
    if (git !== undefined) return owners === undefined || owners.includes(git.uid) ? folders : [];
    if (dirname(folder) === folder) break;
  }
  return [];
}

/** Undefined: this system has no owners. */
async function ownersOf(root: string): Promise<readonly number[] | undefined> {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  const owner = await lstat(root).then(
    ({ uid }) => [uid],
    () => [],
  );
  return [user, ...owner];
}

/** Breadth first, so that the limit excludes the deepest. Links are not followed. */
async function findNested(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level: readonly string[] = (await entriesOf(root)).filter(mayHold).map(({ name }) => name);
  let seen = 0;
  for (let depth = 1; depth < deepest && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      seen += 1;
      if (seen > mostFolders) return found.sort();
      const entries = await entriesOf(join(root, folder));
      const name = instructionNames.find((each) => entries.some((entry) => entry.isFile() && entry.name === each));
      if (name !== undefined) found.push(`${folder}/${name}`);
      next.push(...entries.filter(mayHold).map(({ name: below }) => `${folder}/${below}`));
    }
    level = next;
  }
  return found.sort();
}

function entriesOf(path: string): Promise<readonly Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => []);
}

function mayHold(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
}
