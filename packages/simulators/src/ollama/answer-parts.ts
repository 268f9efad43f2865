/** The model's answer, in the few kinds of parts that Ollama knows. */

import { argumentObject, argumentText, type Call } from '../api/call-arguments.ts';
import { nextId } from '../api/ids.ts';
import type { JsonObject } from '../api/json.ts';
import type { Answer } from '../api/model.ts';
import { piecesOf } from '../api/pieces.ts';
import { tokensOf } from '../api/tokens.ts';
import type { World } from '../api/world.ts';
import type { ChatRequest } from './chat-request.ts';
import { isThinking } from './chat-request.ts';

export type AnswerPiece =
  | { readonly kind: 'thinking' | 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly index: number;
      readonly name: string;
      readonly args: JsonObject;
    };

export interface AnswerParts {
  readonly parts: readonly AnswerPiece[];
  readonly stop: 'stop' | 'length';
  readonly tokens: number;
}

const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789';

export function answerParts(answer: Answer, request: ChatRequest, world: World): AnswerParts {
  let calls = 0;
  const parts = answer.parts.flatMap((part): readonly AnswerPiece[] => {
    if ('think' in part)
      return isThinking(request) && part.think !== '' ? [{ kind: 'thinking', text: part.think }] : [];
    if ('say' in part) return part.say === '' ? [] : [{ kind: 'text', text: part.say }];
    const args = argumentObject(part);
    // With a format it cannot write the tokens of a call (OLL-009); a truncated call does not count either.
    if (!args || request.format !== undefined) return [{ kind: 'text', text: callAsText(part) }];
    calls += 1;
    const id = part.id ?? `call_${nextId(world, 8, lowerCase)}`;
    return [{ kind: 'call', id, index: calls - 1, name: part.call, args }];
  });
  const all = parts.map((part) => (part.kind === 'call' ? part.name + JSON.stringify(part.args) : part.text)).join('');
  return { parts, stop: answer.stop === 'length' ? 'length' : 'stop', tokens: tokensOf(all) };
}

export function textOfKind({ parts }: AnswerParts, kind: 'thinking' | 'text'): string {
  return parts.flatMap((part) => (part.kind === kind ? [part.text] : [])).join('');
}

export type AnswerCall = Extract<AnswerPiece, { readonly kind: 'call' }>;

export function callsIn({ parts }: AnswerParts): readonly AnswerCall[] {
  return parts.filter((part): part is AnswerCall => part.kind === 'call');
}

/** A few characters at a time. */
export function cut(text: string): readonly string[] {
  return piecesOf(text, 4);
}

function callAsText(part: Call): string {
  const end = part.rawArgs === undefined ? '}' : '';
  return `{"name": ${JSON.stringify(part.call)}, "parameters": ${argumentText(part)}${end}`;
}
