/**
 * pi: JSON lines in `~/.pi/agent/sessions`, a tree of entries. OpenClaw keeps its sessions in the same form, in
 * `~/.openclaw/agents/<agent>/sessions`. Seen: versions 1 and 3 of the format, written by pi until 0.87.1 and by OpenClaw.
 */
import type { JsonObject } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecords,
  type Machine,
  placeOf,
  type ReadOptions,
} from '../../reading/agent-reader.ts';
import { chooseChain } from '../../reading/choose-chain.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { numberOf, objectAt, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { buildLog } from './build-log.ts';
import { type PiEntry, piEntries, piScene, wordsOf } from './pi-entry.ts';

export const pi: AgentReader = {
  name: 'pi',
  label: 'pi',
  places: ({ home, environment }: Machine) => [
    {
      folder: `${environment['PI_CODING_AGENT_DIR'] || `${home}/.pi/agent`}/sessions`,
      files: /^[^/]+\/[^/]+\.jsonl$/,
      depth: 1,
      form: 'lines',
    },
    {
      folder: `${environment['OPENCLAW_STATE_DIR'] || `${home}/.openclaw`}/agents`,
      files: /^[^/]+\/sessions\/[^/]+\.jsonl$/,
      depth: 2,
      form: 'lines',
    },
  ],
  recognises: (first) => isHeader(first[0]) || first.some(isEntry),
  slim: slimEntry,
  read,
};

function isHeader(first: JsonObject | undefined): boolean {
  return first?.['type'] === 'session' && typeof first['id'] === 'string' && 'cwd' in first;
}

/** OpenClaw sometimes restarts a file without a header. */
function isEntry(entry: JsonObject): boolean {
  if (!('parentId' in entry)) return false;
  const { role, api, provider } = objectAt(entry, 'message') ?? {};
  const isAnswer = role === 'assistant' && typeof api === 'string' && typeof provider === 'string';
  if (entry['type'] === 'compaction') return typeof entry['summary'] === 'string' && 'tokensBefore' in entry;
  return entry['type'] === 'message' && isAnswer;
}

/** Removes the program's prompt, which contains its tool descriptions. */
function slimEntry(entry: JsonObject): JsonObject {
  return objectAt(entry, 'message')?.['role'] === 'system' ? { ...entry, message: { role: 'system' } } : entry;
}

const newestVersion = 3;

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const header = source.records.find(({ value }) => value['type'] === 'session')?.value ?? {};
  const format = numberOf(header['version']) ?? 1;
  if (format > newestVersion) {
    notes.report('unknown-version', source.name, `Version ${format} of the format is newer than this reader.`);
  }
  const entries = piEntries(source, notes);
  const chosen = chooseChain(entries, piScene, options.branch);
  if (!chosen.found) notes.report('missing-branch', source.name, `There is no branch ${options.branch}.`);
  for (const entry of chosen.torn) {
    notes.report('missing-parent', placeOf(source, entry), 'The entry before this one is not in the file.');
  }
  return finishSession({
    agent: pi.name,
    id: textOf(header['id']) || source.name.replace(/\.jsonl$/, ''),
    version: String(format),
    ...defined({
      parent: parentOf(textOf(header['parentSession'])),
      title: titleOf(entries, chosen.records),
      folder: textOf(header['cwd']) || undefined,
    }),
    ...buildLog(chosen.records, source, notes),
    branches: chosen.branches,
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** A path whose name ends in the id. */
function parentOf(path: string): string | undefined {
  return /(?:^|_|[/\\])([^/\\_]+)\.jsonl$/.exec(path)?.[1] ?? (path || undefined);
}

function titleOf(entries: readonly PiEntry[], chosen: readonly PiEntry[]): string | undefined {
  const named = entries.findLast(({ type, value }) => type === 'session_info' && textOf(value['name']) !== '');
  if (named !== undefined) return titleFrom(textOf(named.value['name']));
  const first = chosen.find((entry) => entry.message['role'] === 'user' && wordsOf(entry) !== '');
  return first === undefined ? undefined : titleFrom(wordsOf(first));
}
