/** Which session is meant by `--continue` and `--resume`. */
import type { SessionStore } from '@interlock/runtime';
import { usageError } from '../command-error.ts';
import { findSession } from '../commands/sessions/find-session.ts';
import { wasBegun } from '../commands/sessions/was-begun.ts';
import { plainText } from '../print/plain-text.ts';

/** The last one of the folder in which something was said. Those that an agent started are not the user's. */
export async function lastSession(store: SessionStore, workspace: string): Promise<string> {
  const sessions = await store.list(workspace);
  for (const session of sessions) {
    if (session.header.spawnDepth === 0 && (await wasBegun(store, session))) return session.header.id;
  }
  throw usageError(`There is no earlier session in ${plainText(workspace)}.\nStart one: leave --continue out.`);
}

/** By its id, or by a beginning that only one has. What one folder allows must not reach into another. */
export async function namedSession(store: SessionStore, given: string, workspace: string): Promise<string> {
  const { header } = await findSession(store, given);
  if (header.workspace === workspace) return header.id;
  const there = plainText(header.workspace);
  throw usageError(
    `Session ${header.id} belongs to ${there}, not to ${plainText(workspace)}.\nGo on with it there: interlock --cwd ${there} --resume ${header.id}`,
  );
}
