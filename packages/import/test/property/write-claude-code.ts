/** A story as Claude Code writes it: a record a block, results below their own calls, notes in between, rewinds as forks. */
import { createHash } from 'node:crypto';
import { mulberry32 } from '../../../../test/conformance/mulberry32.ts';
import { picture, type Story, type StoryCall, type StoryRound, type StoryTurn } from './story.ts';
import { type ExpectedTurn, expectedOf, type Writer, type Written } from './writer.ts';

export const writeClaudeCode: Writer = { agent: 'claude-code', write: (story) => new ClaudeWriter(story).write() };

class ClaudeWriter {
  readonly #story: Story;
  readonly #random: () => number;
  readonly #lines: string[] = [];
  readonly #digests: string[] = [];
  #count = 0;
  #parent: string | null = null;

  constructor(story: Story) {
    this.#story = story;
    this.#random = mulberry32(story.seed);
  }

  write(): Written {
    let history: ExpectedTurn[] = [];
    /** The records of each turn of the history, for compactions. */
    let records: string[][] = [];
    this.#line({ type: 'queue-operation', operation: 'enqueue', sessionId: 'story' });
    for (const turn of this.#story.turns) {
      if (turn.compaction !== undefined) {
        const { kept, summary } = turn.compaction;
        const stays = kept === 0 ? [] : history.slice(-kept);
        const ids = kept === 0 ? [] : records.slice(-kept);
        const summaryId = this.#compact(summary, ids.flat());
        history = [{ summary: [summary], turn: undefined, reason: 'lost' }, ...stays];
        records = [[summaryId], ...ids];
      }
      const before = this.#parent;
      const ids = this.#turn(turn);
      if (turn.rewound) this.#parent = before;
      if (!turn.rewound) {
        history.push({ turn, reason: 'interrupted' });
        records.push(ids);
      }
    }
    this.#line({ type: 'api-request', id: 'r', keep: 0, tail: this.#digests, sessionId: 'story' });
    return { lines: this.#lines, expected: expectedOf(history) };
  }

  #turn(turn: StoryTurn): string[] {
    const from = this.#count;
    this.#user(this.#random() < 0.5 ? turn.said : [{ type: 'text', text: turn.said }]);
    this.#note();
    for (const round of turn.rounds) this.#round(round, turn.answer !== undefined || round !== turn.rounds.at(-1));
    if (turn.answer !== undefined) this.#answer([{ type: 'text', text: turn.answer }]);
    return Array.from({ length: this.#count - from }, (_, index) => `uuid-${from + index + 1}`);
  }

  #round({ thought, text, calls, order }: StoryRound, goesOn: boolean): void {
    const blocks = [
      ...(thought === undefined
        ? []
        : [{ type: 'thinking', thinking: thought, signature: `sig-${thought.length}-${this.#count}` }]),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, mark }) => ({ type: 'tool_use', id, name, input: { mark } })),
    ];
    const ids = this.#answer(blocks);
    const first = blocks.length - calls.length;
    let last = this.#parent;
    const results: object[] = [];
    for (const position of order) {
      const call = calls[position];
      if (call === undefined || call.outcome === 'none') continue;
      // Each result hangs below its own call; what follows hangs below one of them.
      const result = resultOf(call);
      results.push(result);
      const id = this.#record(
        { type: 'user', message: { role: 'user', content: [result] } },
        ids[first + position] ?? null,
      );
      if (last === this.#parent || this.#random() < 0.5) last = id;
    }
    this.#parent = last;
    // Messages that a killed program had not sent yet have no digest.
    if (results.length > 0 && goesOn) this.#digests.push(digestOf({ role: 'user', content: results }));
    this.#note();
  }

  /** Writes one record for each block. */
  #answer(blocks: readonly object[]): readonly string[] {
    const id = `msg_${this.#count}`;
    this.#digests.push(digestOf({ role: 'assistant', content: blocks }));
    return blocks.map((block, apiBlockIndex) => {
      const message = { id, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [block] };
      return this.#record({
        type: 'assistant',
        apiBlockIndex,
        message: { ...message, usage: { input_tokens: 9, output_tokens: 3 } },
      });
    });
  }

  #user(content: unknown): void {
    this.#record({ type: 'user', message: { role: 'user', content } });
  }

  /** Things that are no one's words. */
  #note(): void {
    const chance = this.#random();
    if (chance < 0.2)
      this.#record({ type: 'attachment', attachment: { type: 'date', date: 'today' }, renderedRole: 'system' });
    else if (chance < 0.3) this.#record({ type: 'system', subtype: 'turn_duration', durationMs: 5 });
    else if (chance < 0.4) this.#line({ type: 'file-history-snapshot', snapshot: {} });
    else if (chance < 0.5) this.#record({ type: 'progress', data: {} });
  }

  #compact(summary: string, kept: readonly string[]): string {
    const metadata = { trigger: 'auto', ...(kept.length === 0 ? {} : { preservedMessages: { uuids: kept } }) };
    const logical = this.#parent;
    this.#record(
      { type: 'system', subtype: 'compact_boundary', logicalParentUuid: logical, compactMetadata: metadata },
      null,
    );
    return this.#record({
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: summary },
    });
  }

  #record(record: object, parentUuid: string | null = this.#parent): string {
    this.#count += 1;
    const uuid = `uuid-${this.#count}`;
    const time = new Date(1_794_774_800_000 + this.#count * 1000).toISOString();
    const place = { cwd: '/home/user/project', sessionId: 'story', version: '2.1.325', timestamp: time };
    this.#line({ parentUuid, isSidechain: false, ...record, uuid, ...place });
    this.#parent = uuid;
    return uuid;
  }

  #line(record: object): void {
    this.#lines.push(JSON.stringify(record));
  }
}

function resultOf({ id, result, outcome }: StoryCall): object {
  const common = { type: 'tool_result', tool_use_id: id };
  if (outcome === 'error') return { ...common, content: `${result} failed`, is_error: true };
  if (outcome === 'text') return { ...common, content: result };
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } };
  return { ...common, content: [{ type: 'text', text: result }, image] };
}

/** The agent's own way, written a second time: sorted keys, compact, sha-256. */
function digestOf(message: object): string {
  const sorted = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Array.isArray(value)
        ? value.map(sorted)
        : Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, inner]) => [key, sorted(inner)]),
          );
  return createHash('sha256')
    .update(JSON.stringify(sorted(message)))
    .digest('hex');
}
