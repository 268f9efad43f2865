/**
 * Replays the records of a session: messages are written again under the same id as they grow, `$set.messages` replaces
 * them all, `$rewindTo` removes the last ones. The replacement often contains less (after a resume, answers lack their
 * model and calls), so a message keeps everything that was ever known about it.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { AgentRecord } from '../../reading/agent-reader.ts';
import type { Branch } from '../../reading/imported-session.ts';
import { isObject, listOf, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { isCall, isResultsOnly, noteKindOf, partsOf, plainTextOf } from './gemini-message.ts';

export interface Message {
  readonly id: string;
  readonly at: number;
  readonly value: JsonObject;
}

export type Step = { readonly kind: 'message'; readonly id: string } | CompactionStep;

export interface CompactionStep {
  readonly kind: 'compaction';
  readonly ids: readonly string[];
  readonly at: number;
}

export interface Replay {
  readonly steps: readonly Step[];
  readonly messages: ReadonlyMap<string, Message>;
  readonly branches: readonly Branch[];
  readonly header: JsonObject;
  /** Whether the requested branch exists. */
  readonly found: boolean;
}

/** Stops before `branch`, the last message of a removed part, is removed. */
export function replay(
  records: readonly AgentRecord[],
  branch: string | undefined,
  unknown: (record: AgentRecord) => void,
): Replay {
  const replaying = new Replaying(branch);
  for (const record of records) {
    if (replaying.isDone) break;
    if (!replaying.take(record)) unknown(record);
  }
  return replaying.result();
}

class Replaying {
  readonly #asked: string | undefined;
  readonly #messages = new Map<string, Message>();
  readonly #branches: Branch[] = [];
  #steps: Step[] = [];
  /** In order. */
  #current = new Set<string>();
  /** The records that the program cleared when it started, before it loads the session again. */
  #cleared: { readonly steps: Step[]; readonly current: Set<string> } | undefined;
  #header: JsonObject = {};
  #found = false;

  constructor(asked: string | undefined) {
    this.#asked = asked;
  }

  get isDone(): boolean {
    return this.#found;
  }

  /** False for a record of an unknown kind. */
  take(record: AgentRecord): boolean {
    const { value } = record;
    const rewind = value['$rewindTo'];
    const set = objectAt(value['$set']);
    if (typeof rewind === 'string') this.#rewind(rewind);
    else if (set !== undefined) this.#set(set, record.at);
    else if (typeof value['id'] === 'string' && typeof value['type'] === 'string') this.#write(value, record.at);
    else if (typeof value['sessionId'] === 'string') this.#start(value, record.at);
    else if (isContent(value)) this.#write(messageOf(value, record.at), record.at);
    else if (Array.isArray(value['history'])) this.#start({ messages: value['history'] }, record.at);
    else return false;
    return true;
  }

  result(): Replay {
    this.#restore();
    const found = this.#asked === undefined || this.#found;
    return { steps: this.#steps, messages: this.#messages, branches: this.#branches, header: this.#header, found };
  }

  /** The first line; for files before 0.40 the whole session, for a checkpoint its history. */
  #start({ messages, ...header }: JsonObject, at: number): void {
    this.#header = { ...this.#header, ...header };
    listOf(messages).forEach((message, index) => {
      if (isObject(message)) this.#write(isContent(message) ? messageOf(message, index) : message, at);
    });
  }

  #write(value: JsonObject, at: number): void {
    this.#settle();
    const id = textOf(value['id']);
    if (!this.#current.has(id)) {
      this.#current.add(id);
      this.#steps.push({ kind: 'message', id });
    }
    const known = this.#messages.get(id);
    this.#messages.set(id, { id, at: known?.at ?? at, value: { ...known?.value, ...value } });
  }

  #set({ messages, ...header }: JsonObject, at: number): void {
    this.#header = { ...this.#header, ...header };
    if (!Array.isArray(messages)) return;
    const listed = objectsOf(messages).filter(({ id, type }) => typeof id === 'string' && typeof type === 'string');
    const isNew = new Set(listed.map(({ id }) => textOf(id)).filter((id) => !this.#messages.has(id)));
    for (const value of listed) this.#learn(value, at);
    const ids = [...new Set(listed.map(({ id }) => textOf(id)))];
    const next = ids.filter((id) => this.#counts(id));
    if (next.length === 0) {
      this.#cleared ??= { steps: this.#steps, current: this.#current };
      [this.#steps, this.#current] = [[], new Set()];
      return;
    }
    this.#restore();
    this.#replace(ids, next, isNew, at);
  }

  #replace(ids: readonly string[], next: readonly string[], isNew: ReadonlySet<string>, at: number): void {
    const now = [...this.#current].filter((id) => this.#counts(id));
    let same = 0;
    while (same < now.length && same < next.length && now[same] === next[same]) same += 1;
    const rest = next.slice(same);
    const before = new Set(now);
    const isCompaction = same < now.length && (same === 0 || rest.some((id) => before.has(id)));
    if (isCompaction && now.length > 0) {
      this.#steps.push({ kind: 'compaction', ids, at });
      this.#current = new Set(ids);
      return;
    }
    const [dropped] = now.slice(same);
    if (dropped !== undefined) this.#rewind(dropped);
    if (this.#found) return;
    const added = new Set(rest);
    for (const id of ids.filter((each) => isNew.has(each) || added.has(each))) {
      if (this.#current.has(id)) continue;
      this.#current.add(id);
      this.#steps.push({ kind: 'message', id });
    }
  }

  /**
   * From a list: it may contain less than what is known, or results that were shortened since, but calls in their own
   * order.
   */
  #learn(value: JsonObject, at: number): void {
    const id = textOf(value['id']);
    const known = this.#messages.get(id);
    if (known === undefined) this.#messages.set(id, { id, at, value });
    else if (partsOf(value['content']).some(isCall) && !partsOf(known.value['content']).some(isCall)) {
      this.#messages.set(id, { ...known, value: { ...known.value, content: value['content'] ?? '' } });
    }
  }

  #rewind(id: string): void {
    this.#settle();
    // A line that was written twice removes nothing the second time. An id from before the file removes everything.
    if (!this.#current.has(id) && this.#messages.has(id)) return;
    const current = [...this.#current];
    const from = Math.max(current.indexOf(id), 0);
    const dropped = current.slice(from);
    const last = dropped.findLast((each) => this.#counts(each));
    if (last !== undefined && last === this.#asked) {
      this.#found = true;
      return;
    }
    if (last !== undefined) this.#branches.push(this.#describe(last, dropped));
    this.#current = new Set(current.slice(0, from));
    this.#cut(new Set(dropped));
  }

  #cut(dropped: ReadonlySet<string>): void {
    const at = this.#steps.findIndex(
      (step, index) => step.kind === 'message' && dropped.has(step.id) && this.#isLive(index),
    );
    const kept = at === -1 ? this.#steps : this.#steps.slice(0, at);
    this.#steps = kept.map((step, index) =>
      step.kind === 'compaction' && this.#isLive(index)
        ? { ...step, ids: step.ids.filter((id) => !dropped.has(id)) }
        : step,
    );
  }

  /** Whether no compaction comes after this step. */
  #isLive(index: number): boolean {
    return index >= this.#steps.findLastIndex(({ kind }) => kind === 'compaction');
  }

  #describe(id: string, dropped: readonly string[]): Branch {
    const counted = dropped.filter((each) => this.#counts(each));
    const title =
      counted.map((each) => titleFrom(plainTextOf(this.#valueOf(each)))).find((text) => text !== undefined) ?? '';
    const time = timeOf(this.#valueOf(id)['timestamp']);
    return { id, title, records: counted.length, ...(time === undefined ? {} : { time }) };
  }

  #valueOf(id: string): JsonObject {
    return this.#messages.get(id)?.value ?? {};
  }

  /** Whether a message belongs to the conversation: not a note, and not only results, which occur twice and under changing ids. */
  #counts(id: string): boolean {
    const value = this.#valueOf(id);
    return noteKindOf(value) === undefined && !isResultsOnly(value);
  }

  /** There is a new message after a clear, so it was not a resume. */
  #settle(): void {
    const cleared = this.#cleared;
    this.#cleared = undefined;
    const dropped = [...(cleared?.current ?? [])];
    const last = dropped.findLast((id) => this.#counts(id));
    if (last === undefined) return;
    if (last === this.#asked) {
      [this.#steps, this.#current] = [cleared?.steps ?? [], new Set(dropped)];
      this.#found = true;
    } else {
      this.#branches.push(this.#describe(last, dropped));
    }
  }

  #restore(): void {
    if (this.#cleared === undefined) return;
    this.#steps = this.#cleared.steps;
    this.#current = this.#cleared.current;
    this.#cleared = undefined;
  }
}

/** A content as it is sent: checkpoints contain those. */
function isContent(value: JsonObject): boolean {
  return Array.isArray(value['parts']) && (value['role'] === 'user' || value['role'] === 'model');
}

function messageOf({ role, parts }: JsonObject, index: number): JsonObject {
  const content: JsonValue = parts ?? [];
  return { id: `content-${index}`, type: role === 'model' ? 'gemini' : 'user', content };
}
