/**
 * The session files of an agent on this machine. Symbolic links are not followed: they may lead anywhere, even in
 * loops.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentReader, Machine, SessionPlace } from '../reading/agent-reader.ts';
import { defaultLimits } from './limits.ts';

export interface SessionFile {
  readonly path: string;
  readonly place: SessionPlace;
}

export async function sessionFiles(reader: AgentReader, machine: Machine): Promise<readonly SessionFile[]> {
  const found: SessionFile[] = [];
  const budget = { entries: defaultLimits.entries };
  for (const place of reader.places(machine)) {
    for await (const path of filesBelow(place.folder, '', place.depth ?? 0, budget)) {
      if (place.files.test(path)) found.push({ path: join(place.folder, path), place });
    }
  }
  return found;
}

/** The regular files below `below` in `root`, as paths from `root`. */
export async function* filesBelow(
  root: string,
  below: string,
  depth: number,
  budget: { entries: number },
): AsyncGenerator<string> {
  // A folder that is missing or not readable has no sessions.
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    budget.entries -= 1;
    if (budget.entries < 0) return;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && depth > 0) yield* filesBelow(root, path, depth - 1, budget);
  }
}
