/**
 * The recent conversations, by client and by how they begin. Nothing is ever found for another client. Bounded in number, bytes and age, per
 * client and in total: the least recently used goes first.
 */
import { hash } from 'node:crypto';
import { type Content, jsonText, toJson } from '@interlock/transcript';
import { asArray } from '@interlock/wire';
import { type BodyLayout, layoutOf, openingEnds } from './body-layout.ts';
import { type ContinuedBody, continueBody } from './continued-body.ts';
import { type KnownRequest, sampleOf } from './known-request.ts';
import { sameBytes } from './same-bytes.ts';
import { Thread } from './thread.ts';

export interface ThreadMemoryOptions {
  /** Conversations of one client. 0: nothing is remembered. */
  readonly threads: number;
  /** Bytes of one client. All clients together may have four times as much. */
  readonly bytes: number;
  readonly now: () => number;
}

export interface RecalledThread {
  readonly thread: Thread;
  /** Known ones are the same objects as in the previous request. */
  readonly contents: readonly Content[];
}

/** Milliseconds after which a conversation that did not continue is forgotten. */
const longestIdle = 3_600_000;

/** How many conversations with the same beginning are kept, or compared. */
const mostAlike = 4;

interface Kept {
  readonly client: string;
  readonly opening: string;
  readonly thread: Thread;
  /** Its latest request, and the keys it is found by. */
  known?: KnownLast;
  bytes: number;
  usedAt: number;
}

interface KnownLast {
  readonly request: KnownRequest;
  readonly key: string;
  readonly kind: string;
  /** What it is found by when it is continued. */
  readonly opening: string;
  /** Undefined: it cannot be continued. */
  readonly layout: () => BodyLayout | undefined;
}

/** A request that continues a known one. */
export interface ContinuedRequest extends ContinuedBody {
  readonly request: KnownRequest;
}

interface Held {
  threads: number;
  bytes: number;
}

export class ThreadMemory {
  readonly #options: ThreadMemoryOptions;
  /** Least recently used first. */
  readonly #kept = new Set<Kept>();
  readonly #byOpening = new Map<string, readonly Kept[]>();
  /** Candidates by a sample of the bytes of their latest request; the bytes are compared afterwards. */
  readonly #byBytes = new Map<string, Kept>();
  /** By the first messages of the latest request. Two messages, because all conversations of an agent may begin with one system prompt. */
  readonly #byOpeningBytes = new Map<string, Set<Kept>>();
  readonly #byThread = new WeakMap<Thread, Kept>();
  readonly #byRequest = new WeakMap<KnownRequest, Kept>();
  readonly #openings = new WeakMap<Content, string>();
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  constructor(options: ThreadMemoryOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get threads(): number {
    return this.#kept.size;
  }

  shrinkTo(bytes: number): void {
    for (const kept of this.#kept) {
      if (this.#bytes <= bytes) return;
      this.#forget(kept);
    }
  }

  /** Finds what is known about exactly these bytes, if they are the latest request of a conversation of this client. `kind`: where they were sent. */
  recognise(client: string, kind: string, bytes: Buffer): KnownRequest | undefined {
    const request = this.#byBytes.get(bytesKey(client, kind, bytes))?.known?.request;
    return request?.bytes.equals(bytes) === true ? request : undefined;
  }

  /** Finds the request that these bytes continue: of this client's latest requests, the one with the longest common start. `list`: the field with the messages. */
  continued(client: string, kind: string, list: string, bytes: Buffer): ContinuedRequest | undefined {
    let found: { readonly request: KnownRequest; readonly layout: BodyLayout; readonly same: number } | undefined;
    for (const opening of openingsOf(bytes, list)) {
      const alike = [...(this.#byOpeningBytes.get(openingKey(client, kind, opening)) ?? [])].slice(-mostAlike);
      for (const { known } of alike) {
        const layout = known?.layout();
        if (known === undefined || layout === undefined) continue;
        const same = sameBytes(known.request.bytes, bytes, layout.close);
        if (same > (found?.same ?? 0)) found = { request: known.request, layout, same };
      }
    }
    if (found === undefined) return undefined;
    const { request, layout } = found;
    const continued = continueBody({ ...request, layout }, bytes, list);
    return continued === undefined ? undefined : { ...continued, request };
  }

  /** Finds the conversation whose latest request is repeated. Undefined: another request has replaced it meanwhile. */
  resume(client: string, kind: string, request: KnownRequest): Thread | undefined {
    const kept = this.#byRequest.get(request);
    if (kept?.known?.request !== request || kept.known.kind !== kindKey(client, kind)) return undefined;
    this.#use(kept);
    return kept.thread;
  }

  /** `request` is the one that the thread was last recalled for. `list`: the field with the messages. */
  remember(thread: Thread, kind: string, list: string, request: KnownRequest): void {
    const kept = this.#byThread.get(thread);
    if (kept === undefined || !this.#kept.has(kept)) return;
    this.#forgetBytes(kept);
    // Too large to be remembered: it would displace everything else.
    if (kept.thread.bytes + perByte * request.bytes.length > this.#options.bytes) return;
    const key = bytesKey(kept.client, kind, request.bytes);
    const opening = openingKey(kept.client, kind, ownOpening(request, list));
    kept.known = { request, key, kind: kindKey(kept.client, kind), opening, layout: onceLayout(request, list) };
    this.#byRequest.set(request, kept);
    // A conversation with the same sample may be displaced here; it can still be continued.
    this.#byBytes.set(key, kept);
    this.#byOpeningBytes.set(opening, (this.#byOpeningBytes.get(opening) ?? new Set<Kept>()).add(kept));
    this.#use(kept);
    this.#shrink(kept.client);
  }

  #forgetBytes(kept: Kept): void {
    if (kept.known === undefined) return;
    const { key, opening } = kept.known;
    if (this.#byBytes.get(key) === kept) this.#byBytes.delete(key);
    const alike = this.#byOpeningBytes.get(opening);
    alike?.delete(kept);
    if (alike?.size === 0) this.#byOpeningBytes.delete(opening);
    delete kept.known;
  }

  /** `kind`: the API and the requested model. */
  recall(client: string, kind: string, contents: readonly Content[]): RecalledThread {
    if (this.#options.threads === 0) {
      const thread = new Thread();
      return { thread, contents: thread.take(contents, 0) };
    }
    const opening = this.#openingOf(client, kind, contents);
    const alike = this.#byOpening.get(opening) ?? [];
    const { kept, common } = nearest(alike, contents);
    // With little in common, it is a different conversation.
    const found = kept !== undefined && common * 2 >= kept.thread.length ? kept : this.#add(client, opening, alike);
    const taken = found.thread.take(contents, found === kept ? common : 0);
    this.#use(found);
    // Too large to be remembered: it would displace everything else.
    if (found.bytes > this.#options.bytes) this.#forget(found);
    this.#shrink(client);
    return { thread: found.thread, contents: taken };
  }

  /** The same for contents that are only counted: they do not become the latest request. Undefined: nothing is known about them. */
  peek(client: string, kind: string, contents: readonly Content[]): RecalledThread | undefined {
    if (this.#options.threads === 0) return undefined;
    const { kept, common } = nearest(this.#byOpening.get(this.#openingOf(client, kind, contents)) ?? [], contents);
    if (kept === undefined || common * 2 < kept.thread.length) return undefined;
    return { thread: kept.thread, contents: [...kept.thread.contents.slice(0, common), ...contents.slice(common)] };
  }

  #add(client: string, opening: string, alike: readonly Kept[]): Kept {
    const [oldest] = alike;
    if (alike.length >= mostAlike && oldest !== undefined) this.#forget(oldest);
    const kept: Kept = { client, opening, thread: new Thread(), bytes: 0, usedAt: 0 };
    this.#byThread.set(kept.thread, kept);
    this.#byOpening.set(opening, [...(this.#byOpening.get(opening) ?? []), kept]);
    const held = this.#heldBy(client);
    held.threads += 1;
    return kept;
  }

  #use(kept: Kept): void {
    this.#kept.delete(kept);
    this.#kept.add(kept);
    kept.usedAt = this.#options.now();
    const known = perByte * (kept.known?.request.bytes.length ?? 0);
    const more = kept.thread.bytes + known - kept.bytes;
    kept.bytes += more;
    this.#bytes += more;
    this.#heldBy(kept.client).bytes += more;
  }

  #shrink(client: string): void {
    const { threads, bytes, now } = this.#options;
    const held = this.#heldBy(client);
    for (const kept of this.#kept) {
      const isTooMuch = held.threads > threads || held.bytes > bytes;
      const isOld = now() - kept.usedAt > longestIdle;
      if (!isTooMuch && !isOld && this.#bytes <= 4 * bytes) return;
      if (isOld || this.#bytes > 4 * bytes || kept.client === client) this.#forget(kept);
    }
  }

  #forget(kept: Kept): void {
    const { client, opening, bytes } = kept;
    this.#kept.delete(kept);
    this.#forgetBytes(kept);
    this.#bytes -= bytes;
    const held = this.#heldBy(client);
    held.threads -= 1;
    held.bytes -= bytes;
    if (held.threads === 0) this.#held.delete(client);
    const alike = (this.#byOpening.get(opening) ?? []).filter((each) => each !== kept);
    if (alike.length === 0) this.#byOpening.delete(opening);
    else this.#byOpening.set(opening, alike);
  }

  /** A digest of the first message that is not a system text: those change between requests. */
  #openingOf(client: string, kind: string, contents: readonly Content[]): string {
    const first = contents.find(({ speaker }) => speaker !== 'system');
    const digest = (first === undefined ? undefined : this.#openings.get(first)) ?? digestOf(first?.blocks ?? []);
    if (first !== undefined) this.#openings.set(first, digest);
    return `${kindKey(client, kind)}:${digest}`;
  }

  #heldBy(client: string): Held {
    const held = this.#held.get(client) ?? { threads: 0, bytes: 0 };
    this.#held.set(client, held);
    return held;
  }
}

/** Computed when it is first needed: many requests are only ever repeated, or are the last of their conversation. */
function onceLayout({ bytes, body, layout }: KnownRequest, list: string): KnownLast['layout'] {
  let known: { readonly layout: BodyLayout | undefined } | undefined = layout === undefined ? undefined : { layout };
  return () => {
    if (known === undefined) {
      const found = layoutOf(bytes, list);
      const isWhole = found?.ends.length === asArray(body[list]).length;
      known = { layout: isWhole ? found : undefined };
    }
    return known.layout;
  };
}

/** A request continues one with which it shares half of the messages: of two messages, the first; of more, at least two. */
function ownOpening({ bytes, body }: KnownRequest, list: string): string {
  const openings = openingsOf(bytes, list);
  return openings[asArray(body[list]).length > 2 ? 1 : 0] ?? '';
}

/** Digests of the bytes up to the end of the first message, and of the second. */
function openingsOf(bytes: Buffer, list: string): readonly string[] {
  return openingEnds(bytes, list).map((end, at) => `${at}:${hash('sha256', bytes.subarray(0, end), 'base64url')}`);
}

function nearest(alike: readonly Kept[], contents: readonly Content[]): { kept?: Kept; common: number } {
  let [found, most]: [Kept | undefined, number] = [undefined, -1];
  for (const kept of alike) {
    const common = kept.thread.common(contents);
    if (common > most) [found, most] = [kept, common];
  }
  return found === undefined ? { common: 0 } : { kept: found, common: most };
}

function digestOf(blocks: Content['blocks']): string {
  return hash('sha256', jsonText(toJson(blocks).value), 'base64url');
}

/** Estimated bytes per byte of a known request: it is held as received, as parsed, and as sent to each target. */
const perByte = 4;

function bytesKey(client: string, kind: string, bytes: Buffer): string {
  return `${kindKey(client, kind)}:${sampleOf(bytes)}`;
}

function openingKey(client: string, kind: string, opening: string): string {
  return `${kindKey(client, kind)}:${opening}`;
}

/** The lengths come first, so that no two clients share a key. */
function kindKey(client: string, kind: string): string {
  return `${client.length}:${client}:${kind.length}:${kind}`;
}
