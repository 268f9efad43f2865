/**
 * LLxprt Code: JSON lines in `~/.llxprt/tmp/<project>/chats`, events around contents of nearly our own form. Written from its public
 * source; not tried on a real file.
 */
import type { Content, JsonObject } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecord,
  type AgentRecords,
  type Machine,
  placeOf,
  type ReadOptions,
} from '../../agent-reader.ts';
import { defined } from '../../defined.ts';
import { finishSession } from '../../finish-session.ts';
import type { Branch, ContentEntry, ImportedSession } from '../../imported-session.ts';
import { listOf, numberOf, objectAt, textOf, timeOf } from '../../json.ts';
import { Notes } from '../../notes.ts';
import { SessionLog } from '../../session-log.ts';
import { titleFrom } from '../../title-from.ts';
import { usageFrom } from '../../usage-from.ts';
import { isContent, ownContent, type Speaking, wordsOf } from './own-content.ts';

export const llxprt: AgentReader = {
  name: 'llxprt',
  label: 'LLxprt Code',
  places: ({ home, environment }: Machine) => [
    {
      folder: `${environment['LLXPRT_HOME'] || `${home}/.llxprt`}/tmp`,
      files: /^[^/]+\/chats\/session-[^/]+\.jsonl$/,
      depth: 2,
      form: 'lines',
    },
  ],
  recognises: ([first]) =>
    typeof first?.['v'] === 'number' && typeof first['seq'] === 'number' && 'payload' in first && 'ts' in first,
  read,
};

const newestVersion = 1;

/** About the session, not in it. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...['session_event', 'directories_changed', 'checkpoint_created', 'checkpoint_renamed', 'checkpoint_deleted'],
]);

interface Step {
  readonly record: AgentRecord;
  readonly contents: readonly Content[];
  readonly usage: JsonObject | undefined;
  readonly isCompaction: boolean;
}

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const reading = new Reading(source, notes, options.branch);
  const seen = new Set<number>();
  for (const record of source.records) {
    if (reading.isDone) break;
    const seq = numberOf(record.value['seq']);
    // A line that was written twice has the same number.
    if (seq !== undefined && seen.has(seq)) notes.leaveOut('repeated records');
    else reading.take(record);
    if (seq !== undefined) seen.add(seq);
  }
  return reading.result();
}

class Reading {
  readonly #source: AgentRecords;
  readonly #notes: Notes;
  readonly #asked: string | undefined;
  readonly #branches: Branch[] = [];
  #steps: Step[] = [];
  #about: JsonObject = {};
  #speaking: Speaking = { provider: '', model: '' };
  #found = false;

  constructor(source: AgentRecords, notes: Notes, asked: string | undefined) {
    this.#source = source;
    this.#notes = notes;
    this.#asked = asked;
  }

  get isDone(): boolean {
    return this.#found;
  }

  take(record: AgentRecord): void {
    const type = textOf(record.value['type']);
    const payload = objectAt(record.value, 'payload') ?? {};
    const version = numberOf(record.value['v']) ?? newestVersion;
    if (version > newestVersion) {
      this.#notes.report(
        'unknown-version',
        placeOf(this.#source, record),
        `Version ${version} is newer than this reader.`,
      );
    }
    if (type === 'session_start' || type === 'provider_switch') {
      this.#speaking = { provider: textOf(payload['provider']), model: textOf(payload['model']) };
    }
    if (
      type === 'session_start' ||
      type === 'session_metadata' ||
      type === 'session_forked' ||
      type === 'session_named'
    ) {
      this.#about = { ...this.#about, ...payload };
    } else if (type === 'content' || type === 'compressed') {
      this.#say(objectAt(payload, type === 'content' ? 'content' : 'summary'), record, type === 'compressed');
    } else if (type === 'rewind') {
      this.#rewind(numberOf(payload['itemsRemoved']) ?? 0);
    } else if (type !== 'provider_switch' && !bookkeeping.has(type)) {
      this.#notes.unknown(`type ${JSON.stringify(type)}`, placeOf(this.#source, record));
    }
  }

  #say(content: JsonObject | undefined, record: AgentRecord, isCompaction: boolean): void {
    if (content === undefined || !isContent(content)) {
      this.#notes.report('unreadable-part', placeOf(this.#source, record), 'The content cannot be read.');
      return;
    }
    const made = objectAt(content, 'metadata')?.['synthetic'] === true && !isCompaction;
    if (made) this.#notes.leaveOut('answers made up by the program');
    const contents = made ? [] : ownContent(content, this.#speaking, timeOf(record.value['ts']));
    const usage = objectAt(content, 'metadata', 'usage');
    this.#steps.push({ record, contents, usage, isCompaction });
  }

  /** Each line is one item of the history, also one that is empty here. */
  #rewind(items: number): void {
    const start = this.#steps.findLastIndex(({ isCompaction }) => isCompaction);
    const from = Math.max(this.#steps.length - items, Math.max(start, 0));
    const dropped = this.#steps.slice(from);
    const last = dropped.at(-1);
    if (last === undefined) return;
    const id = `line-${last.record.at}`;
    if (id === this.#asked) {
      this.#found = true;
      return;
    }
    const words = dropped.map(({ contents }) => titleFrom(wordsOf(contents))).find((text) => text !== undefined);
    const time = timeOf(last.record.value['ts']);
    this.#branches.push({ id, title: words ?? '', records: dropped.length, ...defined({ time }) });
    this.#steps = this.#steps.slice(0, from);
  }

  result(): ImportedSession {
    const log = new SessionLog(this.#source);
    for (const { record, contents, usage, isCompaction } of this.#steps) {
      const said = { record, time: timeOf(record.value['ts']) };
      if (isCompaction) log.compact(contents, said);
      else log.add(contents, { ...said, usage: usageOf(usage) });
    }
    if (this.#asked !== undefined && !this.#found) {
      this.#notes.report('missing-branch', this.#source.name, `There is no branch ${this.#asked}.`);
    }
    const about = this.#about;
    const [directory] = listOf(about['workspaceDirs']);
    const entries = log.entries.filter((entry): entry is ContentEntry => entry.kind === 'content');
    const first = entries.find(({ content }) => content.speaker === 'human' && wordsOf([content]) !== '');
    return finishSession({
      agent: llxprt.name,
      id: textOf(about['sessionId']) || this.#source.name.replace(/\.jsonl$/, ''),
      ...defined({
        title:
          titleFrom(textOf(about['name']) || textOf(about['title'])) ??
          titleFrom(first === undefined ? '' : wordsOf([first.content])),
        folder: textOf(about['cwd']) || textOf(directory) || undefined,
        parent: textOf(about['parentSessionId']) || undefined,
      }),
      log: log.entries,
      branches: this.#branches,
      subagents: [],
      problems: this.#notes.problems(),
      leftOut: this.#notes.leftOut(),
    });
  }
}

function usageOf(usage: JsonObject = {}): ReturnType<typeof usageFrom> {
  return usageFrom({
    input: usage['promptTokens'],
    output: usage['completionTokens'],
    cacheRead: usage['cache_read_input_tokens'] ?? usage['cachedTokens'],
    cacheWrite: usage['cache_creation_input_tokens'] ?? usage['cacheCreationTokens'],
    reasoning: usage['reasoningTokens'],
  });
}
