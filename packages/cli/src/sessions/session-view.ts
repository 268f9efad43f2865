/**
 * A read-only view of a store: sessions can be opened from it even if they are open elsewhere, and nothing they do is written. `create`
 * decides where new sessions go.
 */
import type { SessionHeader, SessionLog, SessionRecord, SessionStore, StoredRecord } from '@interlock/runtime';

export interface ViewOptions {
  /** Filters or changes the records of the session as they are read. Default: unchanged. */
  readonly through?: (records: AsyncIterable<StoredRecord>) => AsyncIterable<StoredRecord>;
  /** The folder it is opened in, because its own may be gone. */
  readonly workspace?: string;
  /** Where forks are created. Default: nowhere. */
  readonly create?: SessionStore['create'];
}

interface SideFiles {
  keep(sessionId: string, name: string, data: string | Uint8Array): Promise<string>;
  read(sessionId: string, name: string): Promise<Uint8Array>;
}

export function viewOf(
  store: SessionStore & { readonly sideFiles?: SideFiles },
  { through, workspace, create }: ViewOptions,
): SessionStore & { readonly sideFiles?: SideFiles } {
  const { sideFiles } = store;
  return {
    create: create ?? (async (header) => discardingLog(header)),
    open: async (id) => {
      const { header, records, warnings } = await store.read(id);
      const shown = workspace === undefined ? header : { ...header, workspace };
      return { log: discardingLog(shown), records: through?.(records) ?? records, warnings };
    },
    read: (id) => store.read(id),
    list: (folder) => store.list(folder),
    delete: async () => undefined,
    close: async () => undefined,
    ...(sideFiles === undefined ? {} : { sideFiles: create === undefined ? readOnly(sideFiles) : sideFiles }),
  };
}

function readOnly(files: SideFiles): SideFiles {
  return { keep: async () => '', read: (id, name) => files.read(id, name) };
}

function discardingLog(header: SessionHeader): SessionLog {
  let sequence = 0;
  return {
    header,
    append: async (record: SessionRecord) => {
      sequence += 1;
      return { sequence, at: header.createdAt, record };
    },
    flush: async () => undefined,
    close: async () => undefined,
  };
}
