/** How rules look at messages: defensively, because the body may be anybody's. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { BodyView, Finding } from '../../../rule.ts';

export interface SeenMessage {
  readonly message: JsonObject;
  readonly role: string;
  readonly at: number;
  readonly path: string;
}

/** The messages a rule has to look at. */
export function messagesOf({ list, from }: BodyView): readonly SeenMessage[] {
  const seen: SeenMessage[] = [];
  for (let at = Math.max(0, from); at < list.length; at += 1) {
    const message = asObject(list[at]);
    if (message !== undefined) seen.push({ message, role: asText(message['role']), at, path: `messages.${at}` });
  }
  return seen;
}

/** Findings of a check that looks at one message at a time. */
export function inEach(find: (seen: SeenMessage, view: BodyView) => readonly Finding[]) {
  return (view: BodyView): readonly Finding[] => messagesOf(view).flatMap((seen) => find(seen, view));
}

export function roleAt(list: readonly JsonValue[], at: number): string {
  return asText(asObject(list[at])?.['role']);
}

export interface SeenCall {
  readonly call: JsonObject;
  readonly tool: JsonObject | undefined;
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

export function callsOf({ message, role, path }: Pick<SeenMessage, 'message' | 'role' | 'path'>): readonly SeenCall[] {
  if (role !== 'assistant') return [];
  return asArray(message['tool_calls']).map((entry, at) => {
    const call = asObject(entry) ?? {};
    const tool = asObject(call['function']) ?? asObject(call['custom']);
    const place = `${path}.tool_calls.${at}`;
    return { call, tool, id: asText(call['id']), name: asText(tool?.['name']), path: place };
  });
}

export function partsOf({
  message,
  path,
}: SeenMessage): readonly { readonly part: JsonObject; readonly path: string }[] {
  return asArray(message['content']).map((part, at) => ({ part: asObject(part) ?? {}, path: `${path}.content.${at}` }));
}

/** Nothing that a model could read. */
export function isEmpty(content: JsonValue | undefined): boolean {
  if (typeof content === 'string') return content === '';
  const parts = asArray(content);
  return parts.every((part) => asObject(part)?.['type'] === 'text' && asText(asObject(part)?.['text']) === '');
}
