/**
 * Codex: JSON lines in `~/.codex/sessions`. Versions up to 0.169 are known; those before September 2025 have a
 * different format.
 */
import type { JsonObject } from '@interlock/transcript';
import type { AgentReader, AgentRecords, Machine, ReadOptions } from '../../reading/agent-reader.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { isObject, objectAt, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { buildLog } from './build-log.ts';
import { conversationIn, kindOf, plainTextOf } from './conversation-parts.ts';
import { readSubagents, spawnedIn } from './read-subagents.ts';
import { basesOf, lineTypes, type RolloutLine, readLinesOf, rolloutNames, slimLine } from './rollout-line.ts';

const index = 'session_index.jsonl';
/** The path from the folder of a day to the agent's own. */
const up = '../../../..';

export const codex: AgentReader = {
  name: 'codex',
  label: 'Codex',
  places: ({ home, environment }: Machine) => {
    const folder = environment['CODEX_HOME'] || `${home}/.codex`;
    const files = /^(?:.*\/)?rollout-[^/]+\.jsonl(?:\.zst)?$/;
    return [
      { folder: `${folder}/sessions`, files, depth: 3, form: 'lines' },
      { folder: `${folder}/archived_sessions`, files, depth: 3, form: 'lines' },
    ];
  },
  recognises: (first) => first.some(isOwn),
  slim: slimLine,
  besides: () => [{ folder: up, files: /^session_index\.jsonl$/ }],
  bases: basesOf,
  relatives: (records) => spawnedIn(records).flatMap(({ id }) => rolloutNames(id)),
  read,
};

/** Others also write `type` and `payload`, but not with these types and a time. */
function isOwn(record: JsonObject): boolean {
  const isLine = typeof record['timestamp'] === 'string' && isObject(record['payload']);
  if (isLine && lineTypes.has(textOf(record['type'])) && !('seq' in record)) return true;
  return typeof record['id'] === 'string' && 'instructions' in record && 'timestamp' in record && !('type' in record);
}

/** The newest generation of the program that has been seen. */
const knownVersions = /^0\./;

function read(source: AgentRecords, { branch }: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const all = readLinesOf(source, notes);
  const end = branch === undefined ? -1 : all.findIndex(({ place }) => branch === `before ${place}`);
  if (branch !== undefined && end === -1) notes.report('missing-branch', source.name, `There is no branch ${branch}.`);
  const lines = end === -1 ? all : all.slice(0, end);
  const meta = lines.find(({ type }) => type === 'session_meta')?.payload ?? {};
  const version = textOf(meta['cli_version']);
  if (version !== '' && !knownVersions.test(version)) {
    notes.report('unknown-version', source.name, `Version ${version} is newer than this reader.`);
  }
  const { log, reasons, branches } = buildLog(lines, notes);
  const id = textOf(meta['id']) || source.name.replace(/\.jsonl(?:\.zst)?$/, '');
  const title = titleOf(source, id, lines);
  const folder = textOf(meta['cwd']) || folderIn(lines);
  const parent = parentOf(meta);
  return finishSession({
    agent: codex.name,
    id,
    ...(version === '' ? {} : { version }),
    ...(title === undefined ? {} : { title }),
    ...(folder === '' ? {} : { folder }),
    ...(parent === '' ? {} : { parent }),
    log,
    reasons,
    branches,
    subagents: readSubagents(source, read),
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** Until September 2025 only a note to the model says it. */
function folderIn(lines: readonly RolloutLine[]): string {
  const note = lines.find(({ payload }) => plainTextOf(payload).startsWith('<environment_context>'));
  const text = note === undefined ? '' : plainTextOf(note.payload);
  return /<cwd>([^<\n]+)<\/cwd>|^\s*Current working directory: (.+)$/m.exec(text)?.slice(1).find(Boolean) ?? '';
}

function parentOf(meta: JsonObject): string {
  const spawned = objectAt(meta, 'source', 'subagent', 'thread_spawn');
  return textOf(spawned?.['parent_thread_id']) || textOf(meta['forked_from_id']);
}

/** The name the user gave, or the first message. */
function titleOf(source: AgentRecords, id: string, lines: readonly RolloutLine[]): string | undefined {
  const renamed = lines.findLast(({ payload }) => payload['type'] === 'thread_name_updated')?.payload;
  const names = source.beside.get(`${up}/${index}`)?.records ?? [];
  const listed = names.findLast(({ value }) => value['id'] === id)?.value;
  const name = textOf(renamed?.['thread_name']) || textOf(listed?.['thread_name']);
  if (name !== '') return titleFrom(name);
  for (const { type, payload } of lines) {
    const message = type === 'response_item' && kindOf(payload) === 'user' ? conversationIn(payload).item : undefined;
    const title = message === undefined ? undefined : titleFrom(plainTextOf(message));
    if (title !== undefined) return title;
  }
  return undefined;
}
