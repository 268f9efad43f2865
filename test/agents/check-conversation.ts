/**
 * What a conversation of an agent has to be like at the providers, whatever was between: each request holds everything that an earlier
 * one held, once, and the picture wherever the model can see one. What the gateway should have found is counted from here, too, not from
 * what it says of itself.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ScriptedCall, Seen } from '@interlock/simulators';
import { resolveTarget, type Target } from '@interlock/wire';
import type { AgentDriver } from './agent-driver.ts';
import { finalAnswer, marksOf, resultMark, type TaskName, taskOf } from './tasks.ts';

const mark = /\[\[(?:said|result) \d+\]\]/g;

/** Marks that a request does not hold once although an earlier one held them, and those that no request held. */
export function lostMarks(
  conversation: readonly Seen[],
  done: readonly TaskName[] = ['first', 'second', 'third'],
): readonly string[] {
  const wrong: string[] = [];
  const known = new Set<string>();
  for (const [at, seen] of conversation.entries()) {
    const held = marksIn(seen);
    for (const each of new Set([...known, ...held])) {
      const times = held.filter((other) => other === each).length;
      if (times !== 1) wrong.push(`request ${at + 1}: ${each} ${times} times`);
      known.add(each);
    }
  }
  return [
    ...wrong,
    ...marksOf(done)
      .filter((each) => !known.has(each))
      .map((each) => `${each} never came back`),
  ];
}

function marksIn({ turns }: Seen): readonly string[] {
  const texts = turns.flatMap(({ text, results }) => [text, ...results.map((result) => result.text)]);
  return texts.flatMap((text) => text.match(mark) ?? []);
}

/** Requests with another call than the model made, or in another order. */
export function changedCalls(conversation: readonly Seen[], made: readonly ScriptedCall[]): readonly string[] {
  return conversation.flatMap(({ turns }, at) => {
    const held = turns.flatMap(({ calls }) => calls);
    const other = held.find(({ name, args }, place) => {
      const own = made[place];
      return name !== own?.tool || !isCalledWith(args, own.args ?? {});
    });
    return other === undefined ? [] : [`request ${at + 1}: ${other.name} ${JSON.stringify(other.args)} was not called`];
  });
}

/** A free-form call is its text alone where the API has such calls, and has it as its only argument elsewhere. */
function isCalledWith(args: unknown, made: Readonly<Record<string, unknown>>): boolean {
  return isDeepStrictEqual(typeof args === 'string' ? { input: args } : args, made);
}

/** Requests to a model that sees pictures which have the results of the first calls, of which one is a picture, but no picture or too many. */
export function lostPictures(
  conversation: readonly Seen[],
  target: Target,
  { resumes, pictures: sends }: Pick<AgentDriver, 'resumes' | 'pictures'>,
): readonly string[] {
  const { user, results } = resolveTarget(target).traits.media;
  if (sends === false || ![...user, ...results].includes('image')) return [];
  // An agent that repeats its results with each resume repeats the picture beside them, which belongs to no call.
  const most = resumes === false ? Infinity : 1;
  return conversation.flatMap((seen, at) => {
    const pictures = picturesIn(seen);
    const isWhole = (pictures > 0 && pictures <= most) || !marksIn(seen).includes(resultMark(1));
    return isWhole ? [] : [`request ${at + 1} to ${target.model}: ${pictures} pictures`];
  });
}

export function picturesIn({ turns }: Seen): number {
  return turns.flatMap(({ media, results }) => [...media, ...results.flatMap((result) => result.media)]).length;
}

/** How many earlier answers with calls or thinking all requests together hold: each of those has to be found. */
export function answersToFind(conversation: readonly Seen[]): number {
  const thought = new Map(conversation.map((seen) => [taskOf(seen), seen.thinks]));
  const words = [...thought].flatMap(([task, thinks]) => (task === undefined || thinks ? [] : [finalAnswer(task)]));
  const spoken = conversation.flatMap(({ turns }) => turns.filter(({ role }) => role === 'model'));
  const said = spoken.flatMap(({ text }) => text.match(mark) ?? []);
  return said.filter((each) => !words.includes(each)).length;
}

/** How many the gateway found, by the lines of its log. */
export function foundIn(lines: readonly Readonly<Record<string, unknown>>[]): number {
  return lines.reduce((sum, { seals }) => sum + Number(Reflect.get(Object(seals), 'found') ?? 0), 0);
}
