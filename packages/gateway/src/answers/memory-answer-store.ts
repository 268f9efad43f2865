/** Answers in memory, bounded by bytes and age: the least recently used go first. */
import type { AnswerStore, KeptAnswer } from './answer-store.ts';

export interface MemoryAnswerOptions {
  /** Default: 64 MB. */
  readonly bytes?: number;
  /** Milliseconds after which an unused answer is forgotten. Default: a day. */
  readonly ageMs?: number;
  /** False: the age counts from when it was stored, however often it is used. */
  readonly renewed?: boolean;
  readonly now?: () => number;
}

interface StoredAnswer {
  /** The client, if the key is a digest of a conversation. */
  readonly textOf?: string;
  readonly answer: KeptAnswer;
  readonly bytes: number;
  readonly until: number;
}

export function createMemoryAnswerStore(
  options: MemoryAnswerOptions = {},
): AnswerStore & Required<Pick<AnswerStore, 'bytes' | 'shrinkTo'>> {
  const { bytes: most = 64 * 1024 * 1024, ageMs = 86_400_000, renewed = true, now = Date.now } = options;
  // A Map keeps the order of insertion, so the first entry is the least recently used.
  const entries = new Map<string, StoredAnswer>();
  let held = 0;
  /** The number of digests per client. */
  const texts = new Map<string, number>();
  const countText = ({ textOf }: StoredAnswer, more: number): void => {
    if (textOf === undefined) return;
    const count = (texts.get(textOf) ?? 0) + more;
    if (count === 0) texts.delete(textOf);
    else texts.set(textOf, count);
  };

  const forget = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    held -= entry.bytes;
    countText(entry, -1);
    entries.delete(key);
  };
  const put = (key: string, entry: StoredAnswer): void => {
    forget(key);
    entries.set(key, entry);
    held += entry.bytes;
    countText(entry, 1);
  };
  const shrink = (): void => {
    for (const [key, { until }] of entries) {
      if (held <= most && until > now()) return;
      forget(key);
    }
  };

  return {
    get bytes() {
      return held;
    },
    shrinkTo: (bytes) => {
      for (const key of entries.keys()) {
        if (held <= bytes) return;
        forget(key);
      }
    },
    keep: async (client, keys, answer) => {
      const bytes = sizeOf(answer);
      const ids = new Set(answer.parts.flatMap((part) => (part.type === 'call' ? [part.id] : [])));
      for (const key of keys) {
        const text = ids.has(key) ? {} : { textOf: client };
        put(nameOf(client, key), { ...text, answer, bytes, until: now() + ageMs });
      }
      shrink();
    },
    holdsTexts: (client) => texts.has(client),
    find: async (client, keys) =>
      keys.map((key) => {
        const name = nameOf(client, key);
        const entry = entries.get(name);
        if (entry === undefined) return undefined;
        if (entry.until <= now()) return void forget(name);
        put(name, renewed ? { ...entry, until: now() + ageMs } : entry);
        return entry.answer;
      }),
  };
}

/** The length comes first, so that no two pairs of client and key share a name. */
function nameOf(client: string, key: string): string {
  return `${client.length}:${client}:${key}`;
}

/** Two bytes per character, plus an estimate for the objects. */
function sizeOf({ parts }: KeptAnswer): number {
  const overhead = 200;
  return parts.reduce((sum, part) => {
    const text = part.type === 'thinking' ? part.thought.length : 0;
    return sum + overhead + 2 * (text + (part.seal?.value.length ?? 0));
  }, overhead);
}
