/** What differs between servers of the Messages API: where they are, whose models, what they refuse and how they say no. */
import type { ApiFault, ApiResponse, KnownRule, Violation } from '../api/api.ts';
import type { Answer } from '../api/model.ts';
import type { World } from '../api/world.ts';
import type { Message } from './answer.ts';
import type { Draft } from './draft.ts';
import type { Judgement } from './judge.ts';
import type { Claude } from './models.ts';

export interface MessagesProfile {
  readonly name: string;
  /** Before `/messages` and `/models`. */
  readonly root: string;
  /** Whether it counts the tokens of a request that is not to be answered. */
  readonly counts: boolean;
  readonly models: readonly Claude[];
  readonly rules: readonly KnownRule[];
  findModel(name: string): Claude | undefined;
  judge(draft: Draft, world: World): Judgement;
  /** What is wrong in this server's words, with its status; whatever was found has Anthropic's. */
  word(violation: Violation): Violation;
  refuse(violation: Violation, world: World): ApiResponse;
  /** Of every answer that is not a refusal. */
  headers(world: World): Readonly<Record<string, string>>;
  fail(fault: ApiFault, world: World): ApiResponse;
  failInside(fault: ApiFault, world: World): string;
  /** What becomes of the model's answer on its way out. */
  alter?(answer: Answer, draft: Draft): Answer;
  /** What is otherwise than Anthropic writes it. */
  dress?(message: Message, draft: Draft): Message;
}
