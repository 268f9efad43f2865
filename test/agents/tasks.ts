/**
 * The tasks that agents are given, and the model that performs them with the agents' own tools. A prompt names its task; every file and
 * every text has its own mark, so that nothing can be lost or duplicated unnoticed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model, ScriptedCall, Seen } from '@interlock/simulators';
import type { AgentTools } from './agent-driver.ts';

export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGP438BAEiJN9aiGUQ1DSgMAnHV/EBlpJJcAAAAASUVORK5CYII=';

interface Task {
  readonly name: string;
  /** The calls of each round. */
  rounds(tools: AgentTools, path: (name: string) => string): readonly (readonly ScriptedCall[])[];
  /** The marks of the results that come back. */
  readonly results: readonly number[];
}

export const tasks = {
  /** Three parallel calls, one of which fails and one returns a picture; then one more. */
  first: {
    name: 'first',
    rounds: ({ run, read, look }, path) => [
      [run('cat 1.txt'), run('cat 2.txt; exit 3'), look(path('picture.png'))],
      [read(path('3.txt'))],
    ],
    results: [1, 2, 3],
  },
  second: { name: 'second', rounds: ({ run }) => [[run('cat 4.txt')]], results: [4] },
  third: {
    name: 'third',
    rounds: ({ run, read }, path) => [[read(path('5.txt')), run('cat 6.txt')]],
    results: [5, 6],
  },
  /** Two calls, the second of which never ends. */
  killed: {
    name: 'killed',
    rounds: ({ run }) => [[run('cat 7.txt'), run('echo $$ > running.pid; exec sleep 60')]],
    results: [7],
  },
  afterKill: { name: 'after-kill', rounds: ({ run }) => [[run('cat 8.txt')]], results: [8] },
  afterCompaction: { name: 'after-compaction', rounds: ({ run }) => [[run('cat 9.txt')]], results: [9] },
  forked: { name: 'forked', rounds: ({ run }) => [[run('cat 10.txt')]], results: [10] },
  /** An answer without calls. */
  talk: { name: 'talk', rounds: () => [], results: [] },
} satisfies Readonly<Record<string, Task>>;

export type TaskName = keyof typeof tasks;

const order = Object.keys(tasks) as TaskName[];

export function resultMark(number: number): string {
  return `[[result ${number}]]`;
}

export function promptFor(task: TaskName): string {
  return `Do the task [[task ${tasks[task].name}]] in this folder. ${saidMark(task, 0)}`;
}

function saidMark(task: TaskName, part: number): string {
  return `[[said ${order.indexOf(task) * 10 + part}]]`;
}

/** What the conversation has in the end: the prompts, what the model said, and the results. No request has the very last answer. */
export function marksOf(names: readonly TaskName[]): readonly string[] {
  const marks = names.flatMap((name) => [
    ...tasks[name].results.map(resultMark),
    ...Array.from({ length: roundsOf(name) + 2 }, (_, part) => saidMark(name, part)),
  ]);
  return marks.slice(0, -1);
}

/** What the model calls. */
export function callsOf(names: readonly TaskName[], tools: AgentTools, folder: string): readonly ScriptedCall[] {
  return names.flatMap((name) => tasks[name].rounds(tools, (file) => join(folder, file)).flat());
}

/** What the model says at the end of a task, without calls. */
export function finalAnswer(task: TaskName): string {
  return saidMark(task, roundsOf(task) + 1);
}

function roundsOf(task: TaskName): number {
  const tool = (): ScriptedCall => ({ tool: '' });
  return tasks[task].rounds({ run: tool, read: tool, look: tool }, String).length;
}

/** Writes the project that the tasks use. */
export function writeProject(folder: string): void {
  for (let number = 1; number <= 10; number += 1) {
    writeFileSync(join(folder, `${number}.txt`), `content ${resultMark(number)}\n`);
  }
  writeFileSync(join(folder, 'picture.png'), Buffer.from(picture, 'base64'));
}

/** Performs the task that the user named last. Any other request of an agent (a title, a summary) gets a short answer. */
export function taskModel(tools: AgentTools, folder: string): Model {
  const offered = tools.run('').tool;
  return (seen) => {
    const asked = lastTask(seen);
    if (asked === undefined || !seen.tools.some(({ name }) => name === offered))
      return { parts: [{ say: 'The files of a folder' }], stop: 'end' };
    const { task, at } = asked;
    const rounds = tasks[task].rounds(tools, (name) => join(folder, name));
    const done = roundsSince(seen, at);
    const said = saidMark(task, done + 1);
    const calls = rounds[done];
    if (calls === undefined) return { parts: [{ think: 'It is done.' }, { say: `Done. ${said}` }], stop: 'end' };
    const made = calls.map(({ tool, args = {} }) => ({ call: tool, args }));
    return { parts: [{ think: 'Files are wanted.' }, { say: `I look at them. ${said}` }, ...made], stop: 'calls' };
  };
}

const marker = /\[\[task ([a-z-]+)\]\]/g;

function lastTask({ turns }: Seen): { readonly task: TaskName; readonly at: number } | undefined {
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at];
    const found = turn?.role === 'user' ? [...turn.text.matchAll(marker)].at(-1)?.[1] : undefined;
    const task = order.find((each) => tasks[each].name === found);
    if (task !== undefined) return { task, at };
  }
  return undefined;
}

/** The task that a request is about. */
export function taskOf(seen: Seen): TaskName | undefined {
  return lastTask(seen)?.task;
}

/** Adjacent turns of the model count as one answer. */
function roundsSince({ turns }: Seen, at: number): number {
  let rounds = 0;
  let counted = false;
  for (const { role, calls } of turns.slice(at + 1)) {
    if (role !== 'model') counted = false;
    else if (calls.length > 0 && !counted) {
      rounds += 1;
      counted = true;
    }
  }
  return rounds;
}

/** Whether a request is part of the conversation and not one of the agent's side requests. */
export function isConversation(seen: Seen | undefined, tools: AgentTools): seen is Seen {
  return seen?.tools.some(({ name }) => name === tools.run('').tool) === true && lastTask(seen) !== undefined;
}
