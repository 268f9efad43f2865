/**
 * The file with instructions for an agent that a folder has: AGENTS.md, else what other agents call theirs. Read carefully, because a
 * repository may be hostile: links stay inside, and what rules deny to `read_file` is not read, by whatever name. It would go to the
 * model with every request.
 */
import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { IsDenied } from '../approval/denied-paths.ts';
import type { Workspace } from '../tool/tool.ts';
import { openFile } from '../workspace/open-file.ts';
import { nameOf, resolvePath } from '../workspace/resolve-path.ts';

/** The first that is there counts. */
export const instructionNames: readonly string[] = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

export interface InstructionFile {
  /** From the workspace on, with `/`; absolute where it is elsewhere. */
  readonly path: string;
  readonly text: string;
  /** Only its beginning: it is longer than the limit. */
  readonly cut: boolean;
}

export interface InstructionLimits {
  /** Links may lead anywhere in here. */
  readonly within: Workspace;
  /** How the file is named: from here on. */
  readonly workspace: Workspace;
  readonly isDenied: IsDenied;
  readonly bytes: number;
  /** Whose files are read; absent: anyone's. */
  readonly owners?: readonly number[] | undefined;
}

/** `folder`: absolute, without links. Undefined: it has none, or none that may be read. */
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

/** What cannot be read is not there: a session starts all the same. */
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
 * A relative pattern is about the workspace and covers nothing outside. What is outside goes to the model here all the same, so each
 * end of its path is compared with the rules: they cover a `.env` anywhere.
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
