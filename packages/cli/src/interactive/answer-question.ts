/** Handles the answer to an approval question. A yes counts only if the user has seen all of its details; otherwise they are shown first. */
import type { ApprovalRule } from '@interlock/runtime';
import type { ProjectPermissions } from '../agent/project-permissions.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { alwaysChoices } from '../wording/always-choices.ts';
import type { Answer, Questions } from './questions.ts';
import type { Question } from './screen.ts';

export interface AnswerContext {
  readonly questions: Questions;
  /** Absent: "always" can only be remembered for the session. */
  readonly permissions: ProjectPermissions | undefined;
  choose(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined>;
  /** Rules for as long as the session is open; the caller keeps them. */
  allow(rule: ApprovalRule): void;
  /** Shows a part of the question's details. */
  show(text: string): void;
  say(text: string, level: 'warning'): void;
}

/** `isSeen`: the whole question was on the screen. */
export async function answerQuestion(answer: Answer, isSeen: boolean, context: AnswerContext): Promise<void> {
  const { questions } = context;
  const question = questions.open;
  if (question === undefined) return;
  const isKnown = isSeen || questions.isUnfolded;
  if (answer === 'no') questions.settle(question, 'deny');
  else if (answer === 'view' || !isKnown) unfold(answer !== 'view', context);
  else if (answer === 'yes') questions.settle(question, 'allow');
  else await allowAlways(question, context);
}

function unfold(isAnswered: boolean, { questions, show, say }: AnswerContext): void {
  const text = questions.unfold();
  if (text === undefined) return;
  show(text);
  const rest = questions.isUnfolded ? '' : ' There is more.';
  if (isAnswered)
    say(`That was not shown in full, so it is not allowed yet.${rest} Read it, and answer again.`, 'warning');
}

async function allowAlways(question: Question, context: AnswerContext): Promise<void> {
  const { questions, permissions, choose, allow, say } = context;
  const choices = alwaysChoices(question.offers, permissions !== undefined);
  if (choices.length === 0) return say('This is asked every time. Answer y or n.', 'warning');
  const chosen = choices[(await choose('Always allow:', choices, 0)) ?? -1];
  if (chosen === undefined || questions.open?.callId !== question.callId) return;
  const { parseRule } = await import('@interlock/runtime');
  const parsed = parseRule(chosen.rule, 'allow');
  if ('problem' in parsed) throw new Error(parsed.problem);
  if (chosen.scope === 'session') return questions.settle(question, 'allow', parsed.rule);
  await permissions?.add(chosen.rule);
  // The rule is not stored in the session, because revoking it must revoke it everywhere.
  allow(parsed.rule);
  questions.settle(question, 'allow');
}
