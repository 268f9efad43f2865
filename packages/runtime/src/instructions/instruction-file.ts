/**
 * The file with instructions for agents in a folder: AGENTS.md, otherwise the file of another agent. A repository may be hostile, and
 * the text goes to the model with every request: links must stay inside, and a file that rules deny to `read_file` is not read under
 * any name.
 */
import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { IsDenied } from '../approval/denied-paths.ts';
import type { Workspace } from '../tool/tool.ts';
import { openFile } from '../workspace/open-file.ts';
import { nameOf, resolvePath } from '../workspace/resolve-path.ts';

/** The first one that exists is used. */
export const instructionNames: readonly string[] = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

export interface InstructionFile {
  /** Relative to the workspace, with `/`; absolute if it is elsewhere. */
  readonly path: string;
  readonly text: string;
  /** Longer than the limit: only its beginning. */
  readonly cut: boolean;
}

export interface InstructionLimits {
  /** Links may point anywhere in here. */
  readonly within: Workspace;
  /** The file's name is relative to this folder. */
  readonly workspace: Workspace;
  readonly isDenied: IsDenied;
  readonly bytes: number;
  /** Whose files are read; absent: any owner's. */
  readonly owners?: readonly number[] | undefined;
}

/** `folder`: absolute, with links resolved. Undefined: there is no file, or none that may be read. */
export async function readInstructionFile(
  folder: string,
  limits: InstructionLimits,
): Promise<InstructionFile | undefined> {
  for (const name of instructionNames) {
    const path = join(folder, name);
    if (await isThere(path)) return readBeginning(path, limits);
  }
  return undefined;
}

/** An unreadable file is treated as missing, so that the session still starts. */
export async function readBeginning(path: string, limits: InstructionLimits): Promise<InstructionFile | undefined> {
  const { within, workspace, isDenied, bytes, owners } = limits;
  try {
    const { path: real } = resolvePath(within, path, { mustExist: true });
    if ([path, real].some((each) => isDeniedFrom(workspace, each, isDenied))) return undefined;
    const { handle, stats } = await openFile(real, path);
    try {
      if (owners !== undefined && !owners.includes(Number(stats.uid))) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      const text = new TextDecoder().decode(buffer.subarray(0, bytesRead)).replace(/\uFFFD+$/, '');
      if (text.trim() === '') return undefined;
      return { path: nameOf(workspace, path), text: text.trim(), cut: stats.size > BigInt(bytes) };
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * A relative pattern applies to the workspace only. Files outside also go to the model here, so each suffix of their path is compared
 * with the rules: a rule for `.env` covers it anywhere.
 */
function isDeniedFrom(workspace: Workspace, path: string, isDenied: IsDenied): boolean {
  const name = nameOf(workspace, path);
  if (isDenied(name)) return true;
  if (!name.startsWith('/')) return false;
  const parts = path.split(sep).filter((part) => part !== '');
  return parts.some((_, from) => isDenied(parts.slice(from).join('/')));
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
