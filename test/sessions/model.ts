/**
 * The model behind every simulator of a walk. It follows the user's last instruction, `[do look:ok change:throw / look:huge]`: the calls
 * before the first `/` in parallel, then those after it, then a closing text. Every call has a unique number, and its tool's result
 * contains it.
 */
import type { Answer, Model, Part, Seen, SeenTurn } from '@interlock/simulators';
import type { Dice } from './dice.ts';

export interface Orders {
  readonly model: Model;
  /** Numbers given to subagents: their result is the subagent's answer, so none of our tools knows it. */
  readonly delegated: ReadonlySet<number>;
}

export function createModel(dice: Dice): Orders {
  const delegated = new Set<number>();
  let given = 0;
  const number = (): number => {
    given += 1;
    return given;
  };
  const delegate = (n: number): Part => {
    delegated.add(n);
    return { call: 'task', args: { description: 'a part', prompt: `${childMark} [do kid:ok kid:throw] [say ${n}]` } };
  };
  const callOf = (order: string): Part => {
    const [tool = '', how = ''] = order.split(':');
    if (tool === 'task') return delegate(number());
    // The same call again and again.
    if (how === 'again') return { call: tool, args: { n: 0, how: 'ok' } };
    const n = number();
    const args = how === 'wrong' ? { n: 'many', how } : { n, how };
    const id = dice.chance(0.02) ? { id: 'call_again' } : {};
    return { call: tool, args, ...id, ...(how === 'broken' ? { rawArgs: `{"n":${n},"how":` } : {}) };
  };
  const model: Model = (seen) => {
    if (seen.system.includes(summaryMark)) return summaryOf(dice);
    const { rounds, done, last } = taskOf(seen);
    const offered = new Set(seen.tools.map(({ name }) => name));
    const orders = (rounds[done] ?? []).filter((order) => offered.size > 0 && order !== '');
    const thought: readonly Part[] = seen.thinks && dice.chance(0.6) ? [{ think: `I think, ${number()}.` }] : [];
    const words: Part = { say: orders.length > 0 ? `I go on, ${number()}.` : last };
    const isSilent = orders.length > 0 && dice.chance(0.3);
    const parts = [...thought, ...(isSilent ? [] : [words]), ...orders.map(callOf)];
    return { parts, stop: isCalm(seen) ? 'end' : stopOf(orders, dice) };
  };
  return { model, delegated };
}

export const summaryMark = 'You write the summary';
export const childMark = 'subagent';

/** The instruction of the last message of a walk. */
export const calmOrder = '[do ] in peace';

function isCalm({ turns }: Seen): boolean {
  return turns.findLast(({ role, text }) => role === 'user' && text !== '')?.text.includes(calmOrder) === true;
}

function stopOf(orders: readonly string[], dice: Dice): Answer['stop'] {
  if (dice.chance(0.02)) return 'length';
  if (dice.chance(0.01)) return 'filtered';
  return orders.length > 0 ? 'calls' : 'end';
}

function summaryOf(dice: Dice): Answer {
  const chance = dice.random();
  if (chance < 0.05) return { parts: [{ say: '' }], stop: 'end' };
  if (chance < 0.1) return { parts: [{ say: 'Files were' }], stop: 'length' };
  if (chance < 0.15) return { parts: [{ say: 'Files were looked at, at length. '.repeat(400) }], stop: 'end' };
  return { parts: [{ say: 'Files were looked at and changed.' }], stop: 'end' };
}

interface Task {
  readonly rounds: readonly (readonly string[])[];
  /** How many of them have been answered. */
  readonly done: number;
  readonly last: string;
}

function taskOf({ turns }: Seen): Task {
  const start = turns.findLastIndex(({ role, text }) => role === 'user' && /\[do [^\]]*\]/.test(text));
  const text = turns[start]?.text ?? '';
  const order =
    text
      .match(/\[do [^\]]*\]/g)
      ?.at(-1)
      ?.slice(4, -1) ?? '';
  const say = text.match(/\[say (\d+)\]/)?.[1];
  return {
    rounds: start < 0 ? [] : order.split('/').map((round) => round.trim().split(' ')),
    done: answersWithCalls(turns.slice(start + 1)),
    last: say === undefined ? 'That was all.' : `It is [[result ${say}]].`,
  };
}

/** Adjacent turns of the model count as one answer. */
function answersWithCalls(turns: readonly SeenTurn[]): number {
  let answers = 0;
  let counted = false;
  for (const { role, calls } of turns) {
    if (role !== 'model') counted = false;
    else if (calls.length > 0 && !counted) {
      counted = true;
      answers += 1;
    }
  }
  return answers;
}
