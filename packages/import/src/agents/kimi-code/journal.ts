/**
 * Replays the journal of one agent: messages, steps of the model with the results of their calls, compactions, undos.
 */
import type { Block, Content, JsonObject, JsonValue, Origin, SyntheticReason } from '@interlock/transcript';
import type { ProtocolName } from '@interlock/wire';
import type { AgentRecord } from '../../reading/agent-reader.ts';
import { authorOf, contentOf, mediaAt, resultBlock } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { listOf, numberOf, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { sealed } from '../../reading/sealed.ts';
import { Timeline, type TimelineStep } from '../../reading/timeline.ts';
import { usageFrom } from '../../reading/usage-from.ts';

/** Records next to the conversation, by the beginning of their names. */
const bookkeeping =
  /^(?:metadata|runtime|profile|permission|turn|prompt|agent|llm|usage|token_counting|plugin|subagent|task|goal|todo|plan|cron|hook|skill|mcp|config|tools?|session|undo|background|swarm|full_compaction|micro_compaction|compaction|context\.(?:update_token_count|spliced|undone))(?:\.|_|$)/;

interface Step {
  readonly record: AgentRecord;
  readonly kind: 'message' | 'answer' | 'compaction';
  readonly isQuestion: boolean;
  readonly contents: readonly Content[];
  /** An answer as it grows. */
  readonly blocks: Block[];
  readonly results: Content[];
  /** Known when its request is made. */
  origin: Origin;
  /** For a compaction: how many of the last questions come after the summary. */
  readonly keptQuestions: number;
  usage: TimelineStep['usage'];
}

/** Removes the last turns, or everything. */
interface Undo {
  readonly turns: number;
}

export class Journal {
  readonly #asked: string | undefined;
  readonly #notes: Notes;
  readonly #reasons: Map<string, SyntheticReason>;
  readonly #operations: (Step | Undo)[] = [];
  readonly #open = new Map<string, Step>();
  #origin: Origin = { provider: '' };

  constructor(asked: string | undefined, notes: Notes, reasons: Map<string, SyntheticReason>) {
    this.#asked = asked;
    this.#notes = notes;
    this.#reasons = reasons;
  }

  /** False for a record of an unknown kind. */
  take(record: AgentRecord): boolean {
    const { value } = record;
    switch (textOf(value['type'])) {
      case 'context.append_message':
        this.#say(record);
        return true;
      case 'context.append_loop_event':
        this.#loop(objectAt(value, 'event') ?? {}, record);
        return true;
      case 'context.apply_compaction':
        this.#compact(record);
        return true;
      case 'context.undo':
        this.#operations.push({ turns: numberOf(value['count']) ?? 0 });
        return true;
      case 'context.clear':
        this.#operations.push({ turns: Number.POSITIVE_INFINITY });
        return true;
      case 'llm.request':
        this.#request(value);
        return true;
      default:
        return bookkeeping.test(textOf(value['type']));
    }
  }

  /** Undone turns become branches; what a compaction kept is what it says, the last questions. */
  timeline(): Timeline {
    const timeline = new Timeline<TimelineStep & { readonly isQuestion: boolean }>(this.#asked);
    for (const operation of this.#operations) {
      if ('turns' in operation) timeline.cut(undoneFrom(timeline.steps, operation.turns));
      else timeline.add(timelineStep(operation, timeline.steps));
    }
    return timeline;
  }

  #request({ model, provider }: JsonObject): void {
    this.#origin = originOf(textOf(model), providers.get(textOf(provider)) ?? textOf(provider));
    const last = this.#operations.at(-1);
    if (last !== undefined && 'blocks' in last && last.kind === 'answer' && last.blocks.length === 0)
      last.origin = this.#origin;
  }

  #say(record: AgentRecord): void {
    const message = objectAt(record.value, 'message') ?? {};
    const kind = textOf(objectAt(message, 'origin')?.['kind']);
    const role = textOf(message['role']);
    if (kind === 'injection' || kind === 'hook_result' || kind === 'retry' || role === 'system') {
      this.#notes.leaveOut(kind === 'hook_result' ? 'hook output' : 'reminders');
      return;
    }
    const time = timeOf(record.value['time']);
    const blocks = spokenBlocks(message['content'], this.#notes);
    const contents =
      role === 'tool'
        ? [resultOf(message, time, this.#notes)]
        : contentOf('human', blocks, defined({ timestamp: time }));
    if (role === 'assistant') {
      const step = this.#begin(record);
      step.blocks.push(
        ...listOf(message['content']).flatMap((part) => this.#answerBlock(objectAt(part) ?? {}, step.origin)),
      );
      for (const call of objectsOf(message['toolCalls'])) step.blocks.push(callBlock(call));
      return;
    }
    this.#operations.push({ ...this.#blank(record, 'message'), isQuestion: role === 'user', contents });
  }

  #loop(event: JsonObject, record: AgentRecord): void {
    const uuid = textOf(event['stepUuid']) || textOf(event['uuid']);
    switch (textOf(event['type'])) {
      case 'step.begin':
        this.#open.set(uuid, this.#begin(record));
        return;
      case 'content.part': {
        const step = this.#stepOf(uuid, record);
        step.blocks.push(...this.#answerBlock(objectAt(event, 'part') ?? {}, step.origin));
        return;
      }
      case 'tool.call':
        this.#stepOf(uuid, record).blocks.push(callBlock(event));
        return;
      case 'tool.result':
        this.#answer(event, record);
        return;
      case 'step.end': {
        const usage = objectAt(event, 'usage') ?? {};
        const cacheRead = usage['inputCacheRead'];
        const cacheWrite = usage['inputCacheCreation'];
        const all = [usage['inputOther'], cacheRead, cacheWrite].reduce<number>(
          (sum, value) => sum + (numberOf(value) ?? 0),
          0,
        );
        this.#stepOf(uuid, record).usage = usageFrom({ input: all, output: usage['output'], cacheRead, cacheWrite });
        return;
      }
    }
  }

  /** A result belongs to the step that called, wherever it is. */
  #answer(event: JsonObject, record: AgentRecord): void {
    const callId = textOf(event['toolCallId']);
    const step = this.#operations.findLast((operation): operation is Step => isCallerOf(operation, callId));
    const result = objectAt(event, 'result') ?? {};
    const content = resultOf(
      { toolCallId: callId, content: result['output'] ?? '', isError: result['isError'] ?? false },
      timeOf(record.value['time']),
      this.#notes,
    );
    if (step === undefined) this.#operations.push({ ...this.#blank(record, 'message'), contents: [content] });
    else step.results.push(content);
    if (result['cancelled'] === true) this.#reasons.set(callId, 'cancelled');
  }

  #compact(record: AgentRecord): void {
    const { summary, contextSummary } = record.value;
    const text = textOf(summary) || textOf(contextSummary) || spokenText(objectAt(summary)?.['content']);
    const kept = numberOf(record.value['keptUserMessageCount']) ?? 0;
    const contents = contentOf(
      'human',
      text === '' ? [] : [{ type: 'text', text }],
      defined({ timestamp: timeOf(record.value['time']) }),
    );
    this.#operations.push({ ...this.#blank(record, 'compaction'), contents, keptQuestions: kept });
  }

  #begin(record: AgentRecord): Step {
    const step = this.#blank(record, 'answer');
    this.#operations.push(step);
    return step;
  }

  #stepOf(uuid: string, record: AgentRecord): Step {
    const known = this.#open.get(uuid);
    const step = known ?? this.#begin(record);
    this.#open.set(uuid, step);
    return step;
  }

  #blank(record: AgentRecord, kind: Step['kind']): Step {
    const base = { contents: [], blocks: [], results: [], origin: this.#origin, keptQuestions: 0, usage: undefined };
    return { record, kind, isQuestion: false, ...base };
  }

  #answerBlock(part: JsonObject, origin: Origin): readonly Block[] {
    if (part['type'] !== 'think') return spokenBlocks([part], this.#notes);
    const thought = textOf(part['think']);
    return [{ type: 'thinking', thought, ...thoughtSeal(thought, textOf(part['encrypted']), origin) }];
  }
}

function isCallerOf(operation: Step | Undo, callId: string): boolean {
  return 'blocks' in operation && operation.blocks.some((block) => block.type === 'tool_call' && block.id === callId);
}

type KimiStep = TimelineStep & { readonly isQuestion: boolean };

function timelineStep(step: Step, before: readonly KimiStep[]): KimiStep {
  const { record, kind, isQuestion, origin, usage } = step;
  const time = timeOf(record.value['time']);
  const answer = [...contentOf('ai', step.blocks, authorOf(origin, time)), ...step.results];
  const kept = step.keptQuestions === 0 ? [] : before.filter((each) => each.isQuestion).slice(-step.keptQuestions);
  const contents = kind === 'answer' ? answer : [...step.contents, ...kept.flatMap((each) => each.contents)];
  return { record, contents, isQuestion, usage, time, isCompaction: kind === 'compaction' };
}

/** No further back than to the last compaction. */
function undoneFrom(steps: readonly KimiStep[], turns: number): number {
  const floor = steps.findLastIndex(({ isCompaction }) => isCompaction === true) + 1;
  let left = turns;
  for (let at = steps.length - 1; at >= floor; at -= 1) {
    if (steps[at]?.isQuestion === true) left -= 1;
    if (left <= 0) return at;
  }
  return floor;
}

/** Kinds of providers, as its settings name them. */
const providers: ReadonlyMap<string, string> = new Map([
  ['kimi', 'moonshot'],
  ['openai_legacy', 'openai'],
  ['openai_responses', 'openai'],
  ['google_genai', 'google'],
  ['vertexai', 'vertex'],
]);

const protocols: ReadonlyMap<string, readonly [ProtocolName, string]> = new Map([
  ['anthropic', ['anthropic-messages', 'signature']],
  ['openai', ['openai-responses', 'encrypted_content']],
  ['google', ['gemini', 'thoughtSignature']],
  ['vertex', ['gemini', 'thoughtSignature']],
]);

/** Moonshot's own models have no token: the text is sent back unchanged. */
function thoughtSeal(thought: string, encrypted: string, origin: Origin): ReturnType<typeof sealed> {
  if (encrypted === '') {
    const isKimi = origin.provider === 'moonshot';
    return isKimi ? sealed({ protocol: 'openai-chat', field: 'reasoning_content', value: thought }, origin) : {};
  }
  const [protocol, field] = protocols.get(origin.provider) ?? [];
  return protocol === undefined || field === undefined ? {} : sealed({ protocol, field, value: encrypted }, origin);
}

function callBlock(call: JsonObject): Block {
  const named = objectAt(call, 'function') ?? call;
  const id = textOf(call['toolCallId']) || textOf(call['id']);
  return { type: 'tool_call', id, name: textOf(named['name']), parameters: named['args'] ?? named['arguments'] ?? {} };
}

function resultOf(message: JsonObject, time: number | undefined, notes: Notes): Content {
  const blocks = spokenBlocks(message['content'], notes);
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const callId = textOf(message['toolCallId']);
  const response = resultBlock({ callId, toolName: '', text, failed: message['isError'] === true });
  const media = blocks.filter(({ type }) => type === 'media');
  return {
    speaker: 'tool',
    blocks: [response, ...media],
    ...(time === undefined ? {} : { metadata: { timestamp: time } }),
  };
}

function spokenText(content: JsonValue | undefined): string {
  return objectsOf(content)
    .map(({ text }) => textOf(text))
    .join('');
}

function spokenBlocks(content: JsonValue | undefined, notes: Notes): readonly Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return objectsOf(content).flatMap((part): readonly Block[] => {
    const text = textOf(part['text']);
    if (part['type'] === 'text') return text === '' ? [] : [{ type: 'text', text }];
    const url = ['imageUrl', 'image_url', 'videoUrl', 'audioUrl']
      .map((key) => textOf(objectAt(part, key)?.['url']))
      .join('');
    const media = mediaAt(url);
    if (media !== undefined) return [media];
    notes.leaveOut('files that are not in the session');
    return [];
  });
}
