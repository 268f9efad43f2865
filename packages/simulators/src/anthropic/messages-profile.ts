/** The differences between servers of the Messages API: their address, their models, what they refuse and how. */
import type { ApiFault, ApiResponse, KnownRule, Violation } from '../api/api.ts';
import type { Answer } from '../api/model.ts';
import type { World } from '../api/world.ts';
import type { Message } from './answer.ts';
import type { Draft } from './draft.ts';
import type { Judgement } from './judge.ts';
import type { Claude } from './models.ts';

export interface MessagesProfile {
  readonly name: string;
  /** The path before `/messages` and `/models`. */
  readonly root: string;
  /** Whether it can count the tokens of a request without answering it. */
  readonly counts: boolean;
  readonly models: readonly Claude[];
  readonly rules: readonly KnownRule[];
  findModel(name: string): Claude | undefined;
  judge(draft: Draft, world: World): Judgement;
  /** The error in this server's wording, with its status. Findings have Anthropic's wording. */
  reword(violation: Violation): Violation;
  refuse(violation: Violation, world: World): ApiResponse;
  /** Headers of every answer that is not a refusal. */
  headers(world: World): Readonly<Record<string, string>>;
  fail(fault: ApiFault, world: World): ApiResponse;
  failInside(fault: ApiFault, world: World): string;
  /** Changes to the model's answer before it is sent. */
  alter?(answer: Answer, draft: Draft): Answer;
  /** Changes the message where this server differs from Anthropic. */
  adjust?(message: Message, draft: Draft): Message;
}
