/**
 * LLxprt Code: JSON lines in `~/.llxprt/tmp/<project>/chats`, events around contents in nearly our own format. Written
 * from its public source; not tested on a real file.
 */
import type { JsonObject } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecord,
  type AgentRecords,
  type Machine,
  placeOf,
  type ReadOptions,
} from '../../reading/agent-reader.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { listOf, numberOf, objectAt, textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { Timeline, wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { usageFrom } from '../../reading/usage-from.ts';
import { isContent, ownContent, type Speaking } from './own-content.ts';

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
  readonly #timeline: Timeline;
  #about: JsonObject = {};
  #speaking: Speaking = { provider: '', model: '' };

  constructor(source: AgentRecords, notes: Notes, asked: string | undefined) {
    this.#source = source;
    this.#notes = notes;
    this.#timeline = new Timeline(asked);
  }

  get isDone(): boolean {
    return this.#timeline.isFound;
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
    const own = made ? [] : ownContent(content, this.#speaking, timeOf(record.value['ts']));
    // A summary comes from the model; a history begins with the user.
    const contents = isCompaction ? own.map((each) => ({ ...each, speaker: 'human' as const })) : own;
    const usage = usageOf(objectAt(content, 'metadata', 'usage'));
    this.#timeline.add({ record, contents, usage, isCompaction, time: timeOf(record.value['ts']) });
  }

  /** Each line is one item of the history, even if it is empty here; the summary is the first. */
  #rewind(items: number): void {
    const { steps } = this.#timeline;
    const start = steps.findLastIndex(({ isCompaction }) => isCompaction === true);
    this.#timeline.cut(Math.max(steps.length - items, start, 0));
  }

  result(): ImportedSession {
    const log = this.#timeline.log(this.#source);
    if (this.#timeline.isMissing) {
      this.#notes.report('missing-branch', this.#source.name, 'There is no branch of this name.');
    }
    const about = this.#about;
    const [directory] = listOf(about['workspaceDirs']);
    const first = this.#timeline.steps.find(({ contents }) => contents[0]?.speaker === 'human');
    return finishSession({
      agent: llxprt.name,
      id: textOf(about['sessionId']) || this.#source.name.replace(/\.jsonl$/, ''),
      ...defined({
        title: titleFrom(textOf(about['name']) || textOf(about['title'])) ?? titleFrom(wordsOf(first?.contents ?? [])),
        folder: textOf(about['cwd']) || textOf(directory) || undefined,
        parent: textOf(about['parentSessionId']) || undefined,
      }),
      log: log.entries,
      branches: this.#timeline.branches,
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
