/** The chosen entries as a log. */
import type { Content, JsonObject, SyntheticReason } from '@interlock/transcript';
import { type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import { contentOf } from '../../reading/content-of.ts';
import type { DraftSession } from '../../reading/finish-session.ts';
import { numberOf, objectAt, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { usageFrom } from '../../reading/usage-from.ts';
import { messageContents, spokenBlocks } from './message-contents.ts';
import { blocksOf, type PiEntry, piScene } from './pi-entry.ts';

export function buildLog(
  entries: readonly PiEntry[],
  source: AgentRecords,
  notes: Notes,
): Pick<DraftSession, 'log' | 'reasons'> {
  const log = new SessionLog(source);
  const reasons = new Map<string, SyntheticReason>();
  const written = new Map<string, readonly Content[]>();
  for (const entry of entries) {
    const time = timeOf(entry.value['timestamp']);
    if (entry.type === 'compaction') {
      const summary = contentOf(
        'human',
        spokenBlocks(textOf(entry.value['summary'])),
        time === undefined ? {} : { timestamp: time },
      );
      log.compact([...summary, ...keptContents(entry, entries, log, written)], { record: entry, time });
      written.set(entry.id, summary);
    } else if (entry.type === 'context_edit') {
      editContext(entry, log, written, notes);
    } else {
      const contents = contentsOf(entry, time, notes, placeOf(source, entry));
      for (const id of entry.message['stopReason'] === 'aborted' ? piScene.callIdsIn(entry) : []) {
        reasons.set(id.split('|')[0] ?? id, 'cancelled');
      }
      log.add(contents, { record: entry, usage: usageOf(entry), time });
      written.set(entry.id, contents);
    }
  }
  return { log: log.entries, reasons };
}

function contentsOf(entry: PiEntry, time: number | undefined, notes: Notes, place: string): readonly Content[] {
  const { type, value, message } = entry;
  const note = noteKindOf(entry);
  if (note !== undefined) notes.leaveOut(note);
  if (note !== undefined) return [];
  if (type === 'branch_summary')
    return messageContents({ role: 'branchSummary', summary: value['summary'] ?? '' }, time) ?? [];
  if (type === 'custom_message')
    return messageContents({ role: 'custom', content: value['content'] ?? '' }, time) ?? [];
  if (type !== 'message') return [];
  const contents = messageContents(message, time);
  if (contents === undefined) notes.unknown(`message of ${JSON.stringify(textOf(message['role']))}`, place);
  return contents ?? [];
}

/** Undefined for messages of the user, the model or a tool. */
function noteKindOf({ type, value, message }: PiEntry): string | undefined {
  const role = textOf(message['role']);
  if (role === 'system') return 'prompts of the program';
  if (role === 'bashExecution' && message['excludeFromContext'] === true) return 'local commands';
  const isExtension = role === 'custom' || role === 'hookMessage';
  if ((isExtension && message['display'] === false) || (type === 'custom_message' && value['display'] === false)) {
    return 'messages of extensions';
  }
  if (role === 'assistant' && isMirror(message)) return 'messages that were only shown';
  const isEmpty = role === 'assistant' && blocksOf(message['content']).length === 0;
  return isEmpty ? 'answers that failed' : undefined;
}

/** Messages that OpenClaw delivered for the model and recorded again, or wrote itself. It never sends them to a model. */
function isMirror({ provider, model }: JsonObject): boolean {
  return provider === 'openclaw' && (model === 'delivery-mirror' || model === 'gateway-injected');
}

/** Starts at the first entry that was kept; version 1 has its index. */
function keptContents(
  compaction: PiEntry,
  entries: readonly PiEntry[],
  log: SessionLog,
  written: ReadonlyMap<string, readonly Content[]>,
): readonly Content[] {
  const id = textOf(compaction.value['firstKeptEntryId']);
  const index = numberOf(compaction.value['firstKeptEntryIndex']);
  const from = id === '' ? (index ?? -1) : entries.findIndex((entry) => entry.id === id);
  const to = entries.indexOf(compaction);
  if (from < 0 || from >= to) return [];
  const kept = new Set(entries.slice(from, to).flatMap((entry) => written.get(entry.id) ?? []));
  return log.current.filter((content) => kept.has(content));
}

/** Text may be replaced or removed from the context. A result stays complete: only its length mattered. */
function editContext(entry: PiEntry, log: SessionLog, written: Map<string, readonly Content[]>, notes: Notes): void {
  const target = written.get(textOf(entry.value['targetId'])) ?? [];
  const isWords = target.every(({ blocks }) => blocks.every(({ type }) => type === 'text' || type === 'media'));
  if (target.length === 0 || !isWords) {
    notes.leaveOut('context edits');
    return;
  }
  const { replacement } = entry.value;
  const content = objectAt(replacement)?.['content'] ?? replacement ?? null;
  const speaker = target[0]?.speaker ?? 'human';
  const contents = content === null ? [] : contentOf(speaker, spokenBlocks(content), target[0]?.metadata ?? {});
  const [first] = target;
  log.compact(
    log.current.flatMap((each) => (each === first ? contents : target.includes(each) ? [] : [each])),
    { record: entry, time: timeOf(entry.value['timestamp']) },
  );
  written.set(textOf(entry.value['targetId']), contents);
}

/** pi counts cache reads separately. */
function usageOf({ message }: PiEntry): ReturnType<typeof usageFrom> {
  const usage = objectAt(message, 'usage') ?? {};
  const { input, output, cacheRead, cacheWrite, reasoning } = usage;
  const whole = [input, cacheRead, cacheWrite].reduce<number>((sum, value) => sum + (numberOf(value) ?? 0), 0);
  return usageFrom({ input: whole, output, cacheRead, cacheWrite, reasoning });
}
