/** `@interlock/wire/rules`: the rules that providers enforce for a request, without the code that makes or sends one. */

import type { JsonObject } from '@interlock/transcript';
import { asArray } from './json/json.ts';
import { rules as anthropicMessages } from './protocols/anthropic-messages/rules/index.ts';
import { traits as anthropicMessagesTraits } from './protocols/anthropic-messages/traits.ts';
import { rules as bedrockConverse } from './protocols/bedrock-converse/rules/index.ts';
import { traits as bedrockConverseTraits } from './protocols/bedrock-converse/traits.ts';
import { rules as gemini } from './protocols/gemini/rules/index.ts';
import { traits as geminiTraits } from './protocols/gemini/traits.ts';
import type { ProtocolName } from './protocols/index.ts';
import { rules as ollamaChat } from './protocols/ollama-chat/rules/index.ts';
import { traits as ollamaChatTraits } from './protocols/ollama-chat/traits.ts';
import { rules as openaiChat } from './protocols/openai-chat/rules/index.ts';
import { traits as openaiChatTraits } from './protocols/openai-chat/traits.ts';
import { rules as openaiResponses } from './protocols/openai-responses/rules/index.ts';
import { traits as openaiResponsesTraits } from './protocols/openai-responses/traits.ts';
import { findViolations, type Rule, type Violation } from './rules/rule.ts';
import type { Traits } from './traits/traits.ts';

export {
  type BodyView,
  type Finding,
  findViolations,
  type Rule,
  type RuleLevel,
  type Violation,
} from './rules/rule.ts';
export type { Traits } from './traits/traits.ts';

export interface ProtocolRules {
  readonly rules: readonly Rule[];
  /** The traits of an unknown model. */
  readonly traits: Traits;
  /** The field of the messages in a body. */
  readonly list: string;
}

export const protocolRules: Readonly<Record<ProtocolName, ProtocolRules>> = {
  'anthropic-messages': { rules: anthropicMessages, traits: anthropicMessagesTraits, list: 'messages' },
  'bedrock-converse': { rules: bedrockConverse, traits: bedrockConverseTraits, list: 'messages' },
  gemini: { rules: gemini, traits: geminiTraits, list: 'contents' },
  'ollama-chat': { rules: ollamaChat, traits: ollamaChatTraits, list: 'messages' },
  'openai-chat': { rules: openaiChat, traits: openaiChatTraits, list: 'messages' },
  'openai-responses': { rules: openaiResponses, traits: openaiResponsesTraits, list: 'input' },
};

/** Finds what the provider would refuse in a request body, or silently lose. `traits` describe the model it is for. */
export function checkBody(protocol: ProtocolName, body: JsonObject, traits?: Traits): readonly Violation[] {
  const { rules, traits: usual, list } = protocolRules[protocol];
  return findViolations(rules, { body, list: asArray(body[list]), traits: traits ?? usual, from: 0 });
}
