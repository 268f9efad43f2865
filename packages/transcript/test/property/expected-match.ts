/**
 * The oracle's word on whose a result is where ids decide nothing, as conditions on the rendering rather than a way to find it: no
 * result of a turn is missing while a call is open, as many names as possible are right, and the rest is in order.
 */
import type { Content, Interaction } from '../../src/index.ts';
import { marksIn } from './marks.ts';
import { look, type SeenAnswer, type SeenCall } from './oracle.ts';

interface Turn {
  /** A pending answer keeps the place of its call within its message, so that the order of the calls is not that of the results. */
  readonly isHeld: boolean;
  readonly calls: readonly SeenCall[];
  readonly results: readonly SeenAnswer[];
}

/** Everything a person's message leads to, up to the next. */
function turnsOf(history: readonly Content[]): readonly Turn[] {
  const { calls, answers } = look(history);
  const starts = history.flatMap(({ speaker }, at) => (speaker === 'human' ? [at] : []));
  return starts.map((start, number) => {
    const end = starts[number + 1] ?? history.length;
    const inside = ({ content }: SeenCall | SeenAnswer): boolean => content >= start && content < end;
    const own = answers.filter(inside);
    const results = own.filter(({ worth }) => worth >= 2);
    const asked = calls.filter(inside);
    return {
      calls: asked,
      results,
      isHeld: results.length < own.length,
    };
  });
}

export function whoseComplaints(history: readonly Content[], interactions: readonly Interaction[]): readonly string[] {
  return turnsOf(history).flatMap((turn) => {
    const given = turn.calls.map((call) => {
      const own = interactions.filter((one) => marksIn(one.call.parameters).join() === call.marks.join());
      if (own.length !== 1) return [`${call.marks.join()} is there ${own.length} times`];
      const told = marksIn(own[0]?.completion);
      return turn.results.filter(({ marks }) => marks.some((mark) => told.includes(mark)));
    });
    const texts = given.flat().filter((one) => typeof one === 'string');
    const holders = given.map((list) => list.filter((one) => typeof one !== 'string')[0]);
    return texts.length > 0 ? texts : turnComplaints(turn, holders);
  });
}

/** `holders`: what each call was given, in the order of the calls. */
function turnComplaints(
  { calls, results, isHeld }: Turn,
  holders: readonly (SeenAnswer | undefined)[],
): readonly string[] {
  const found: string[] = [];
  const isOwn = (at: number): boolean => holders[at]?.name === calls[at]?.name;
  for (const one of results) if (!holders.includes(one)) found.push(`${one.marks.join()} was given to nobody`);
  for (const name of new Set(calls.map((call) => call.name))) {
    const asked = calls.filter((call) => call.name === name).length;
    const told = results.filter((one) => one.name === name).length;
    const right = calls.filter((call, at) => call.name === name && isOwn(at)).length;
    if (right !== Math.min(asked, told)) found.push(`${right} results named ${name}, not ${Math.min(asked, told)}`);
    const own = holders.filter((one, at) => one?.name === name && isOwn(at));
    if (!isHeld && !inOrder(own, results)) found.push(`results named ${name} are not in order`);
  }
  const rest = holders.filter((_, at) => !isOwn(at));
  const filled = rest.findLastIndex((one) => one !== undefined) + 1;
  const given = rest.slice(0, filled).filter((one) => one !== undefined);
  if (given.length < filled && !isHeld) found.push('a call before others was left out');
  if (!isHeld && !inOrder(given, results)) found.push('what no name decides is not in order');
  return found;
}

function inOrder(some: readonly (SeenAnswer | undefined)[], all: readonly SeenAnswer[]): boolean {
  const places = some.map((one) => (one === undefined ? -1 : all.indexOf(one)));
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? -1));
}
