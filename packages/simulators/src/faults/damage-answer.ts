/** Faults in the model's answer: calls with truncated arguments, as when the output limit is reached. */
import { argumentText } from '../api/call-arguments.ts';
import type { Answer, Part } from '../api/model.ts';
import type { Fault } from './fault.ts';

export function damageAnswer(answer: Answer, fault: Fault): Answer {
  if (fault.do === 'all') return fault.faults.reduce(damageAnswer, answer);
  if (fault.do !== 'truncate-arguments' || !answer.parts.some((part) => 'call' in part)) return answer;
  return { parts: answer.parts.map((part) => truncateCall(part, fault.length)), stop: 'length' };
}

function truncateCall(part: Part, length: number | undefined): Part {
  if (!('call' in part)) return part;
  const whole = argumentText(part);
  // Never everything: `{}` cut in half is `{`.
  const kept = Math.min(length ?? Math.floor(whole.length / 2), whole.length - 1);
  return { ...part, rawArgs: whole.slice(0, Math.max(0, kept)) };
}
