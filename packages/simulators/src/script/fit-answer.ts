/** Cuts an answer to the token limit of the request, including the arguments of calls. */
import { argumentText } from '../api/call-arguments.ts';
import type { Answer, Part } from '../api/model.ts';
import { charactersPerToken } from '../api/tokens.ts';

export function fitAnswer(answer: Answer, maxTokens: number | undefined): Answer {
  if (maxTokens === undefined || !(maxTokens >= 0)) return answer;
  let left = maxTokens * charactersPerToken;
  const parts: Part[] = [];
  for (const part of answer.parts) {
    const length = textOf(part).length;
    if (length <= left) parts.push(part);
    else if (left > 0) parts.push(cutPart(part, left));
    if (length > left) return { parts, stop: 'length' };
    left -= length;
  }
  return answer;
}

function textOf(part: Part): string {
  if ('think' in part) return part.think;
  return 'say' in part ? part.say : argumentText(part);
}

function cutPart(part: Part, length: number): Part {
  // A surrogate pair is one character: half of it is not sent.
  const text = textOf(part)
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '');
  if ('think' in part) return { think: text };
  return 'say' in part ? { say: text } : { ...part, rawArgs: text };
}
