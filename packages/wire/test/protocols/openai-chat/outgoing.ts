/** Shaped messages and requests, in short form. */
import type { JsonObject } from '@interlock/transcript';
import { encodeBody } from '../../../src/protocols/openai-chat/encode-request/encode-body.ts';
import { encodeMessage } from '../../../src/protocols/openai-chat/encode-request/encode-message.ts';
import { traits as careful } from '../../../src/protocols/openai-chat/traits.ts';
import type { Outgoing } from '../../../src/protocols/protocol.ts';
import type { CallPart, Message, ModelPart, ResultPart, UserPart } from '../../../src/shape/message.ts';
import type { DeclaredTool } from '../../../src/tools/declared-tool.ts';
import { overlayTraits, type TraitOverrides, type Traits } from '../../../src/traits/traits.ts';

export const traitsWith = (overrides: TraitOverrides = {}): Traits => overlayTraits(careful, overrides);

export const say = (text: string): UserPart & ModelPart => ({ type: 'text', text });

export const user = (...parts: readonly (UserPart | string)[]): Message => ({
  role: 'user',
  results: [],
  parts: parts.map((part) => (typeof part === 'string' ? say(part) : part)),
});

export const model = (...parts: readonly ModelPart[]): Message => ({ role: 'model', parts });

export const results = (answers: readonly ResultPart[], ...parts: readonly UserPart[]): Message => ({
  role: 'user',
  results: answers,
  parts,
});

export const call = (id: string, name = 'look', args: JsonObject = {}): CallPart => ({
  type: 'call',
  canonicalId: `hist_tool_${id}`,
  id,
  name,
  args,
});

export const result = (id: string, text = 'done', media: ResultPart['media'] = []): ResultPart => ({
  type: 'result',
  canonicalId: `hist_tool_${id}`,
  id,
  name: 'look',
  value: text,
  text,
  isError: false,
  media,
});

export interface Asked {
  readonly messages?: readonly Message[];
  readonly system?: string;
  readonly tools?: readonly DeclaredTool[];
  readonly settings?: Outgoing['settings'];
  readonly traits?: TraitOverrides;
  readonly inputTokens?: number;
}

export interface Encoded {
  readonly body: JsonObject;
  readonly leftOut: readonly (readonly [setting: string, why: string])[];
}

export function encode(asked: Asked): Encoded {
  const traits = traitsWith(asked.traits);
  const messages = asked.messages ?? [user('Hi')];
  const leftOut: (readonly [string, string])[] = [];
  const outgoing: Outgoing = {
    model: 'some-model',
    system: asked.system ?? '',
    messages,
    tools: asked.tools ?? [],
    settings: asked.settings ?? {},
    traits,
    inputTokens: asked.inputTokens ?? 10,
    leaveOut: (setting, why) => leftOut.push([setting, why]),
  };
  const list = messages.flatMap((message) => encodeMessage(message, traits));
  return { body: encodeBody(outgoing, list), leftOut };
}
