/** The events of one agent as a log. */
import type { Block, Content, JsonObject, Metadata, Origin, SyntheticReason } from '@interlock/transcript';
import { type ProtocolName, protocolNames } from '@interlock/wire';
import { type AgentRecord, type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import { defined } from '../../reading/defined.ts';
import type { DraftSession } from '../../reading/finish-session.ts';
import { listOf, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { readMessages } from '../../reading/read-message.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { usageFrom } from '../../reading/usage-from.ts';

/** Events about progress, by the beginning of their names. */
const bookkeeping =
  /^(?:session|assistant|tool|subagent|hook|permission|skill|command|user_input|elicitation|external_tool|system|pending_messages|mcp|mcp_app|sampling|exit_plan_mode|capabilities|auto_mode_switch|model|commands|custom_agents|custom_notification|factory)(?:\.|$)/;

export interface ReadEvents extends Pick<DraftSession, 'log'> {
  readonly reasons: ReadonlyMap<string, SyntheticReason>;
  readonly firstWords: string;
}

/** `all`: also the events of other agents; pictures are stored once for all. */
export function readEvents(
  records: readonly AgentRecord[],
  all: readonly AgentRecord[],
  source: AgentRecords,
  notes: Notes,
): ReadEvents {
  const reading = new EventReading(all, source, notes);
  for (const record of records) reading.take(record);
  return reading.result();
}

class EventReading {
  readonly #source: AgentRecords;
  readonly #notes: Notes;
  readonly #log: SessionLog;
  readonly #assets: ReadonlyMap<string, JsonObject>;
  readonly #reasons = new Map<string, SyntheticReason>();
  readonly #open = new Set<string>();
  /** The usage of requests, by their ids. */
  readonly #usage = new Map<string, JsonObject>();
  /** The model that was asked for a call, by the call's id. */
  readonly #models: ReadonlyMap<string, string>;
  /** The model that was chosen last. Answers name theirs only in newer versions. */
  #model = '';
  #firstWords = '';
  /** How much of the history there was when a compaction began. */
  #compacting: number | undefined;

  constructor(all: readonly AgentRecord[], source: AgentRecords, notes: Notes) {
    this.#source = source;
    this.#notes = notes;
    this.#log = new SessionLog(source);
    this.#assets = new Map(
      all.flatMap(({ value }) => {
        const data = objectAt(value, 'data');
        return value['type'] === 'session.binary_asset' && data !== undefined
          ? [[textOf(data['assetId']), data] as const]
          : [];
      }),
    );
    this.#models = new Map(
      all.flatMap(({ value }) => {
        const data = value['type'] === 'tool.execution_complete' ? (objectAt(value, 'data') ?? {}) : {};
        const model = textOf(data['model']);
        return model === '' ? [] : [[textOf(data['toolCallId']), model] as const];
      }),
    );
  }

  result(): ReadEvents {
    return { log: this.#log.entries, reasons: this.#reasons, firstWords: this.#firstWords };
  }

  take(record: AgentRecord): void {
    const type = textOf(record.value['type']);
    const data = objectAt(record.value, 'data') ?? {};
    const time = timeOf(record.value['timestamp']);
    const event = { record, time };
    switch (type) {
      case 'user.message':
        this.#ask(data, event);
        return;
      case 'session.start':
      case 'session.resume':
      case 'session.model_change':
        this.#model = textOf(data['newModel']) || textOf(data['selectedModel']) || this.#model;
        return;
      case 'session.usage_record':
        this.#usage.set(textOf(objectAt(data, 'usage')?.['apiCallId']), objectAt(data, 'usage') ?? {});
        return;
      case 'assistant.message':
        this.#answer(data, event);
        return;
      case 'tool.execution_complete':
        this.#open.delete(textOf(data['toolCallId']));
        // Written when a killed session is resumed: the outcome of the call is unknown.
        if (data['interactionId'] === 'resume' && objectAt(data, 'error')?.['code'] === 'interrupted') {
          this.#reasons.set(textOf(data['toolCallId']), 'interrupted');
          return;
        }
        this.#log.add(
          [{ speaker: 'tool', blocks: this.#resultBlocks(data), ...metadataOf({ timestamp: time }) }],
          event,
        );
        return;
      case 'abort':
        for (const id of this.#open) this.#reasons.set(id, 'cancelled');
        return;
      case 'session.compaction_start':
        this.#compacting = this.#log.current.length;
        return;
      case 'session.compaction_complete':
        this.#compact(data, event);
        return;
      case 'system.message':
      case 'system.notification':
        this.#notes.leaveOut(type === 'system.message' ? 'prompts of the program' : 'notes of the program');
        return;
      default:
        if (!bookkeeping.test(type)) this.#notes.unknown(`type ${JSON.stringify(type)}`, placeOf(this.#source, record));
    }
  }

  /** The user's own text; what was really sent has the time before it. */
  #ask(data: JsonObject, event: TimedRecord): void {
    const by = textOf(data['source']);
    if (by !== '' && !by.startsWith('agent-') && by !== 'user') {
      this.#notes.leaveOut('hidden messages');
      return;
    }
    const text = textOf(data['content']);
    const media = objectsOf(data['attachments']).flatMap((attachment) => this.#mediaBlock(attachment));
    const blocks: readonly Block[] = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...media];
    if (this.#firstWords === '') this.#firstWords = text;
    if (blocks.length > 0)
      this.#log.add([{ speaker: 'human', blocks, ...metadataOf({ timestamp: event.time }) }], event);
  }

  #answer(data: JsonObject, event: TimedRecord): void {
    const usage = this.#usage.get(textOf(data['apiCallId'])) ?? {};
    const requests = objectsOf(data['toolRequests']);
    this.#model =
      textOf(data['model']) ||
      (requests.map(({ toolCallId }) => this.#models.get(textOf(toolCallId))).find((name) => name !== undefined) ??
        this.#model);
    const origin = originOf(this.#model, providerOf(usage, data));
    const text = textOf(data['content']);
    const calls = requests.map((call): Block => {
      const id = textOf(call['toolCallId']);
      this.#open.add(id);
      return { type: 'tool_call', id, name: textOf(call['name']), parameters: call['arguments'] ?? {} };
    });
    const blocks = [
      ...this.#thoughts(data, origin, event),
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...calls,
    ];
    if (blocks.length === 0) return;
    const author = { provider: origin.provider || undefined, model: origin.model, timestamp: event.time };
    this.#log.add([{ speaker: 'ai', blocks, ...metadataOf(author) }], {
      ...event,
      usage: usageFrom({
        input: usage['inputTokens'],
        output: usage['outputTokens'],
        cacheRead: usage['cacheReadTokens'],
        cacheWrite: usage['cacheWriteTokens'],
      }),
    });
  }

  /** In the format of the provider's protocol; older versions have only the text. */
  #thoughts(data: JsonObject, origin: Origin, { record }: TimedRecord): readonly Block[] {
    const sealed = objectAt(data, 'reasoningBlocks') ?? {};
    const protocol = protocolNames.find((name): name is ProtocolName => name === textOf(sealed['provider']));
    const blocks = listOf(sealed['blocks']);
    if (protocol !== undefined && blocks.length > 0) {
      const report = (_: string, message: string): void =>
        this.#notes.report('unreadable-part', placeOf(this.#source, record), message);
      const messages = protocol === 'openai-responses' ? blocks : [{ role: 'assistant', content: blocks }];
      return readMessages(messages, { protocol, origin, report }).flatMap((content) => content.blocks);
    }
    const thought = textOf(data['reasoningText']);
    return thought === '' ? [] : [{ type: 'thinking', thought }];
  }

  #resultBlocks(data: JsonObject): readonly Block[] {
    const result = objectAt(data, 'result') ?? {};
    const error = textOf(objectAt(data, 'error')?.['message']) || textOf(data['error']) || textOf(result['content']);
    const outcome =
      data['success'] === false ? { error: error || 'The tool failed.' } : { result: textOf(result['content']) };
    const callId = textOf(data['toolCallId']);
    const media = objectsOf(result['binaryResultsForLlm']).flatMap((picture) => this.#mediaBlock(picture));
    return [
      { type: 'tool_response', callId, toolName: textOf(data['toolName']), ...outcome, isComplete: true },
      ...media,
    ];
  }

  #mediaBlock(value: JsonObject): readonly Block[] {
    const stored = this.#assets.get(textOf(value['assetId']));
    const data = textOf(stored?.['data']) || textOf(value['data']);
    const mimeType = textOf(value['mimeType']) || textOf(stored?.['mimeType']);
    if (data !== '' && mimeType !== '') return [{ type: 'media', mimeType, data, encoding: 'base64' }];
    const path = textOf(value['path']) || textOf(value['filePath']);
    if (path !== '') return [{ type: 'text', text: `Attached: ${path}` }];
    this.#notes.leaveOut('files that are not in the session');
    return [];
  }

  /** Messages written during the summary come after it. */
  #compact(data: JsonObject, event: TimedRecord): void {
    if (data['success'] === false) return;
    const text = textOf(data['summaryContent']);
    if (text === '') {
      this.#notes.report(
        'unreadable-compaction',
        placeOf(this.#source, event.record),
        'The summary is not in the file; the full history is kept.',
      );
      return;
    }
    const summary: Content = {
      speaker: 'human',
      blocks: [{ type: 'text', text }],
      ...metadataOf({ timestamp: event.time }),
    };
    this.#log.compact([summary, ...this.#log.current.slice(this.#compacting ?? this.#log.current.length)], event);
    this.#compacting = undefined;
  }
}

/** Copilot's own service accepts only its own thinking. Older versions used no other service. */
function providerOf(usage: JsonObject, answer: JsonObject): string {
  if (usage['isByok'] === true) return textOf(usage['modelProvider']).replace(/^other$/, '');
  return usage['isByok'] === false || !('reasoningBlocks' in answer || 'model' in answer) ? 'github-copilot' : '';
}

interface TimedRecord {
  readonly record: AgentRecord;
  readonly time: number | undefined;
}

function metadataOf(fields: {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly timestamp: number | undefined;
}): { readonly metadata?: Metadata } {
  const metadata = defined(fields);
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}
