/** Whether a session keeps what is in files before they are changed, and with what. */

import { FileHistory } from '../changes/file-changes.ts';
import { KeptFiles } from '../changes/kept-files.ts';
import type { History } from '../history/history.ts';
import type { SessionHeader } from '../store/session-store.ts';
import type { SideFiles } from '../store/side-files.ts';
import type { Clock } from '../time/clock.ts';
import type { Workspace } from '../tool/tool.ts';
import type { SessionParts } from './session-parts.ts';

interface KeepingParts {
  readonly history: History;
  /** Absent: the store has none, and nothing can be kept. */
  readonly files: SideFiles | undefined;
  readonly header: SessionHeader;
  readonly workspace: Workspace;
  readonly clock: Clock;
}

/** `above`: that of the session which has started this one. */
export function keepingFiles(
  { history, files, header, workspace, clock }: KeepingParts,
  isWanted: boolean,
  above: { readonly keptFiles?: KeptFiles },
): Pick<SessionParts, 'keptFiles' | 'fileHistory'> {
  if (!isWanted || files === undefined) return {};
  const { keptFiles } = above;
  const known = keptFiles === undefined ? {} : { above: keptFiles };
  const kept = new KeptFiles({ history, files, sessionId: header.id, workspace, clock, ...known });
  return { keptFiles: kept, fileHistory: new FileHistory({ history, sessionId: header.id, workspace, kept, files }) };
}
