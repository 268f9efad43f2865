/**
 * The lines of a rollout as a log. The history is only in the response items; events only say where turns begin and
 * end, and what was rolled back. A compaction that only OpenAI can read is skipped: its originals are above it, and the
 * thread continues.
 */
import {
  type Content,
  type JsonObject,
  type JsonValue,
  jsonText,
  type SyntheticReason,
  toJson,
} from '@interlock/transcript';
import { readToolId, type Usage } from '@interlock/wire';
import type { Branch, CompactionEntry, ContentEntry } from '../../reading/imported-session.ts';
import { listOf, numberOf, objectAt, textOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { readMessages } from '../../reading/read-message.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { conversationIn, kindOf } from './conversation-parts.ts';
import { type RolloutLine, replacementIn } from './rollout-line.ts';
import { sharedNames, withUniqueName } from './tool-namespaces.ts';

export interface BuiltLog {
  readonly log: readonly (ContentEntry | CompactionEntry)[];
  readonly reasons: ReadonlyMap<string, SyntheticReason>;
  readonly branches: readonly Branch[];
}

export function buildLog(lines: readonly RolloutLine[], notes: Notes): BuiltLog {
  const builder = new LogBuilder(notes, sharedNames(lines));
  for (const line of lines) builder.add(line);
  return builder.end();
}

/** An entry, and the turn it belongs to. */
interface Placed {
  readonly entry: ContentEntry | CompactionEntry;
  readonly turn: number;
  readonly byUser: boolean;
}

class LogBuilder {
  readonly #notes: Notes;
  readonly #reasons = new Map<string, SyntheticReason>();
  readonly #branches: Branch[] = [];
  /** Every item by its id, for compactions that only name them. */
  readonly #items = new Map<string, JsonObject>();
  #placed: Placed[] = [];
  #answer: RolloutLine[] = [];
  #open = new Set<string>();
  /** The first output of each call. */
  readonly #outputs = new Map<string, JsonValue>();
  #turn = 0;
  /** Older versions do not say where turns begin. */
  #saysTurns = false;
  #provider = '';
  #model = '';
  #unusedUsage: ContentEntry | undefined;
  readonly #sharedNames: ReadonlySet<string>;

  constructor(notes: Notes, sharedNames: ReadonlySet<string>) {
    this.#notes = notes;
    this.#sharedNames = sharedNames;
  }

  add(line: RolloutLine): void {
    const { type, payload } = line;
    if (type === 'response_item') this.#addItem(line);
    else if (type === 'event_msg') this.#addEvent(line);
    else if (type === 'compacted') this.#compact(line);
    else if (type === 'token_usage_record') this.#addUsage(objectAt(payload, 'usage'));
    else if (type === 'inter_agent_communication') this.#addAgentMessage(line, agentMessage(payload));
    else if (type === 'turn_context') this.#model = textOf(payload['model']) || this.#model;
    else if (type === 'session_meta') this.#provider = textOf(payload['model_provider']) || this.#provider;
  }

  end(): BuiltLog {
    this.#endAnswer();
    return { log: this.#placed.map(({ entry }) => entry), reasons: this.#reasons, branches: this.#branches };
  }

  #addItem(line: RolloutLine): void {
    const item = line.payload;
    const id = textOf(item['id']);
    if (id !== '') this.#items.set(id, item);
    const kind = kindOf(item);
    if (kind === 'answer') {
      this.#answer.push(line);
      return;
    }
    this.#endAnswer();
    if (kind === 'output') this.#addOutput(line);
    else if (kind === 'agent') this.#addAgentMessage(line, item);
    else if (kind === 'user') this.#addUser(line, item);
    else if (kind === 'note') this.#notes.leaveOut('instructions');
    else if (kind === 'sealed') this.#reportSealed(line);
  }

  /** Consecutive items are one answer. */
  #endAnswer(): void {
    const [first] = this.#answer;
    const items = this.#answer.map(({ payload }) => payload);
    this.#answer = [];
    if (first === undefined) return;
    // The model continued without these results.
    this.#close('lost');
    for (const content of this.#read(items, first)) {
      const entry = contentEntry(content, first);
      this.#placed.push({ entry, turn: this.#turn, byUser: false });
      this.#unusedUsage = entry;
      for (const block of content.blocks) {
        if (block.type === 'tool_call' && block.executor !== 'provider') this.#open.add(block.id);
      }
    }
  }

  #addOutput(line: RolloutLine): void {
    const item = line.payload;
    const id = textOf(item['call_id']) || textOf(item['id']);
    // A tool may also report on its own (a clock).
    if (textOf(item['call_id']) === '' && textOf(item['name']) !== '' && !this.#open.has(readToolId(id))) {
      this.#push([outputAsMessage(`Output of ${toolOf(item)}, without a call:`, item)], line, false);
      return;
    }
    this.#open.delete(readToolId(id));
    const known = this.#outputs.get(id);
    this.#outputs.set(id, known ?? item['output'] ?? null);
    // Code that a free-form tool runs may send more than its result (`notify`).
    const isFurther =
      known !== undefined && item['type'] === 'custom_tool_call_output' && !isSame(known, item['output']);
    const further = `Further output of the call ${id}:`;
    this.#push([isFurther ? outputAsMessage(further, item) : plainOutput(item)], line, false);
  }

  #addUser(line: RolloutLine, message: JsonObject): void {
    this.#endAnswer();
    const { item, leftOut } = conversationIn(message);
    for (const what of leftOut) this.#notes.leaveOut(what);
    if (item !== undefined) this.#addSaid(line, item);
  }

  /** A message of another agent of the same team. */
  #addAgentMessage(line: RolloutLine, item: JsonObject): void {
    this.#endAnswer();
    this.#addSaid(line, item);
  }

  #addSaid(line: RolloutLine, item: JsonObject): void {
    if (!this.#saysTurns && this.#placed.at(-1)?.byUser === false) {
      this.#turn += 1;
      this.#close('interrupted');
    }
    this.#push([item], line, true);
  }

  #push(items: readonly JsonObject[], line: RolloutLine, byUser: boolean): void {
    for (const content of this.#read(items, line)) {
      this.#placed.push({ entry: contentEntry(content, line), turn: this.#turn, byUser });
    }
  }

  #addEvent(line: RolloutLine): void {
    const { payload } = line;
    switch (payload['type']) {
      case 'task_started':
      case 'turn_started':
        this.#endAnswer();
        this.#turn += 1;
        this.#saysTurns = true;
        // The previous turn has no end: its program was killed.
        this.#close('interrupted');
        return;
      case 'turn_aborted':
        this.#endAnswer();
        this.#close('interrupted');
        return;
      case 'token_count':
        this.#addUsage(objectAt(payload, 'info', 'last_token_usage'));
        return;
      case 'thread_settings_applied':
        this.#provider = textOf(objectAt(payload, 'thread_settings')?.['model_provider_id']) || this.#provider;
        return;
      case 'thread_rolled_back':
        this.#rollBack(line);
    }
  }

  #close(reason: SyntheticReason): void {
    for (const id of this.#open) this.#reasons.set(id, reason);
    this.#open = new Set();
  }

  /** Newer versions write it after each answer, older ones some time later and more than once. */
  #addUsage(usage: JsonObject | undefined): void {
    this.#endAnswer();
    const answer = this.#unusedUsage;
    this.#unusedUsage = undefined;
    const at = this.#placed.findLastIndex(({ entry }) => entry === answer);
    const placed = this.#placed[at];
    if (usage === undefined || answer === undefined || placed === undefined) return;
    this.#placed[at] = { ...placed, entry: { ...answer, usage: usageOf(usage) } };
  }

  /** The last turns of the user are no longer part of the thread; they stay readable as a branch. */
  #rollBack(line: RolloutLine): void {
    this.#endAnswer();
    const count = numberOf(line.payload['num_turns']) ?? 0;
    const turns = [...new Set(this.#placed.filter(({ byUser }) => byUser).map(({ turn }) => turn))];
    const first = count >= 1 ? turns.at(-Math.min(count, turns.length)) : undefined;
    if (first === undefined) return;
    const dropped = this.#placed.filter(({ turn }) => turn >= first);
    const last = dropped.findLast(({ byUser }) => byUser)?.entry;
    const text = last?.kind === 'content' ? wordsOf(last.content) : '';
    const time = dropped.at(-1)?.entry.time;
    this.#branches.push({
      id: `before ${line.place}`,
      title: titleFrom(text) ?? '',
      records: dropped.length,
      ...(time === undefined ? {} : { time }),
    });
    this.#placed = this.#placed.filter(({ turn }) => turn < first);
    this.#open = new Set();
    this.#unusedUsage = undefined;
  }

  #compact(line: RolloutLine): void {
    this.#endAnswer();
    const items = replacementIn(line.payload, this.#items);
    if (items?.some((item) => kindOf(item) === 'sealed')) {
      this.#reportSealed(line);
      return;
    }
    const current = this.#current();
    const contents = items === undefined ? this.#legacy(line, current) : this.#replaced(items, line, current);
    const time = line.time === undefined ? {} : { time: line.time };
    const entry: CompactionEntry = { kind: 'compaction', contents, place: line.place, ...time };
    this.#placed.push({ entry, turn: this.#turn, byUser: false });
  }

  #reportSealed({ place }: RolloutLine): void {
    const message = 'Only the provider can read this compaction. What it summarizes is kept unchanged.';
    this.#notes.report('unreadable-compaction', place, message);
  }

  /** A content that is kept verbatim stays the same object. */
  #replaced(items: readonly JsonObject[], line: RolloutLine, current: readonly Content[]): readonly Content[] {
    const kept = items.flatMap((item): readonly JsonObject[] => {
      if (kindOf(item) === 'user') return [conversationIn(item).item].filter((left) => left !== undefined);
      return kindOf(item) === 'note' || kindOf(item) === 'none' ? [] : [item];
    });
    const before = new Map(current.map((content) => [comparisonKey(content), content]));
    return this.#read(kept, line).map((content) => before.get(comparisonKey(content)) ?? content);
  }

  /** Before a new history was recorded: the user's messages and the summary. */
  #legacy({ payload, time }: RolloutLine, current: readonly Content[]): readonly Content[] {
    const text = textOf(payload['message']);
    const metadata = time === undefined ? {} : { metadata: { timestamp: time } };
    const summary: Content = { speaker: 'human', blocks: [{ type: 'text', text }], ...metadata };
    return [...current.filter(({ speaker }) => speaker === 'human'), ...(text === '' ? [] : [summary])];
  }

  #current(): readonly Content[] {
    const at = this.#placed.findLastIndex(({ entry }) => entry.kind === 'compaction');
    return this.#placed
      .slice(Math.max(at, 0))
      .flatMap(({ entry }) => (entry.kind === 'compaction' ? entry.contents : [entry.content]));
  }

  #read(items: readonly JsonObject[], { place, time }: RolloutLine): readonly Content[] {
    const report = (_: string, message: string): void => this.#notes.report('unreadable-part', place, message);
    const origin = originOf(this.#model, this.#provider);
    return readMessages(
      items.map((item) => withUniqueName(item, this.#sharedNames)),
      { protocol: 'openai-responses', origin, report, ...(time === undefined ? {} : { time }) },
    );
  }
}

/** Tools that a search found are not offered by a session, so the model reads all about them as text. */
function plainOutput({ tools, ...item }: JsonObject): JsonObject {
  if (item['type'] !== 'tool_search_output') return tools === undefined ? item : { ...item, tools };
  const output = listOf(tools).map((tool) => ({ type: 'input_text', text: jsonText(tool) }));
  return { ...item, type: 'function_call_output', output };
}

function toolOf({ name = null, namespace = null }: JsonObject): string {
  return [textOf(namespace), textOf(name)].filter((part) => part !== '').join('.');
}

function outputAsMessage(heading: string, { output = null }: JsonObject): JsonObject {
  const head = { type: 'input_text', text: heading };
  const parts = typeof output === 'string' ? [{ type: 'input_text', text: output }] : listOf(output);
  return { type: 'message', role: 'user', content: [head, ...parts] };
}

function isSame(one: JsonValue, other: JsonValue | undefined): boolean {
  return jsonText(one) === jsonText(other ?? null);
}

function contentEntry(content: Content, { place, time }: RolloutLine): ContentEntry {
  return { kind: 'content', content, place, ...(time === undefined ? {} : { time }) };
}

/** In the form of an item. */
function agentMessage({ content = null, message = null, encrypted_content }: JsonObject): JsonObject {
  const text = textOf(content) || textOf(message);
  const sealed = encrypted_content === undefined ? [] : [{ type: 'encrypted_content', encrypted_content }];
  return { type: 'agent_message', content: [...(text === '' ? [] : [{ type: 'input_text', text }]), ...sealed] };
}

/** Contents with the same key are the same message: seals are ignored. */
function comparisonKey({ speaker, blocks }: Content): string {
  const unsealed = blocks.map(({ seal: _, ...block }) => block);
  return `${speaker} ${jsonText(toJson(unsealed).value)}`;
}

function wordsOf({ blocks }: Content): string {
  return blocks.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
}

function usageOf(usage: JsonObject): Usage {
  const cacheRead = numberOf(usage['cached_input_tokens']) ?? 0;
  const cacheWrite = numberOf(usage['cache_write_input_tokens']) ?? 0;
  const reasoning = numberOf(usage['reasoning_output_tokens']);
  return {
    input: numberOf(usage['input_tokens']) ?? 0,
    output: numberOf(usage['output_tokens']) ?? 0,
    ...(cacheRead === 0 ? {} : { cacheRead }),
    ...(cacheWrite === 0 ? {} : { cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}
