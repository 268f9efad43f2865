/** A scripted model: it reads the last message, uses the tools it has, and reports the results. */

import type { Answer, Model, Part, Seen } from '@interlock/simulators';
import { explanation, helpText } from './demo-texts.ts';
import { answeredCalls, describeResults } from './describe-results.ts';
import { memoryText } from './memory-text.ts';
import { type PlannedCall, planRequest } from './plan-request.ts';
import { nextStep, workOf } from './plan-work.ts';

/** `name`: the provider family it plays. `scratch`: the folder of the project that it may change. */
export function createDemoModel(name: string, scratch: string): Model {
  return (seen) => {
    const start = seen.turns.findLastIndex(({ role, text }) => role === 'user' && text.trim() !== '');
    const answered = answeredCalls(seen.turns.slice(start + 1));
    const request = seen.turns[start]?.text ?? '';
    const work = seen.toolChoice === 'none' ? undefined : workOf(request);
    if (work !== undefined) {
      const step = nextStep(work, scratch, answered);
      return step.do === 'say' ? { parts: [{ say: step.text }], stop: 'end' } : answerWithCalls(step, request, seen);
    }
    if (answered.length > 0) return { parts: [{ say: describeResults(answered, next) }], stop: 'end' };
    return answerTo(request, seen, name);
  };
}

const next = 'Next: `read` or `search` for something, or `/model` and then `what do you remember?`';

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
