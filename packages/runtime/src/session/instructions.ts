/** `AGENTS.md`: what a project wants an agent to know. The root's is read; deeper ones are named, for the model to read there. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Undefined when there are none. What cannot be read is not there: a session starts all the same. */
export async function readInstructions(workspace: Workspace): Promise<Instructions | undefined> {
  const { text, cut } = await readRoot(workspace);
  const nested = await findNested(workspace.root);
  return text === '' && nested.length === 0 ? undefined : { text, cut, nested };
}

async function readRoot(workspace: Workspace): Promise<{ readonly text: string; readonly cut: boolean }> {
  try {
    // A link may lead elsewhere in the workspace, not out of it.
    const { path } = resolvePath(workspace, fileName, { mustExist: true });
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

async function findNested(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  let folders: readonly string[] = [''];
  let seen = 0;
  for (let depth = 0; depth < deepest && folders.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of folders) {
      seen += 1;
      if (seen > mostFolders) return found.sort();
      for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') next.push(path);
        if (entry.isFile() && entry.name === fileName && folder !== '') found.push(path);
      }
    }
    folders = next;
  }
  return found.sort();
}
