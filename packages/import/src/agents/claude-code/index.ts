/** Claude Code: JSON lines in `~/.claude/projects`, a tree of records. Versions 2.0.64 to 2.1.327 have been seen. */
import type { JsonObject } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecords,
  type Machine,
  placeOf,
  type ReadOptions,
} from '../../reading/agent-reader.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { objectAt, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { buildLog } from './build-log.ts';
import { chooseBranch } from './choose-branch.ts';
import { type ClaudeRecords, readClaudeRecords, slimRecord } from './claude-record.ts';
import { isConversation, plainTextOf } from './conversation-parts.ts';
import { agentsNamedIn, killedBeside, readSubagents } from './read-subagents.ts';
import { verifyDigests } from './verify-digests.ts';

export const claudeCode: AgentReader = {
  name: 'claude-code',
  label: 'Claude Code',
  places: ({ home, environment }: Machine) => {
    const folder = environment['CLAUDE_CONFIG_DIR'] || `${home}/.claude`;
    return [{ folder: `${folder}/projects`, files: /^[^/]+\/(?!agent-)[^/]+\.jsonl$/, depth: 1, form: 'lines' }];
  },
  recognises: (first) => first.some(isOwn),
  slim: slimRecord,
  besides: (file, records) => [
    // Those of workflows are in their own folders. `agent-acompact-…` is the request for a summary: the conversation once more.
    {
      folder: `${file.replace(/\.jsonl$/, '')}/subagents`,
      files: /^(?:.*\/)?agent-(?!acompact-)[^/]+\.(?:jsonl|meta\.json)$/,
      depth: 2,
    },
    // Before 2.1.2: next to the session, with those of all other sessions.
    { folder: '.', files: new RegExp(`^agent-(?:${agentsNamedIn(records).join('|') || '(?!)'})\\.jsonl$`) },
    ...killedBeside(records),
  ],
  read,
  verify: verifyDigests,
};

/**
 * Others have trees of `uuid`s as well; only this one has its messages in Anthropic's format next to `sessionId` and
 * `userType`.
 */
function isOwn(record: JsonObject): boolean {
  // Qwen Code has a similar tree, with messages in Gemini's format.
  if (Array.isArray(objectAt(record, 'message')?.['parts'])) return false;
  const inTree = textOf(record['uuid']) !== '' && 'parentUuid' in record && 'isSidechain' in record;
  return inTree || (typeof record['sessionId'] === 'string' && ownKinds.has(textOf(record['type'])));
}

const ownKinds: ReadonlySet<string> = new Set([
  'queue-operation',
  'last-prompt',
  'api-request',
  'permission-mode',
  'atis-latch',
]);

/** The newest generation of the program that has been seen. */
const knownVersions = /^[0-2]\./;

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const records = readClaudeRecords(source, notes);
  const chosen = chooseBranch(records.main, options.branch);
  if (!chosen.found) notes.report('missing-branch', source.name, `There is no branch ${options.branch}.`);
  for (const record of chosen.torn) {
    notes.report('missing-parent', placeOf(source, record), 'The record before this one is not in the file.');
  }
  const { version } = records;
  if (version !== undefined && !knownVersions.test(version)) {
    notes.report('unknown-version', source.name, `Version ${version} is newer than this reader.`);
  }
  const { log, reasons } = buildLog(chosen.records, source, notes);
  const { id, parent } = namesOf(records, source);
  const subagents = readSubagents({ ...records, source, read: (own) => ({ ...read(own), parent: id }) });
  return finishSession({
    agent: claudeCode.name,
    id,
    ...(parent === undefined ? {} : { parent }),
    ...(version === undefined ? {} : { version }),
    ...present('title', titleOf(records)),
    ...present('folder', records.folder),
    log,
    reasons,
    branches: chosen.branches,
    subagents,
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** A subagent's file has the session that started it in `sessionId`. */
function namesOf({ main, sessionId }: ClaudeRecords, { name }: AgentRecords): Pick<ImportedSession, 'id' | 'parent'> {
  const [first] = main;
  const agent = first?.value['isSidechain'] === true ? textOf(first.value['agentId']) : '';
  const session = sessionId ?? name.replace(/\.jsonl$/, '');
  return agent === '' ? { id: session } : { id: agent, parent: session };
}

function titleOf({ titles, main }: ClaudeRecords): string | undefined {
  const title = titles.custom ?? titles.generated ?? titles.summary;
  if (title !== undefined) return titleFrom(title);
  const first = main.find((record) => record.type === 'user' && isConversation(record) && plainTextOf(record) !== '');
  return first === undefined ? undefined : titleFrom(plainTextOf(first));
}

function present<K extends 'title' | 'folder'>(key: K, value: string | undefined): { readonly [P in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: string });
}
