/** A temporary folder for a store, and the file of a session in it. */
import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { lockPath, type SessionPaths, sessionPaths, workspaceFolder } from '../../../src/store/jsonl/session-paths.ts';
import { createJsonlStore, type JsonlStore, type JsonlStoreOptions } from '../../../src/store/jsonl-store.ts';
import type { StoredRecord } from '../../../src/store/session-store.ts';
import { headerOf, textRecord } from '../contract.ts';

export async function tempFolder(): Promise<string> {
  const folder = temporaryFolder('store');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Does not wait for a lock by default. */
export function tempStore(folder: string, options: JsonlStoreOptions = {}): JsonlStore {
  const store = createJsonlStore(folder, { lockWaitMs: 0, ...options });
  // A test may have removed files that closing needs.
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

export const pathsOf = (folder: string, id: string): SessionPaths =>
  sessionPaths(workspaceFolder(folder, headerOf(id).workspace), id);

export const lockOf = (folder: string, id: string): string => lockPath(folder, id);

/** Creates session `s1` with these texts and closes it. */
export async function writeSession(folder: string, texts: readonly string[]): Promise<readonly StoredRecord[]> {
  const store = createJsonlStore(folder);
  const log = await store.create(headerOf('s1', { title: 'A title' }));
  const stored = await Promise.all(texts.map((text) => log.append(textRecord(text), false)));
  await store.close();
  return stored;
}
