/** What happens to a call that no rule covers: the mode and the kind of the tool decide. */

import type { Verdict } from '../tool/approval-rule.ts';
import type { ToolKind } from '../tool/tool.ts';
import type { ApprovalMode } from './approval.ts';
import type { SubjectPart } from './subject-part.ts';
import type { WeighedCall } from './weighed-call.ts';

/** `one`: this file or folder. `all`: everything below it, too. */
export type MayRead = (path: string, depth: 'one' | 'all') => boolean;

const byKind: Readonly<Record<ToolKind, Verdict>> = {
  read: 'allow',
  agent: 'allow',
  write: 'ask',
  command: 'ask',
  network: 'ask',
  mcp: 'ask',
  other: 'ask',
};

export function judgeUnruled(call: WeighedCall, mode: ApprovalMode, part: SubjectPart, mayRead: MayRead): Verdict {
  const { kind, subject, confinement } = call;
  const reads = kind === 'command' ? part.reads?.() : undefined;
  if (reads?.every(({ path, depth }) => mayRead(path, depth)) === true) return 'allow';
  // A folder outside the workspace has an absolute name.
  const isInside = !/^(\/|[A-Za-z]:)/.test(subject);
  if (kind === 'write' && isInside && (mode === 'accept-edits' || mode === 'confined')) return 'allow';
  if (mode === 'confined' && confinement?.confined === true) return 'allow';
  return byKind[kind];
}

/** Stopped by plan mode unless the call only reads. Fetching a URL only reads, but the user must have allowed it. */
export function isChanging(kind: ToolKind): boolean {
  return kind === 'write' || kind === 'command' || kind === 'mcp' || kind === 'other';
}
