/** Checks an idle session against what really happened: it is usable, every call is closed with the true reason, and no message is lost. */
import type { SessionEvent, TurnEnd } from '@interlock/runtime';
import type { Content } from '@interlock/transcript';
import type { ToolRuns } from './tool-runs.ts';
import { callsIn, numberOf, type TrackedSession } from './tracked-session.ts';

/** Complaints about the events of a turn; `left`: the listener stopped before the end. */
export function judgeEvents(events: readonly SessionEvent[], end: TurnEnd, left: boolean): readonly string[] {
  const wrong: string[] = [];
  const types = events.map(({ type }) => type);
  if (types.length > 0 && types[0] !== 'turn-start') wrong.push(`a turn begins with ${types[0]}`);
  if (types.filter((type) => type === 'turn-start').length > 1) wrong.push('a turn begins twice');
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.id] : []));
  const results = events.flatMap((event) => (event.type === 'tool-result' ? [event.id] : []));
  const expected = left ? calls.slice(0, results.length) : calls;
  if (results.join() !== expected.join()) wrong.push(`calls ${calls.join(' ')} have the results ${results.join(' ')}`);
  const started = events.flatMap((event) => (event.type === 'tool-start' ? [event.id] : []));
  if (new Set(started).size < started.length) wrong.push(`started twice: ${started.join(' ')}`);
  if (left) return wrong;
  if (types.filter((type) => type === 'turn-end').length !== 1) wrong.push('a turn does not end once');
  if (types.at(-1) !== 'turn-end') wrong.push(`a turn ends with ${types.at(-1)}`);
  if (JSON.stringify(events.at(-1)) !== JSON.stringify(end)) wrong.push('a turn ends in two ways');
  return wrong;
}

export function judgeRest(tracked: TrackedSession, toolRuns: ToolRuns): readonly string[] {
  const { session, choice } = tracked;
  const { busy, steers, pendingSwitch, targets, contents } = session.state;
  return [
    ...(busy ? ['the session is busy after its turn'] : []),
    ...(steers.length > 0 ? ['texts wait for a turn that is over'] : []),
    ...(pendingSwitch === undefined ? [] : [`the switch to ${pendingSwitch} still waits`]),
    ...(targets.join() === choice.names.join() ? [] : [`it would ask ${targets.join()}, not ${choice.names.join()}`]),
    ...judgeClosures(contents, toolRuns, tracked.apart),
    ...toolRuns.twice.map((n) => `call ${n} ran twice`),
  ];
}

/** `cancelled` and `denied` say that nothing was done; `interrupted` and `timeout` that something may have been. */
function judgeClosures(contents: readonly Content[], { all }: ToolRuns, apart: ReadonlySet<number>): readonly string[] {
  const calls = new Map(callsIn(contents).map((call) => [call.id, call]));
  if (calls.size < callsIn(contents).length) return ['two calls have one id'];
  const closures = contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool_response' && block.synthetic !== undefined ? [[block.callId, block.synthetic] as const] : [],
    ),
  );
  return closures.flatMap(([id, reason]) => {
    const { name, parameters } = calls.get(id) ?? {};
    const n = numberOf(parameters);
    if (n === undefined) return [];
    if (reason === 'lost') return [`call ${n} is called lost`];
    const ran = all.has(n);
    const isCalledIdle = reason === 'cancelled' || reason === 'denied';
    // What a subagent does is not visible here.
    if (apart.has(n) || name === 'task' || ran !== isCalledIdle) return [];
    return [`call ${n} ${ran ? 'ran' : 'never ran'} and is called ${reason}`];
  });
}

/** In an idle session every call has its completion in the history. */
export function judgeOpen(contents: readonly Content[]): readonly string[] {
  const answered = new Set(
    contents.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_response' ? [block.callId] : []))),
  );
  return callsIn(contents)
    .filter(({ id }) => !answered.has(id))
    .map(({ id }) => `call ${id} has no completion`);
}

export function hasText(contents: readonly Content[], text: string): number {
  return contents.filter(
    ({ speaker, blocks }) =>
      speaker === 'human' && blocks.some((block) => block.type === 'text' && block.text === text),
  ).length;
}
