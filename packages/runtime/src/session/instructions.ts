/** `AGENTS.md`: what a project wants an agent to know. The root's is read; deeper ones are named, for the model to read there. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApprovalRule } from '../approval/approval-rule.ts';
import { deniedPaths, type IsDenied } from '../approval/denied-paths.ts';
import type { Workspace } from '../tool/tool.ts';
import { openFile } from '../workspace/open-file.ts';
import { resolvePath } from '../workspace/resolve-path.ts';

const fileName = 'AGENTS.md';
/** Instructions that are longer are cut: they are part of every request. */
const longest = 64 * 1024;
const deepest = 4;
const mostFolders = 2_000;

export interface Instructions {
  readonly text: string;
  readonly cut: boolean;
  /** Paths of nested ones, in order. */
  readonly nested: readonly string[];
}

/**
 * Undefined when there are none. What cannot be read is not there: a session starts all the same. Neither is what rules deny to
 * `read_file`, by whatever link: it would go to the model with every request.
 */
export async function readInstructions(
  workspace: Workspace,
  rules: readonly ApprovalRule[] = [],
): Promise<Instructions | undefined> {
  const isDenied = deniedPaths(rules, ['read_file']) ?? (() => false);
  const { text, cut } = await readRoot(workspace, isDenied);
  const nested = (await findNested(workspace.root)).filter((path) => !isDenied(path));
  return text === '' && nested.length === 0 ? undefined : { text, cut, nested };
}

async function readRoot(
  workspace: Workspace,
  isDenied: IsDenied,
): Promise<{ readonly text: string; readonly cut: boolean }> {
  try {
    // A link may lead elsewhere in the workspace, not out of it.
    const { path, name } = resolvePath(workspace, fileName, { mustExist: true });
    if (isDenied(name) || isDenied(fileName)) return { text: '', cut: false };
    const { handle, stats } = await openFile(path, fileName);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(longest), 0, longest, 0);
      const text = new TextDecoder().decode(buffer.subarray(0, bytesRead)).replace(/\uFFFD+$/, '');
      return { text: text.trim(), cut: stats.size > BigInt(longest) };
    } finally {
      await handle.close();
    }
  } catch {
    return { text: '', cut: false };
  }
}

/** Breadth first, so that the limit leaves out the deepest. Links are not followed. */
async function findNested(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level: readonly string[] = await foldersIn(root);
  let seen = 0;
  for (let depth = 1; depth < deepest && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      seen += 1;
      if (seen > mostFolders) return found.sort();
      const entries = await entriesOf(join(root, folder));
      if (entries.some((entry) => entry.isFile() && entry.name === fileName)) found.push(`${folder}/${fileName}`);
      next.push(...entries.filter(mayHold).map(({ name }) => `${folder}/${name}`));
    }
    level = next;
  }
  return found.sort();
}

async function foldersIn(root: string): Promise<readonly string[]> {
  return (await entriesOf(root)).filter(mayHold).map(({ name }) => name);
}

function entriesOf(path: string): Promise<readonly Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => []);
}

function mayHold(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
}
