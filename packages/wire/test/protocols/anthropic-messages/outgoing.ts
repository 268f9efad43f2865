/** Requests for the tests: an ordinary one with the changes of a test, and the settings that were left out. */

import type { JsonObject } from '@interlock/transcript';
import { anthropicMessages } from '../../../src/protocols/anthropic-messages/index.ts';
import { traits } from '../../../src/protocols/anthropic-messages/traits.ts';
import type { Outgoing } from '../../../src/protocols/protocol.ts';
import type { Message, ModelPart, ResultPart } from '../../../src/shape/message.ts';
import type { SettingName } from '../../../src/traits/settings.ts';
import { overlayTraits, type TraitOverrides, type Traits } from '../../../src/traits/traits.ts';

export type LeftOut = readonly [setting: SettingName, why: string];

export interface Encoded {
  readonly body: JsonObject;
  readonly leftOut: readonly LeftOut[];
}

export function traitsWith(over: TraitOverrides = {}): Traits {
  return overlayTraits(traits, over);
}

export function user(text: string): Message {
  return { role: 'user', results: [], parts: [{ type: 'text', text }] };
}

export function model(...parts: readonly ModelPart[]): Message {
  return { role: 'model', parts };
}

export function call(id: string, name = 'look', args: JsonObject = {}): ModelPart {
  return { type: 'call', canonicalId: `hist_${id}`, id, name, args };
}

export function result(id: string, text: string, over: Partial<ResultPart> = {}): ResultPart {
  return {
    type: 'result',
    canonicalId: `hist_${id}`,
    id,
    name: 'look',
    value: text,
    text,
    isError: false,
    media: [],
    ...over,
  };
}

export function results(...parts: readonly ResultPart[]): Message {
  return { role: 'user', results: parts, parts: [] };
}

/** Cache marks are off here unless a test is about them. */
export function outgoing(
  over: Partial<Outgoing>,
  traits: TraitOverrides = {},
): Outgoing & { readonly leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  return {
    model: 'claude-test',
    system: '',
    messages: [user('Hi')],
    tools: [],
    settings: {},
    traits: traitsWith({ cache: 'none', ...traits }),
    inputTokens: 10,
    leaveOut: (setting, why) => leftOut.push([setting, why]),
    leftOut,
    ...over,
  };
}

export function encode(over: Partial<Outgoing>, traits: TraitOverrides = {}): Encoded {
  const request = outgoing(over, traits);
  const list = request.messages.flatMap((message) => anthropicMessages.encodeMessage(message, request.traits));
  return { body: anthropicMessages.encodeBody(request, list), leftOut: request.leftOut };
}
