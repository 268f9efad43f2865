/** The chosen records as a log: one content per answer (however many records it has), results, messages, compactions. */
import {
  type Block,
  type Content,
  type JsonObject,
  type JsonValue,
  jsonText,
  type SyntheticReason,
} from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import { type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import type { CompactionEntry, ContentEntry } from '../../reading/imported-session.ts';
import { isObject, listOf, numberOf, objectAt, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { type Author, readMessages } from '../../reading/read-message.ts';
import { type ClaudeRecord, isKeptAttachment, messageIdOf } from './claude-record.ts';
import { entriesOf, hiddenKindOf, isMadeUpResult, isSynthetic, noteKindOf } from './conversation-parts.ts';
import { readAttachment } from './read-attachment.ts';

export interface BuiltLog {
  readonly log: readonly (ContentEntry | CompactionEntry)[];
  /** Why calls have no result, by the agent's ids. */
  readonly reasons: ReadonlyMap<string, SyntheticReason>;
}

export function buildLog(records: readonly ClaudeRecord[], source: AgentRecords, notes: Notes): BuiltLog {
  return new LogBuilder(records, source, notes).build();
}

class LogBuilder {
  readonly #records: readonly ClaudeRecord[];
  readonly #source: AgentRecords;
  readonly #notes: Notes;
  readonly #log: (ContentEntry | CompactionEntry)[] = [];
  readonly #reasons = new Map<string, SyntheticReason>();
  /** The records each content was made of. */
  readonly #written = new Map<Content, readonly string[]>();
  /** The history at this point, after the compactions so far. */
  #current: Content[] = [];
  #boundary: ClaudeRecord | undefined;

  constructor(records: readonly ClaudeRecord[], source: AgentRecords, notes: Notes) {
    this.#records = records;
    this.#source = source;
    this.#notes = notes;
  }

  build(): BuiltLog {
    const parents = new Map(this.#records.map((record) => [record.id, record]));
    const answers = Map.groupBy(this.#records, messageIdOf);
    for (const record of this.#records) {
      const answer = answers.get(messageIdOf(record));
      if (messageIdOf(record) === '' || answer === undefined) this.#add(record, parents.get(record.parent ?? ''));
      else if (answer[0] === record) this.#addAnswer(answer);
    }
    return { log: this.#log, reasons: this.#reasons };
  }

  #add(record: ClaudeRecord, parent: ClaudeRecord | undefined): void {
    const { type, value } = record;
    if (type === 'assistant') this.#addAnswer([record]);
    else if (type === 'attachment') this.#addAttachment(record);
    else if (type === 'user' && value['isCompactSummary'] === true) this.#compact(record);
    else if (type === 'user') this.#addUser(record, parent);
    else if (value['subtype'] === 'compact_boundary') this.#boundary = record;
    else if (type === 'system') this.#notes.leaveOut('notes of the program');
  }

  /** Joins all records of an answer to one message. */
  #addAnswer(records: readonly ClaudeRecord[]): void {
    const [first] = records;
    if (first === undefined) return;
    if (isSynthetic(first)) {
      this.#notes.leaveOut('answers made up by the program');
      return;
    }
    const blocks = distinctBlocks(records);
    const contents = this.#read([{ role: 'assistant', content: blocks }], first, authorOf(first));
    const usage = usageOf(records.findLast(({ message }) => isObject(message['usage']))?.message);
    const ids = records.map(({ id }) => id);
    for (const content of contents) this.#push(content, first, ids, usage);
  }

  #addUser(record: ClaudeRecord, parent: ClaudeRecord | undefined): void {
    const hidden = hiddenKindOf(record, parent);
    if (hidden !== undefined) {
      this.#notes.leaveOut(hidden);
      return;
    }
    const content = entriesOf(record.message['content'])
      .filter((block) => this.#isConversation(block))
      .map(withToolNames);
    if (content.length === 0) return;
    for (const read of this.#read([{ role: 'user', content }], record)) this.#push(read, record, [record.id]);
  }

  #isConversation(block: JsonValue): boolean {
    if (!isObject(block)) return true;
    if (isMadeUpResult(block)) {
      this.#reasons.set(textOf(block['tool_use_id']), 'interrupted');
      this.#notes.leaveOut('results made up by the program');
      return false;
    }
    const note = block['type'] === 'text' ? noteKindOf(textOf(block['text'])) : undefined;
    if (note !== undefined) this.#notes.leaveOut(note);
    return note === undefined;
  }

  #addAttachment(record: ClaudeRecord): void {
    const attachment = objectAt(record.value, 'attachment') ?? {};
    if (!isKeptAttachment(record)) {
      this.#notes.leaveOut('notes about the environment');
      return;
    }
    for (const content of readAttachment(attachment, this.#author(record))) this.#push(content, record, [record.id]);
  }

  /** Messages that were kept verbatim are not written again; they come after the summary. */
  #compact(record: ClaudeRecord): void {
    const summary = this.#read([{ role: 'user', content: record.message['content'] ?? '' }], record);
    const kept = keptContents(this.#boundary, this.#current, this.#written);
    this.#current = [...summary, ...kept];
    this.#boundary = undefined;
    for (const content of summary) this.#written.set(content, [record.id]);
    const time = timeOf(record.value['timestamp']);
    const place = placeOf(this.#source, record);
    this.#log.push({
      kind: 'compaction',
      contents: [...this.#current],
      place,
      ...(time === undefined ? {} : { time }),
    });
  }

  #read(messages: readonly JsonObject[], record: ClaudeRecord, author?: Partial<Author>): readonly Content[] {
    return readMessages(messages, { ...this.#author(record), ...author });
  }

  #author(record: ClaudeRecord): Author {
    const time = timeOf(record.value['timestamp']);
    const place = placeOf(this.#source, record);
    const report = (_: string, message: string): void => this.#notes.report('unreadable-part', place, message);
    return { protocol: 'anthropic-messages', report, ...(time === undefined ? {} : { time }) };
  }

  #push(content: Content, record: ClaudeRecord, ids: readonly string[], usage?: Usage): void {
    const time = content.metadata?.timestamp;
    this.#log.push({
      kind: 'content',
      content,
      place: placeOf(this.#source, record),
      ...(usage === undefined ? {} : { usage }),
      ...(time === undefined ? {} : { time }),
    });
    this.#current.push(content);
    this.#written.set(content, ids);
  }
}

/** The results of a tool search refer to tools that only this program has. */
function withToolNames(block: JsonValue): JsonValue {
  if (!isObject(block) || block['type'] !== 'tool_result' || !Array.isArray(block['content'])) return block;
  const content = listOf(block['content']).map((part) => {
    const name = textOf(objectAt(part)?.['tool_name']);
    return name !== '' && objectAt(part)?.['type'] === 'tool_reference' ? { type: 'text', text: name } : part;
  });
  return { ...block, content };
}

/** Records that some resumes write again have the same block under a different id. */
function distinctBlocks(records: readonly ClaudeRecord[]): readonly JsonValue[] {
  const seen = new Set<string>();
  return records.flatMap(({ value, message }) =>
    entriesOf(message['content']).filter((block) => {
      const key = identityOf(block, value['apiBlockIndex']);
      return key === undefined || (!seen.has(key) && seen.add(key));
    }),
  );
}

/** Undefined for a block that may occur twice in one answer. */
function identityOf(block: JsonValue, index: JsonValue | undefined): string | undefined {
  if (!isObject(block)) return undefined;
  const token = textOf(block['id']) || textOf(block['signature']) || textOf(block['data']);
  if (token !== '') return `${textOf(block['type'])} ${token}`;
  return typeof index === 'number' ? `${index} ${jsonText(block)}` : undefined;
}

/** Claude on Bedrock and Vertex has its own ids, and accepts only its own thinking. */
function authorOf({ message }: ClaudeRecord): Pick<Author, 'origin'> {
  const id = textOf(message['id']);
  const cloud = id.startsWith('msg_bdrk_') ? 'bedrock' : id.startsWith('msg_vrtx_') ? 'vertex' : '';
  return { origin: originOf(textOf(message['model']), cloud) };
}

function usageOf(message: JsonObject | undefined): Usage | undefined {
  const usage = objectAt(message, 'usage');
  if (usage === undefined) return undefined;
  const cacheRead = numberOf(usage['cache_read_input_tokens']) ?? 0;
  const cacheWrite = numberOf(usage['cache_creation_input_tokens']) ?? 0;
  const reasoning = numberOf(objectAt(usage, 'output_tokens_details')?.['thinking_tokens']);
  return {
    input: (numberOf(usage['input_tokens']) ?? 0) + cacheRead + cacheWrite,
    output: numberOf(usage['output_tokens']) ?? 0,
    ...(cacheRead === 0 ? {} : { cacheRead }),
    ...(cacheWrite === 0 ? {} : { cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

/**
 * The contents that a compaction kept verbatim: the messages its boundary names, and the results of their calls. `written`: the records
 * each content was made of.
 */
function keptContents(
  boundary: ClaudeRecord | undefined,
  contents: readonly Content[],
  written: ReadonlyMap<Content, readonly string[]>,
): readonly Content[] {
  const metadata = objectAt(boundary?.value, 'compactMetadata');
  const isNamed = namedIn(metadata === undefined ? {} : metadata, contents, written);
  const named = new Set(contents.filter(isNamed));
  const calls = new Set([...named].flatMap(({ blocks }) => blocks.flatMap(callIdOf)));
  const answersNamed = ({ blocks }: Content): boolean =>
    blocks.some((block) => block.type === 'tool_response' && calls.has(block.callId));
  return contents.filter((content) => named.has(content) || answersNamed(content));
}

/** 2.1.3xx lists the messages; earlier versions name the first and the last. */
function namedIn(
  metadata: Readonly<Record<string, Parameters<typeof listOf>[0]>>,
  contents: readonly Content[],
  written: ReadonlyMap<Content, readonly string[]>,
): (content: Content) => boolean {
  const has = (content: Content, id: string): boolean => id !== '' && (written.get(content)?.includes(id) ?? false);
  const ids = new Set(listOf(objectAt(metadata['preservedMessages'])?.['uuids']).map(textOf));
  if (ids.size > 0) return (content) => written.get(content)?.some((id) => ids.has(id)) ?? false;
  const segment = objectAt(metadata['preservedSegment']);
  const from = contents.findIndex((content) => has(content, textOf(segment?.['headUuid'])));
  const to = contents.findLastIndex((content) => has(content, textOf(segment?.['tailUuid'])));
  const range = new Set(from === -1 || to < from ? [] : contents.slice(from, to + 1));
  return (content) => range.has(content);
}

function callIdOf(block: Block): readonly string[] {
  return block.type === 'tool_call' ? [block.id] : [];
}
