/**
 * Aider: the Markdown it keeps in the project, `.aider.chat.history.md`. Only texts are in it, and it holds every chat that was ever
 * started there: the last one is read, the others are branches.
 */
import type { Content } from '@interlock/transcript';
import type { AgentReader, AgentRecords, Machine, ReadOptions } from '../../reading/agent-reader.ts';
import { contentOf, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { titleFrom } from '../../reading/title-from.ts';

export const aider: AgentReader = {
  name: 'aider',
  label: 'Aider',
  places: ({ home, environment }: Machine) => [
    { folder: environment['PWD'] || `${home}/.`, files: /^\.aider\.chat\.history\.md$/, form: 'document' },
  ],
  recognises: ([first]) => /^# aider chat started at /m.test(textOf(first?.['text'])),
  read,
};

interface Chat {
  readonly started: string;
  readonly body: string;
}

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const chats = chatsIn(textOf(source.records[0]?.value['text']));
  const asked = chats.find(({ started }) => started === options.branch);
  if (options.branch !== undefined && asked === undefined) {
    notes.report('missing-branch', source.name, `There is no branch ${options.branch}.`);
  }
  const chosen = asked ?? chats.at(-1);
  const log = new SessionLog(source);
  log.add(contentsIn(chosen?.body ?? '', notes), { record: { at: 1 }, ...defined({ time: timeOf(chosen?.started) }) });
  notes.report('text-only', source.name, 'Aider keeps texts only: what it did to files is not in the history.');
  return finishSession({
    agent: aider.name,
    id: chosen?.started ?? source.name,
    ...defined({ title: titleIn(chosen) }),
    log: log.entries,
    branches: chats
      .filter((chat) => chat !== chosen)
      .map((chat) => ({
        id: chat.started,
        title: titleIn(chat) ?? '',
        records: 1,
        ...defined({ time: timeOf(chat.started) }),
      })),
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

function chatsIn(text: string): readonly Chat[] {
  const [, ...parts] = text.split(/^# aider chat started at (.+)$/m);
  return parts.flatMap((started, at) => (at % 2 === 0 ? [{ started: started.trim(), body: parts[at + 1] ?? '' }] : []));
}

function titleIn(chat: Chat | undefined): string | undefined {
  return titleFrom(/^#### (.+)$/m.exec(chat?.body ?? '')?.[1] ?? '');
}

/** `#### ` before each line of the user's, `> ` before what the program said; everything else is the model's. */
function contentsIn(body: string, notes: Notes): readonly Content[] {
  const runs: { kind: 'human' | 'ai' | 'note'; lines: string[] }[] = [];
  for (const line of body.split('\n')) {
    const kind = line.startsWith('#### ') ? 'human' : line.startsWith('> ') || line === '>' ? 'note' : 'ai';
    const last = runs.at(-1);
    if (last?.kind === kind || (line.trim() === '' && last !== undefined)) last?.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.flatMap(({ kind, lines }): readonly Content[] => {
    const text = lines
      .map((line) => (kind === 'human' ? line.replace(/^#### ?/, '') : line))
      .join('\n')
      .trim();
    if (kind === 'note') notes.leaveOut('notes of the program');
    return kind === 'note' ? [] : contentOf(kind, textBlocks(text), {});
  });
}
