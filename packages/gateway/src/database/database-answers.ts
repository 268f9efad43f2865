/**
 * The answer store in the database. Each instance also keeps the answers that it gave or found in memory: most are looked up on the instance
 * that gave them, and while the database is lost, the copy is all there is. Answers stored meanwhile are written when the database is back.
 */
import type { KeptValues } from '@interlock/runtime';
import type { AnswerStore, KeptAnswer } from '../answers/answer-store.ts';
import { createMemoryAnswerStore } from '../answers/memory-answer-store.ts';
import type { Availability } from './availability.ts';
import { readChecked, writeChecked } from './checked-text.ts';

export interface DatabaseAnswerOptions {
  readonly now: () => number;
  /** Milliseconds after which an unused answer is forgotten. Default: a day. */
  readonly ageMs?: number;
}

/** How many answers wait for the database at most. */
const mostUnwritten = 1_000;

/** Larger answers stay in memory: a database that takes too long to store one would count as lost. */
const mostCharacters = 4 * 1024 * 1024;

/** The answer itself is in memory, which is bounded. */
interface Unwritten {
  readonly client: string;
  readonly keys: readonly string[];
}

export function databaseAnswers(
  values: KeptValues,
  availability: Availability,
  { now, ageMs = 86_400_000 }: DatabaseAnswerOptions,
): AnswerStore {
  // Read again from the database now and then, which renews them there.
  const near = createMemoryAnswerStore({ now, ageMs: ageMs / 2, renewed: false });
  const unwritten: Unwritten[] = [];

  const write = async ({ client, keys }: Unwritten, answer: KeptAnswer): Promise<void> => {
    const text = writeChecked(answer);
    const names = keys.map((key) => nameOf(client, key));
    if (text.length <= mostCharacters) await values.keep(names, text, ageMs);
  };

  // Removed first: an answer that cannot be written must not keep the database lost.
  availability.onRecovery(async () => {
    for (let next = unwritten.shift(); next !== undefined; next = unwritten.shift()) {
      const [answer] = await near.find(next.client, next.keys);
      if (answer !== undefined) await write(next, answer);
    }
  });

  const findFar = async (client: string, keys: readonly string[]): Promise<ReadonlyMap<string, KeptAnswer>> => {
    const byName = new Map(keys.map((key) => [nameOf(client, key), key]));
    const found = await availability.run(() => values.find([...byName.keys()], ageMs));
    const answers = new Map<string, KeptAnswer>();
    for (const { keys: names, text } of found?.value ?? []) {
      const read = readChecked<KeptAnswer>(text);
      const own = names.flatMap((name) => byName.get(name) ?? []);
      if (read === undefined) continue;
      // The copy may know some of its calls already. All calls of one answer must yield the same object.
      const answer = (await near.find(client, callsOf(read))).find((each) => each !== undefined) ?? read;
      for (const key of own) answers.set(key, answer);
      await near.keep(client, own, answer);
    }
    return answers;
  };

  return {
    get bytes() {
      return near.bytes;
    },
    shrinkTo: near.shrinkTo,
    keep: async (client, keys, answer) => {
      await near.keep(client, keys, answer);
      const kept = { client, keys };
      if ((await availability.run(() => write(kept, answer))) !== undefined) return;
      unwritten.push(kept);
      if (unwritten.length > mostUnwritten) unwritten.shift();
    },
    find: async (client, keys) => {
      const found = await near.find(client, keys);
      const missing = keys.filter((_, at) => found[at] === undefined);
      if (missing.length === 0) return found;
      const far = await findFar(client, missing);
      return keys.map((key, at) => found[at] ?? far.get(key));
    },
  };
}

function callsOf({ parts }: KeptAnswer): readonly string[] {
  return parts.flatMap((part) => (part.type === 'call' ? [part.id] : []));
}

function nameOf(client: string, key: string): string {
  return JSON.stringify(['answer', client, key]);
}
