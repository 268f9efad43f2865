/** Stores an imported session of another agent, with its subagents below it. */
import { currentContents, type ImportedSession, readerNamed } from '@interlock/import';
import { type ForeignSession, type ImportResult, importSession, type SessionStore } from '@interlock/runtime';

export async function storeImport(
  session: ImportedSession,
  store: SessionStore,
  workspace: string,
  parent?: string,
): Promise<ImportResult> {
  const under = parent === undefined ? {} : { parent };
  const result = await importSession(foreignSession(session), { store, workspace, ...under });
  for (const { session: inner } of session.subagents) {
    if (inner !== undefined && inner.log.length > 0) await storeImport(inner, store, workspace, result.id);
  }
  return result;
}

function foreignSession(session: ImportedSession): ForeignSession {
  const { agent, id, title, log } = session;
  const entries = log.filter((entry) => entry.kind === 'content');
  const isShorter = log.some(({ kind }) => kind === 'compaction');
  return {
    from: { agent, label: readerNamed(agent)?.label ?? agent, id },
    title,
    contents: entries.map(({ content }) => content),
    closed: log.flatMap((entry) => (entry.kind === 'closed' ? { callId: entry.callId, reason: entry.reason } : [])),
    current: isShorter ? currentContents(session) : undefined,
    usages: entries.flatMap(({ usage, content: { metadata } }, at) => {
      const target = [metadata?.provider, metadata?.model].filter((name) => name !== undefined).join('/');
      return usage === undefined ? [] : { usage, target, after: at + 1 };
    }),
  };
}
