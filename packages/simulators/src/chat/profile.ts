/** The differences between providers that speak Chat Completions: how they judge a request, and how they refuse it. */
import type { ApiFault, ApiRequest, ApiResponse, Judgement, KnownRule, Violation } from '../api/api.ts';
import type { World } from '../api/world.ts';
import type { ChatBehaviour } from './behaviour.ts';

export interface ChatModel {
  readonly id: string;
  /** Tokens a request may have; counted as four characters each. */
  readonly window: number;
}

export interface ChatProfile {
  /** `openai-chat`, `mistral`, `moonshot`, … */
  readonly name: string;
  /** Before `/chat/completions` and `/models`; the first is the documented one. */
  readonly basePaths: readonly string[];
  readonly models: readonly ChatModel[];
  readonly rules: readonly KnownRule[];
  /** The body is an object and its model is known; authentication has passed. */
  judge(body: Readonly<Record<string, unknown>>, request: ApiRequest, world: World): Judgement;
  /** The field that contains thinking. Absent if the API shows none. */
  thinkingField?(model: string): 'reasoning_content' | 'reasoning' | 'chunks' | undefined;
  /** Whether the model thinks in this request. */
  thinks(body: Readonly<Record<string, unknown>>): boolean;
  /** The id of a call in the provider's own style, and the model's; `index` in this answer, `before` calls in the history. */
  callId(name: string, index: number, before: number, world: World, model: string): string;
  /** A refusal in the provider's format. */
  refuse(violation: Violation, world: World): ApiResponse;
  fail(fault: ApiFault, world: World): ApiResponse;
  failInside(fault: ApiFault, world: World): string | undefined;
  /** Differences from OpenAI, at the gate and in answers. */
  readonly behaviour?: ChatBehaviour;
}
