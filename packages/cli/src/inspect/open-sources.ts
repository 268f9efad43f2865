/** The sources of the page: the sessions of this folder, documents named on the command line, and a gateway. */
import { stat } from 'node:fs/promises';
import type { StoredSession, TargetChoice } from '@interlock/inspector';
import type { SessionStore } from '@interlock/runtime';
import { resolveTarget } from '@interlock/wire';
import { targetName, targetsFor } from '../check/targets.ts';
import { readBytes } from '../input/read-input.ts';
import { findSession } from '../sessions/find-session.ts';
import { hasMessages } from '../sessions/has-messages.ts';
import { describeSession } from '../sessions/session-title.ts';
import type { PageSources } from './answer-page.ts';
import { Documents, type OpenDocument } from './documents.ts';
import { type GatewayAddress, GatewayWatch } from './gateway-watch.ts';
import { LiveFeed } from './live-feed.ts';
import { readDocument } from './read-document.ts';
import { sessionDocument } from './session-document.ts';

export interface SourcesOptions {
  readonly store: SessionStore;
  /** Sessions of other folders are not listed, but can be named. */
  readonly workspace: string;
  readonly gateway?: GatewayAddress;
}

export interface OpenSources {
  readonly sources: PageSources;
  readonly live: LiveFeed;
  openFile(path: string): Promise<OpenDocument>;
  openBytes(bytes: Uint8Array, name: string): Promise<OpenDocument>;
  close(): void;
}

export function openSources({ store, workspace, gateway: place }: SourcesOptions): OpenSources {
  const documents = new Documents();
  const live = new LiveFeed(documents);
  const gateway = place === undefined ? undefined : new GatewayWatch(place, () => live.send({ type: 'gateway' }));
  void gateway?.run();
  return {
    live,
    sources: {
      documents,
      targets: targetChoices(),
      sessions: () => storedSessions(store, workspace),
      openSession: (start) => openSession(documents, store, start),
      ...(gateway === undefined ? {} : { gateway }),
    },
    openFile: (path) =>
      documents.open(
        { load: async () => readDocument(await readBytes(path), path), stamp: () => fileStamp(path) },
        path,
      ),
    openBytes: (bytes, name) => documents.open({ load: () => readDocument(bytes, name) }),
    close: () => gateway?.close(),
  };
}

async function openSession(documents: Documents, store: SessionStore, start: string): Promise<OpenDocument> {
  const summary = await findSession(store, start);
  const { id } = summary.header;
  const { title } = await describeSession(store, summary);
  return documents.open(
    { load: () => sessionDocument(store, id, title === '' ? id : title), stamp: () => sessionStamp(store, id) },
    id,
  );
}

/** The number of the last record: sessions only grow. */
async function sessionStamp(store: SessionStore, id: string): Promise<string> {
  const { records } = await store.read(id);
  let last = 0;
  for await (const { sequence } of records) last = sequence;
  return String(last);
}

async function fileStamp(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path);
  return `${mtimeMs} ${size}`;
}

const maxSessions = 100;

async function storedSessions(store: SessionStore, workspace: string): Promise<readonly StoredSession[]> {
  const summaries = (await store.list(workspace)).filter(({ header }) => header.spawnDepth === 0).slice(0, maxSessions);
  const areUsed = await Promise.all(summaries.map((summary) => hasMessages(store, summary)));
  const lines = await Promise.all(
    summaries
      .filter((_, index) => areUsed[index])
      // A session that cannot be read must not hide the others.
      .map((summary) => describeSession(store, summary).catch(() => undefined)),
  );
  return lines.flatMap((line) =>
    line === undefined ? [] : [{ id: line.id, title: line.title, turns: line.turns, updatedAt: line.updatedAt }],
  );
}

function targetChoices(): readonly TargetChoice[] {
  return targetsFor({}).map((target) => {
    const destination = resolveTarget(target);
    return { name: targetName(destination), provider: destination.provider, protocol: destination.protocol };
  });
}
