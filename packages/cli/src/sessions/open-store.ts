/** Opens the configured session store, for commands that need no model. */
import type { SessionStore } from '@interlock/runtime';
import { offlineFolder } from '../config/folders.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Io } from '../io/io.ts';
import { openStores } from './open-stores.ts';

export interface StoreFlags {
  readonly cwd?: string;
  readonly config?: string;
  /** The sessions of `interlock --offline`, which are stored separately. */
  readonly offline?: boolean;
}

export interface OpenedStore {
  readonly store: SessionStore;
  /** This folder, with links resolved. */
  readonly workspace: string;
  readonly close: () => Promise<void>;
}

export async function openStore(flags: StoreFlags, { env }: Io): Promise<OpenedStore> {
  const { offline, ...configFlags } = flags;
  const loaded = await loadConfig({ flags: configFlags, env });
  if (offline === true) {
    const { createJsonlStore } = await import('@interlock/runtime');
    const store = createJsonlStore(offlineFolder(loaded.folders));
    return { store, workspace: loaded.workspace, close: () => store.close() };
  }
  const { store } = await openStores(loaded, env, true);
  return { store, workspace: loaded.workspace, close: () => store.close() };
}
