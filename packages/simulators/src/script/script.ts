/** A model that follows a script (scenarios as data, which may depend on the input), and one that repeats the user. */
import type { Answer, Model, Part, Seen } from '../api/model.ts';
import { answersIn, lastUserText, newResults } from './conversation.ts';
import { fitAnswer } from './fit-answer.ts';

export interface ScriptedCall {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly id?: string;
  /** Argument text to send as it is: for broken JSON. */
  readonly rawArgs?: string;
}

/** Every condition named must hold. Patterns are sources of regular expressions, so that a script can be in a file. */
export interface Condition {
  /** What the user said last. */
  readonly user?: string;
  readonly system?: string;
  /** The text of a result since the model's last turn; of the tool `of`, if given. */
  readonly result?: string;
  readonly of?: string;
  /** Whether such a result is an error. */
  readonly failed?: boolean;
  /** A tool of this name is offered. */
  readonly offers?: string;
  /** The model has given this many answers before. */
  readonly answers?: number;
}

/** One answer: thinking first, then text, then calls; or `parts` in any order. */
export interface ScriptStep {
  readonly when?: Condition;
  readonly think?: string;
  /** `{{user}}` and `{{results}}` are replaced by the user's text and the results. */
  readonly say?: string;
  readonly call?: readonly ScriptedCall[];
  readonly parts?: readonly Part[];
  /** Default: `calls` or `end`, depending on the parts. */
  readonly stop?: Answer['stop'];
}

/**
 * Steps with `when` apply whenever it holds, the first match wins. The others apply once each, in order, counted by the
 * answers in the history; after the last, the last one repeats.
 */
export function script(steps: readonly ScriptStep[]): Model {
  const reactions = steps.filter(({ when }) => when !== undefined);
  const lines = steps.filter(({ when }) => when === undefined);
  const reactionTo = (seen: Seen): ScriptStep | undefined =>
    reactions.find(({ when }) => when !== undefined && isMet(when, seen));
  return (seen) => {
    const spoken = answersIn(seen).filter((turns) => reactionTo({ ...seen, turns }) === undefined).length;
    const step = reactionTo(seen) ?? lines[Math.min(spoken, lines.length - 1)];
    return answerOf(step ?? { say: 'The script has no line for this.' }, seen);
  };
}

function isMet(condition: Condition, seen: Seen): boolean {
  const { user, system, offers, answers } = condition;
  return (
    (user === undefined || new RegExp(user, 'u').test(lastUserText(seen))) &&
    (system === undefined || new RegExp(system, 'u').test(seen.system)) &&
    (offers === undefined || seen.tools.some(({ name }) => name === offers)) &&
    (answers === undefined || answersIn(seen).length === answers) &&
    hasResult(condition, seen)
  );
}

function hasResult({ result, of, failed }: Condition, seen: Seen): boolean {
  if (result === undefined && of === undefined && failed === undefined) return true;
  return newResults(seen).some(
    ({ name, text, isError }) =>
      (result === undefined || new RegExp(result, 'u').test(text)) &&
      (of === undefined || name === of) &&
      (failed === undefined || isError === failed),
  );
}

function answerOf({ think, say, call = [], parts, stop }: ScriptStep, seen: Seen): Answer {
  const made: readonly Part[] = parts ?? [
    ...(think === undefined ? [] : [{ think }]),
    ...(say === undefined ? [] : [{ say: filled(say, seen) }]),
    ...call.map(({ tool, args = {}, id, rawArgs }) => ({
      call: tool,
      args,
      ...(id === undefined ? {} : { id }),
      ...(rawArgs === undefined ? {} : { rawArgs }),
    })),
  ];
  return { parts: made, stop: stop ?? (made.some((part) => 'call' in part) ? 'calls' : 'end') };
}

function filled(text: string, seen: Seen): string {
  return text
    .replaceAll('{{user}}', () => lastUserText(seen))
    .replaceAll('{{results}}', () =>
      newResults(seen)
        .map((result) => result.text)
        .join('\n'),
    );
}

/** Repeats what the user said last. */
export const echoModel: Model = (seen) =>
  fitAnswer({ parts: [{ say: lastUserText(seen) || '(nothing)' }], stop: 'end' }, seen.maxTokens);
