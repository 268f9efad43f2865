/** Keeps large media out of a session's log: they are moved to side files named by their digest, and restored when the session is read. */
import { createHash } from 'node:crypto';
import type { Block, Content, MediaBlock } from '@interlock/transcript';
import type { SessionRecord } from './session-record.ts';
import type { SessionLog, StoredRecord, StoreWarning } from './session-store.ts';
import type { SideFiles } from './side-files.ts';

/** The minimum number of characters for a separate file. */
const large = 16_384;

/** A log that moves media out of appended records. A file is written before the record that names it. */
export function stowingLog(log: SessionLog, files: SideFiles): SessionLog {
  const { header } = log;
  const kept = new Set<string>();
  const keep = async ({ data }: MediaBlock): Promise<string> => {
    const name = `media-${createHash('sha256').update(data).digest('hex').slice(0, 32)}`;
    if (!kept.has(name)) await files.keep(header.id, name, data);
    kept.add(name);
    return name;
  };
  /** The last append whose side files are still being written. Later appends wait for it, and fail if it fails. */
  let stowing: Promise<StoredRecord> | undefined;
  const stowed = (record: SessionRecord, durable: boolean): Promise<StoredRecord> => {
    const appended = Promise.resolve(stowing)
      .then(() => mapMedia(record, async (block) => stow(block, keep)))
      .then((small) => log.append(small, durable));
    stowing = appended;
    const done = (): void => {
      if (stowing === appended) stowing = undefined;
    };
    appended.then(done, done);
    return appended;
  };
  return {
    header,
    append: (record, durable) => {
      if (mediaIn(record).some(isLarge)) return stowed(record, durable);
      return stowing === undefined ? log.append(record, durable) : stowing.then(() => log.append(record, durable));
    },
    flush: () => (stowing === undefined ? log.flush() : stowing.then(() => log.flush())),
    close: () => log.close(),
  };
}

/** Restores moved media. Missing ones are reported and replaced with a note. */
export async function* withMedia(
  records: AsyncIterable<StoredRecord>,
  sessionId: string,
  files: SideFiles,
  warn: (warning: StoreWarning) => void,
): AsyncGenerator<StoredRecord, void, undefined> {
  for await (const stored of records) {
    if (!mediaIn(stored.record).some(isStowed)) {
      yield stored;
      continue;
    }
    const record = await mapMedia(stored.record, async (block) => {
      if (!isStowed(block)) return block;
      const { sideFile, ...media } = block;
      try {
        return { ...media, data: new TextDecoder().decode(await files.read(sessionId, sideFile)) };
      } catch {
        const message = `The side file ${sideFile} is missing: a ${block.mimeType} is no longer shown.`;
        warn({ code: 'corrupt', message, place: stored.sequence });
        return { ...media, encoding: 'text', mimeType: 'text/plain', data: `[${block.mimeType} that was lost]` };
      }
    });
    yield { ...stored, record };
  }
}

type MovedMedia = MediaBlock & { readonly sideFile: string };

function isStowed(block: MediaBlock): block is MovedMedia {
  return 'sideFile' in block && typeof block.sideFile === 'string';
}

function isLarge(block: MediaBlock): boolean {
  return block.encoding !== 'url' && block.data.length >= large;
}

async function stow(block: MediaBlock, keep: (block: MediaBlock) => Promise<string>): Promise<MediaBlock> {
  if (!isLarge(block)) return block;
  const stowed: MovedMedia = { ...block, data: '', sideFile: await keep(block) };
  return stowed;
}

function mediaIn(record: SessionRecord): readonly MediaBlock[] {
  if (record.kind === 'call-end') return 'media' in record.outcome ? (record.outcome.media ?? []) : [];
  return contentsIn(record).flatMap(({ blocks }) => blocks.filter((block) => block.type === 'media'));
}

function contentsIn(record: SessionRecord): readonly Content[] {
  if (record.kind === 'content') return [record.content];
  if (record.kind === 'compaction' || record.kind === 'snapshot') return record.contents;
  return record.kind === 'imported' ? [...record.contents, ...(record.current ?? [])] : [];
}

async function mapMedia(
  record: SessionRecord,
  change: (block: MediaBlock) => Promise<MediaBlock>,
): Promise<SessionRecord> {
  const changeBlock = async (block: Block): Promise<Block> => (block.type === 'media' ? change(block) : block);
  const changeContent = async (content: Content): Promise<Content> => ({
    ...content,
    blocks: await Promise.all(content.blocks.map(changeBlock)),
  });
  if (record.kind === 'content') return { ...record, content: await changeContent(record.content) };
  const changeContents = (contents: readonly Content[]): Promise<readonly Content[]> =>
    Promise.all(contents.map(changeContent));
  if (record.kind === 'compaction' || record.kind === 'snapshot')
    return { ...record, contents: await changeContents(record.contents) };
  if (record.kind === 'imported') {
    const { current } = record;
    const rest = current === undefined ? {} : { current: await changeContents(current) };
    return { ...record, contents: await changeContents(record.contents), ...rest };
  }
  if (record.kind !== 'call-end' || !('media' in record.outcome)) return record;
  const media = await Promise.all((record.outcome.media ?? []).map(change));
  return { ...record, outcome: { ...record.outcome, media } };
}
