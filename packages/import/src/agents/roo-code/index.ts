/**
 * Roo Code: tasks of a VS Code extension, in Cline's format, with messages that stay in the file when a summary or a
 * cut hides them. Written from its public source; not tested on a real file.
 */
import type { Block, Content, JsonObject } from '@interlock/transcript';
import type { AgentReader, AgentRecords, Machine } from '../../reading/agent-reader.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { numberOf, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { sealed } from '../../reading/sealed.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { extensionFolder } from '../cline/extension-folder.ts';
import { isRoo, isTask } from '../cline/index.ts';
import { messageContents } from '../cline/message-contents.ts';
import { entriesOf, environmentOf } from '../cline/user-entries.ts';

export const rooCode: AgentReader = {
  name: 'roo-code',
  label: 'Roo Code',
  places: (machine: Machine) =>
    [
      `${extensionFolder(machine, 'rooveterinaryinc.roo-cline')}/tasks`,
      // Kilo Code before version 7: first an extension, then a CLI as well.
      `${extensionFolder(machine, 'kilocode.kilo-code')}/tasks`,
      `${machine.home}/.kilocode/cli/global/tasks`,
    ].map((folder) => ({
      folder,
      files: /^[^/]+\/api_conversation_history\.json$/,
      depth: 1,
      form: 'document' as const,
    })),
  recognises: (first) => isTask(first) && isRoo(first),
  besides: () => [{ folder: '.', files: /^(?:ui_messages|history_item)\.json$/ }],
  read,
};

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const log = new SessionLog(source);
  const hidden = new Map<Content, string>();
  let before: readonly JsonObject[] = [];
  let model = '';
  let thoughts: readonly Block[] = [];
  for (const record of source.records) {
    const { value } = record;
    const time = timeOf(value['ts']);
    const entrySource = { record, time };
    if (value['type'] === 'reasoning') {
      thoughts = [...thoughts, ...reasoning(value)];
      continue;
    }
    if (value['isTruncationMarker'] === true) {
      const id = textOf(value['truncationId']);
      log.compact(
        log.current.filter((content) => hidden.get(content) !== id),
        entrySource,
      );
      notes.leaveOut('notes of the program');
      continue;
    }
    if (value['role'] === 'user') model = environmentOf(value).model || model;
    const scene = { notes, place: log.placeOf(entrySource), time, before, model };
    const contents = withThoughts(messageContents(value, scene), thoughts);
    thoughts = [];
    if (value['role'] === 'assistant') before = entriesOf(value);
    if (value['isSummary'] === true) log.compact(contents.map(asUser), entrySource);
    else log.add(contents, entrySource);
    const cut = textOf(value['truncationParent']);
    for (const content of cut === '' ? [] : contents) hidden.set(content, cut);
  }
  const facts = factsOf(source);
  return finishSession({
    agent: rooCode.name,
    ...facts,
    ...defined({ title: facts.title ?? firstWords(log) }),
    log: log.entries,
    branches: [],
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** A Responses item that comes before the answer it belongs to. */
function reasoning(value: JsonObject): readonly Block[] {
  const thought =
    objectsOf(value['summary'])
      .map(({ text }) => textOf(text))
      .join('\n\n') || textOf(value['text']);
  const token = {
    protocol: 'openai-responses',
    field: 'encrypted_content',
    value: textOf(value['encrypted_content']),
  } as const;
  const seal = token.value === '' ? {} : sealed({ ...token, item: textOf(value['id']) }, { provider: 'openai' });
  return thought === '' && token.value === '' ? [] : [{ type: 'thinking', thought, ...seal }];
}

function withThoughts(contents: readonly Content[], thoughts: readonly Block[]): readonly Content[] {
  if (thoughts.length === 0) return contents;
  const [first, ...rest] = contents;
  if (first?.speaker === 'ai') return [{ ...first, blocks: [...thoughts, ...first.blocks] }, ...rest];
  return [{ speaker: 'ai', blocks: thoughts }, ...contents];
}

/** Older summaries come from the model; a history begins with the user. */
function asUser(content: Content): Content {
  return { ...content, speaker: 'human' };
}

function firstWords(log: SessionLog): string | undefined {
  const [first] = log.entries;
  const blocks = first?.kind === 'content' ? first.content.blocks : [];
  return titleFrom(blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''));
}

function factsOf({ beside, name, records }: AgentRecords): {
  readonly id: string;
  readonly title?: string;
  readonly folder?: string;
} {
  const item = beside.get('history_item.json')?.records[0]?.value ?? {};
  const shown = beside.get('ui_messages.json')?.records[0]?.value ?? records[0]?.value ?? {};
  const id = textOf(item['id']) || String(numberOf(shown['ts']) ?? name.replace(/\.json$/, ''));
  const folder =
    textOf(item['workspace']) ||
    records.map(({ value }) => environmentOf(value).folder).find((each) => each !== '') ||
    undefined;
  return { id, ...defined({ title: titleFrom(textOf(item['task'])), folder }) };
}
