/** Text, media and code, made safe to send: only empty blocks are lost, and blocks that are already clean are not copied. */
import type { Block, CodeBlock, MediaBlock, Metadata, TextBlock } from '../../canonical/content.ts';
import { hasForeignSeal, readForeignSeal } from '../../canonical/foreign-seal.ts';
import type { Seal } from '../../canonical/seal.ts';
import { jsonText } from '../../json/json-text.ts';
import { toJson } from '../../json/to-json.ts';
import { mediaPlaceholder } from '../model-texts.ts';
import type { Notes } from '../notes.ts';
import type { Scene } from '../scene.ts';
import type { SpokenBlock } from '../step.ts';

/** What decides whether the seals of an entry may be sent back. */
export interface SealOptions {
  readonly stale: boolean;
  readonly conservative: boolean;
  /** Places of blocks. */
  readonly repeated: ReadonlySet<number> | undefined;
}

export interface SayOptions extends SealOptions {
  readonly metadata: Metadata | undefined;
}

export function sealOptions(entry: number, scene: Scene): SealOptions {
  const { conservative } = scene;
  return { stale: scene.isStale(entry), conservative, repeated: scene.repeatedItems(entry) };
}

/** Undefined for an empty block. */
export function say(block: SpokenBlock, at: number, options: SayOptions, notes: Notes): SpokenBlock | undefined {
  if (isSound(block) && voidReason(block.seal, at, options) === undefined) return block;
  const unsealed = withSeal(block, at, options, notes);
  const safe = withoutSealIfEdited(unsealed, withSafeText(unsealed, at, notes), at, notes);
  if (isEmpty(safe)) {
    notes.add({ kind: 'left-out', what: 'empty-text', fault: 'none', callIds: [], at: notes.place(at) });
    return undefined;
  }
  if (safe.type !== 'media' || !options.conservative) return safe;
  notes.add({ kind: 'media-replaced', fault: 'renderer-fault', callIds: [], at: notes.place(at) });
  return { type: 'text', text: mediaPlaceholder(safe) };
}

export function isSpoken(block: Block): block is SpokenBlock {
  return block.type === 'text' || block.type === 'media' || block.type === 'code';
}

/** Nothing to repair. */
export function isSound(block: SpokenBlock): boolean {
  const text = block.type === 'text' ? block.text : block.type === 'code' ? block.code : block.data;
  return typeof text === 'string' && text !== '' && text.isWellFormed() && !hasForeignSeal(block);
}

/** An empty text with a seal is kept: Gemini puts signatures on empty parts. Media without data may still have a name. */
function isEmpty(block: SpokenBlock): boolean {
  if (block.seal !== undefined) return false;
  if (block.type === 'text') return block.text === '';
  return block.type === 'code' ? block.code === '' : block.data === '' && block.filename === undefined;
}

function withSeal(block: SpokenBlock, at: number, options: SayOptions, notes: Notes): SpokenBlock {
  const own = hasForeignSeal(block) ? readForeignSeal<SpokenBlock>(block, options.metadata) : block;
  return dropSeal(own, at, options, notes);
}

/**
 * Used for thinking, calls and answers too. A repeated item only loses its id, but repeated thinking the whole seal: its token
 * is a copy.
 */
export function dropSeal<B extends Pick<Block, 'type' | 'seal'>>(
  block: B,
  at: number,
  options: SealOptions,
  notes: Notes,
): B {
  const why = voidReason(block.seal, at, options);
  if (block.seal === undefined || why === undefined) return block;
  notes.add({ kind: 'seal-dropped', why, fault: 'none', callIds: [], at: notes.place(at) });
  const { seal, ...rest } = block;
  if (why !== 'repeated' || block.type === 'thinking') return rest as B;
  const { item: _, ...once } = seal;
  return { ...block, seal: once };
}

/** A seal is invalid when its prefix has changed, when its item occurs before it, or in a cautious render. */
function voidReason(
  seal: Seal | undefined,
  at: number,
  { stale, conservative, repeated }: SealOptions,
): 'prefix-changed' | 'fault' | 'repeated' | undefined {
  if (seal === undefined) return conservative ? 'fault' : undefined;
  if (stale && seal.prefix !== undefined) return 'prefix-changed';
  if (conservative) return 'fault';
  return repeated?.has(at) ? 'repeated' : undefined;
}

/** A seal covers the exact text: either is sent unchanged, or the text without the seal. */
function withoutSealIfEdited(before: SpokenBlock, after: SpokenBlock, at: number, notes: Notes): SpokenBlock {
  return after.seal === undefined || wordsOf(before) === wordsOf(after) ? after : unsealEdited(after, at, notes);
}

function wordsOf(block: SpokenBlock): unknown {
  return block.type === 'text' ? block.text : block.type === 'code' ? block.code : block.data;
}

export function unsealEdited<B extends { readonly seal?: unknown }>(block: B, at: number, notes: Notes): B {
  if (block.seal === undefined) return block;
  notes.add({ kind: 'seal-dropped', why: 'edited', fault: 'none', callIds: [], at: notes.place(at) });
  const { seal: _, ...rest } = block;
  return rest as B;
}

function withSafeText(block: SpokenBlock, at: number, notes: Notes): SpokenBlock {
  const text = (value: unknown): string => safeText(value, at, notes);
  switch (block.type) {
    case 'text':
      return { ...block, text: text(block.text) } satisfies TextBlock;
    case 'code':
      return { ...block, code: text(block.code) } satisfies CodeBlock;
    case 'media':
      return { ...block, mimeType: text(block.mimeType), data: text(block.data) } satisfies MediaBlock;
  }
}

/** Text that is not a string (a number, a list of parts) is carried as its JSON; a lone surrogate becomes U+FFFD. */
export function safeText(value: unknown, at: number, notes: Notes): string {
  if (typeof value === 'string' && value.isWellFormed()) return value;
  if (value === undefined || value === null) return '';
  notes.add({ kind: 'text-made-safe', fault: 'canonical-corruption', callIds: [], at: notes.place(at) });
  return typeof value === 'string' ? value.toWellFormed() : jsonText(toJson(value).value);
}
