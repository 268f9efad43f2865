/**
 * The default model: it does real work with the tools it is offered. What it says depends only on what it sees. It
 * calls the tools that the last request asks for, round by round, and then reports every result, so that a test can see
 * that all of them arrived.
 */
import type { Answer, Model, Part, Seen, SeenResult, SeenTool } from '../api/model.ts';
import { newResults, type Task, taskOf } from './conversation.ts';
import { fitAnswer } from './fit-answer.ts';
import { type PlannedCall, planCall, planCalls } from './plan-calls.ts';

export interface WorkingModelOptions {
  /** After this many rounds of calls it reports what it has, even if the request asks for more; 5 by default. */
  readonly rounds?: number;
  /** How many words of each result are repeated; default 12. */
  readonly words?: number;
}

export const workingModel: Model = createWorkingModel();

export function createWorkingModel({ rounds = 5, words = 12 }: WorkingModelOptions = {}): Model {
  return (seen) => {
    const task = taskOf(seen);
    const calls = callsFor(seen, task, rounds);
    const told = calls.length > 0 ? tellNew(seen, words) : tellAll(task, words);
    const parts: readonly Part[] = [
      ...(seen.thinks ? [{ think: thoughts(task, calls) }] : []),
      ...(told === '' ? [] : [{ say: told }]),
      ...calls.map(({ tool, args }) => ({ call: tool, args })),
    ];
    const answer: Answer = { parts, stop: calls.length > 0 ? 'calls' : 'end' };
    return fitAnswer(answer, seen.maxTokens);
  };
}

const mostUninterrupted = 4;

function callsFor({ tools, toolChoice }: Seen, task: Task, rounds: number): readonly PlannedCall[] {
  if (toolChoice === 'none') return [];
  const offered = typeof toolChoice === 'object' ? tools.filter(({ name }) => name === toolChoice.tool) : tools;
  // Terminates even if a new request comes with every result.
  const mayCall = task.rounds < rounds && task.uninterrupted < mostUninterrupted * rounds;
  const planned = mayCall ? (planCalls(task.text, offered)[task.rounds] ?? []) : [];
  if (planned.length > 0 || toolChoice === 'auto') return planned;
  // A call is required.
  return offered.slice(0, 1).map((tool: SeenTool) => planCall(task.text, tool));
}

function thoughts({ text, results }: Task, calls: readonly PlannedCall[]): string {
  const wish = `The user says: ${beginning(text, 12)}`;
  if (calls.length > 0) return `${wish}. I should call ${calls.map(({ tool }) => tool).join(', ')}.`;
  return results.length > 0 ? `${wish}. I have ${results.length} results to report.` : `${wish}. I can answer at once.`;
}

/** Between rounds it repeats only new results. */
function tellNew(seen: Seen, words: number): string {
  const results = newResults(seen);
  return results.length === 0 ? '' : results.map((result) => tell(result, words)).join('\n');
}

function tellAll({ text, results }: Task, words: number): string {
  if (results.length > 0) return `Done. Here is what I found:\n${results.map((each) => tell(each, words)).join('\n')}`;
  return text === '' ? 'What can I do for you?' : `You said: ${beginning(text, 60)}`;
}

function tell({ name, text, isError, media }: SeenResult, words: number): string {
  const kinds = media.length > 0 ? ` [${media.join(', ')}]` : '';
  return `- ${name === '' ? 'result' : name}${isError ? ' failed' : ''}: ${beginning(text, words) || '(nothing)'}${kinds}`;
}

function beginning(text: string, count: number): string {
  const words = text.trim().split(/\s+/u);
  return words.length <= count ? words.join(' ') : `${words.slice(0, count).join(' ')} …`;
}
