/**
 * `reasoning_details`: the thinking of a model behind OpenRouter, signed by that model's provider. They are created
 * here, and checked when they come back: unchanged, by the same model, account and address (ORT-003).
 */

import { nextId } from '../../../api/ids.ts';
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../../api/json.ts';
import type { Answer } from '../../../api/model.ts';
import { piecesOf } from '../../../api/pieces.ts';
import type { Claims, World } from '../../../api/world.ts';
import { currentTurn } from '../../checks/thinking.ts';
import type { ChatMessage } from '../../messages.ts';
import { pieceLength } from '../../stream.ts';
import { upstreamOf } from './upstream.ts';

/** Gemini accepts this instead of a signature (GEM-011). */
const sentinel = 'skip_thought_signature_validator';

export function mintDetails(answer: Answer, model: string, thinks: boolean, world: World): readonly JsonObject[] {
  const text = answer.parts.flatMap((part) => ('think' in part && thinks ? [part.think] : [])).join('');
  const { format } = upstreamOf(model);
  const claims = claimsOf(model, world);
  if (format === 'anthropic-claude-v1') {
    return text === ''
      ? []
      : [{ type: 'reasoning.text', text, signature: world.mint({ ...claims, text }), format, index: 0 }];
  }
  const summary = text === '' ? [] : [{ type: 'reasoning.summary', summary: text, format, index: 0 }];
  if (format === 'google-gemini-v1') {
    const calls = answer.parts.some((part) => 'call' in part);
    const shown = text === '' ? [] : [{ type: 'reasoning.text', text, format, index: 0 }];
    // Even a call without thinking is signed (GEM-010).
    return calls || text !== ''
      ? [...shown, { type: 'reasoning.encrypted', data: world.mint(claims), format, index: 0 }]
      : [];
  }
  if (!thinks) return [];
  const id = `rs_${nextId(world, 24)}`;
  return [...summary, { type: 'reasoning.encrypted', id, data: world.mint({ ...claims, item: id }), format, index: 0 }];
}

/** Details as stream pieces: texts bit by bit, then their signatures. */
export function streamDetails(details: readonly JsonObject[]): readonly JsonObject[] {
  return details.flatMap((detail) => {
    const key = detail['type'] === 'reasoning.summary' ? 'summary' : 'text';
    const about = { type: detail['type'], format: detail['format'], index: detail['index'] };
    const said = textOf(detail[key]);
    if (said === '') return [detail];
    return [
      ...piecesOf(said, pieceLength).map((piece) => ({ ...about, [key]: piece })),
      ...(detail['signature'] === undefined ? [] : [{ ...about, signature: detail['signature'] }]),
    ];
  });
}

export interface BadDetail {
  readonly message: number;
  readonly path: string;
  readonly value: unknown;
  readonly kind: 'missing' | 'invalid';
}

export function findBadDetail(messages: readonly ChatMessage[], model: string, world: World): BadDetail | undefined {
  const mandatory = upstreamOf(model).missingSignature !== undefined && /gemini-[3-9]/.test(model);
  const from = currentTurn(messages);
  for (const message of messages) {
    const details = arrayOf(message.raw['reasoning_details']).map(objectOf);
    const bad = details.findIndex((detail) => !isValid(detail, model, world));
    if (bad >= 0) {
      const path = `messages[${message.index}].reasoning_details[${bad}]`;
      return { message: message.index, path, value: details[bad], kind: 'invalid' };
    }
    const signed = details.some((detail) => textOf(detail['data']) !== '');
    if (mandatory && message.index >= from && message.calls.length > 0 && !signed) {
      const path = `messages[${message.index}].reasoning_details`;
      return { message: message.index, path, value: undefined, kind: 'missing' };
    }
  }
  return undefined;
}

function isValid(detail: JsonObject, model: string, world: World): boolean {
  const { format } = upstreamOf(model);
  if (detail['format'] !== undefined && detail['format'] !== null && detail['format'] !== format) return false;
  const token = detail['type'] === 'reasoning.text' ? detail['signature'] : detail['data'];
  if (detail['type'] === 'reasoning.summary') return true;
  // Gemini shows its thoughts without signing the text.
  if (detail['type'] === 'reasoning.text' && format !== 'anthropic-claude-v1') return true;
  if (token === sentinel && format === 'google-gemini-v1') return true;
  const claims = world.open(textOf(token));
  if (!claims || !isSame(claims, claimsOf(model, world))) return false;
  if (format === 'anthropic-claude-v1') return claims.text === detail['text'];
  return claims.item === undefined || claims.item === detail['id'];
}

function claimsOf(model: string, { account, endpoint }: World): Claims {
  return { kind: 'reasoning', provider: `openrouter/${upstreamOf(model).name}`, model, endpoint, account };
}

function isSame(one: Claims, other: Claims): boolean {
  return (['kind', 'provider', 'model', 'endpoint', 'account'] as const).every((name) => one[name] === other[name]);
}

export function listDetails(extras: JsonObject): readonly JsonObject[] {
  return arrayOf(extras['reasoning_details']).filter(isObject);
}
