/** A scripted model: it reads the last message, uses the tools it has, and reports the results. */

import type { Answer, Model, Part, Seen, SeenTurn } from '@interlock/simulators';
import { counted } from '../print/counted.ts';
import { explanation, helpText, shortLine } from './demo-texts.ts';
import { type CallResult, describeResults } from './describe-results.ts';
import { type PlannedCall, planRequest } from './plan-request.ts';
import { nextStep, workOf } from './plan-work.ts';

/** `name`: the provider family it plays. `scratch`: the folder of the project that it may change. */
export function createDemoModel(name: string, scratch: string): Model {
  return (seen) => {
    const start = seen.turns.findLastIndex(({ role, text }) => role === 'user' && text.trim() !== '');
    const answered = answeredSince(seen.turns.slice(start + 1));
    const request = seen.turns[start]?.text ?? '';
    const work = seen.toolChoice === 'none' ? undefined : workOf(request);
    if (work !== undefined) {
      const step = nextStep(work, scratch, answered);
      return step.do === 'say' ? { parts: [{ say: step.text }], stop: 'end' } : answerWithCalls(step, request, seen);
    }
    if (answered.length > 0) return { parts: [{ say: describeResults(answered) }], stop: 'end' };
    return answerTo(request, seen, name);
  };
}

function answerTo(request: string, seen: Seen, name: string): Answer {
  const plan = planRequest(request, seen.toolChoice === 'none' ? [] : seen.tools);
  if (plan.do !== 'call') {
    const texts = { help: helpText(name), explain: explanation, remember: memoryText(seen, name) };
    return { parts: [{ say: texts[plan.do] }], stop: 'end' };
  }
  return answerWithCalls(plan, request, seen);
}

interface PlannedCalls {
  readonly say: string;
  readonly calls: readonly PlannedCall[];
}

function answerWithCalls({ say, calls }: PlannedCalls, request: string, { thinks }: Seen): Answer {
  const thought: readonly Part[] = thinks ? [{ think: `The request is "${request.slice(0, 80)}". ${say}` }] : [];
  return { parts: [...thought, { say }, ...calls], stop: 'calls' };
}

/** The results, each with its call: matched by id where the API has ids, else in order. */
function answeredSince(turns: readonly SeenTurn[]): readonly CallResult[] {
  const calls = turns.flatMap((turn) => turn.calls);
  return turns
    .flatMap((turn) => turn.results)
    .flatMap((result, index) => {
      const call = calls.find(({ id }) => id !== '' && id === result.id) ?? calls[index];
      return call === undefined ? [] : [{ call, result }];
    });
}

/** A model remembers what it was sent, which proves that the conversation was carried over. */
function memoryText({ turns }: Seen, name: string): string {
  const messages = turns.flatMap(({ role, text }) => (role === 'user' && text.trim() !== '' ? [text.trim()] : []));
  const earlier = messages.slice(0, -1);
  const calls = turns.flatMap((turn) => turn.calls).length;
  const results = turns.flatMap((turn) => turn.results).length;
  if (earlier.length === 0 && calls === 0) {
    return `This is **${name}**, and our conversation starts here. Say \`help\` to see what you can try.`;
  }
  const quoted = earlier.slice(-5).map((text) => `- ${quote(text)}`);
  return `This is **${name}**. The whole conversation came along: ${counted(earlier.length, 'earlier message')} of yours, ${counted(calls, 'call')} and ${counted(results, 'result')}, so no call is left open.${quoted.length === 0 ? '' : `\n\nYou said, among other things:\n\n${quoted.join('\n')}`}\n\nSay \`help\` to see what you can try.`;
}

function quote(text: string): string {
  return `"${shortLine(text)}"`;
}
