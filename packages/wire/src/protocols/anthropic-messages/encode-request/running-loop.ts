/**
 * The tool loop that a request continues: the assistant messages since the user last said something. Claude thinks in all of it or in
 * none (ANT-044), and where it continues its own text, thinking in it is refused while thinking is off (ANT-059).
 */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';

/** The places of its messages, from the first; none if the user spoke last. A final message that is continued belongs to it. */
export function runningLoop(list: readonly JsonObject[]): readonly number[] {
  const places: number[] = [];
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const message = list[at];
    if (message === undefined) break;
    if (message['role'] === 'assistant') places.unshift(at);
    else if (!typesIn(message).includes('tool_result')) break;
  }
  return places;
}

/** Whether a budget for thinking is accepted: what has calls, or is the end, starts with thinking. */
export function continuesThinking(list: readonly JsonObject[]): boolean {
  return runningLoop(list).every((at) => {
    const message = list[at];
    const types = message === undefined ? [] : typesIn(message);
    const isOpen = at === list.length - 1 || types.includes('tool_use');
    return !isOpen || isThinking(types[0] ?? '');
  });
}

export function withoutLoopThinking(list: readonly JsonObject[]): readonly JsonObject[] {
  const places = runningLoop(list).filter((at) => typesIn(list[at] ?? {}).some(isThinking));
  if (places.length === 0) return list;
  const changed = [...list];
  for (const at of places) {
    const message = list[at] ?? {};
    const content = asArray(message['content']).filter((block) => !isThinking(asText(asObject(block)?.['type'])));
    changed[at] = { ...message, content };
  }
  return changed;
}

function typesIn({ content }: JsonObject): readonly string[] {
  return asArray(content).map((block) => asText(asObject(block)?.['type']));
}

function isThinking(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}
