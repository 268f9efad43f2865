/**
 * Aider: the Markdown file it keeps in the project, `.aider.chat.history.md`. It contains only text, of every chat ever
 * started there: the last one is read, the others are branches.
 */
import type { Content, Origin } from '@interlock/transcript';
import type { AgentReader, AgentRecords, Machine, ReadOptions } from '../../reading/agent-reader.ts';
import { authorOf, contentOf, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { titleFrom } from '../../reading/title-from.ts';

export const aider: AgentReader = {
  name: 'aider',
  label: 'Aider',
  places: ({ home, environment }: Machine) => [
    { folder: environment['PWD'] || `${home}/.`, files: /^\.aider\.chat\.history\.md$/, form: 'document' },
  ],
  projectOf: (path) => /^(.+)[/\\]\.aider\.chat\.history\.md$/.exec(path)?.[1],
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
  log.add(chosen === undefined ? [] : contentsIn(chosen, notes), {
    record: { at: 1 },
    ...defined({ time: timeOf(chosen?.started) }),
  });
  notes.report('text-only', source.name, 'Aider stores only text: what it did to files is not in the history.');
  return finishSession({
    agent: aider.name,
    id: chosen?.started ?? source.name,
    ...defined({
      version: /^> Aider v(\S+)/m.exec(chosen?.body ?? '')?.[1],
      title: titleIn(chosen),
      folder: source.project,
    }),
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
  const asked = runsIn(chat?.body ?? '').flatMap(({ kind, lines }) => (kind === 'human' ? [lines.map(plainLine)] : []));
  const [first = ''] = asked.find(([line]) => line?.startsWith('/') === false) ?? asked[0] ?? [];
  return titleFrom(first);
}

interface Run {
  readonly kind: 'human' | 'ai' | 'note';
  readonly lines: readonly string[];
}

/** `#### ` before each line of the user, `> ` before output of the program; everything else is the model's. */
function contentsIn({ body }: Chat, notes: Notes): readonly Content[] {
  const runs = runsIn(body).map(({ kind, lines }) => ({
    kind,
    text: (kind === 'human' ? lines.map(plainLine) : lines).join('\n').trim(),
  }));
  const author = authorOf(modelIn(body), undefined);
  return runs.flatMap(({ kind, text }, at): readonly Content[] => {
    const isCommand = kind === 'human' && isLocal(text, runs[at + 1]);
    if (kind === 'note' || isCommand) {
      notes.leaveOut(isCommand ? 'local commands' : 'notes of the program');
      return [];
    }
    return contentOf(kind, textBlocks(text), kind === 'ai' ? author : {});
  });
}

/** An empty line separates messages that were typed separately; it also separates paragraphs of one answer. */
function runsIn(body: string): readonly Run[] {
  const runs: { kind: Run['kind']; lines: string[] }[] = [];
  // Aider ends its own lines with a Markdown line break; the model's headings and quotations have none.
  const mark = /^(?:####|>) .* {2}$/m.test(body) ? / {2}$/ : /$/;
  let isApart = false;
  for (const line of body.split('\n')) {
    const isOwn = mark.test(line);
    const kind = !isOwn ? 'ai' : line.startsWith('#### ') ? 'human' : /^>(?: |$)/.test(line) ? 'note' : 'ai';
    const last = runs.at(-1);
    const isEmpty = line.trim() === '';
    if ((isEmpty && last !== undefined) || (last?.kind === kind && !(isApart && kind === 'human')))
      last?.lines.push(line);
    else runs.push({ kind, lines: [line] });
    isApart = isEmpty;
  }
  return runs;
}

/** Removes the mark, and the two spaces that break a line in Markdown. */
function plainLine(line: string): string {
  return line.replace(/^#### ?/, '').trimEnd();
}

/** A command without an answer, or one whose text is repeated without the command: `/code Add a test.` */
function isLocal(text: string, next: { readonly kind: Run['kind']; readonly text: string } | undefined): boolean {
  const words = /^\/[\w-]+\s*([\s\S]*)$/.exec(text)?.[1];
  return words !== undefined && (next?.kind !== 'ai' || (words === '' && next.text === ''));
}

/** The model has LiteLLM's name: `gemini/gemini-2.5-pro`. */
function modelIn(body: string): Origin {
  const name = /^> (?:Main model|Model): (\S+)/m.exec(body)?.[1] ?? '';
  const [, provider = '', model = name] = /^(\w+)\/(.+)$/.exec(name) ?? [];
  return originOf(model, provider === 'gemini' ? 'google' : provider);
}
