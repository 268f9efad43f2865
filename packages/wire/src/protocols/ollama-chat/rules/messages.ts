/** Rules for messages and their content. */

import type { JsonObject } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { findUnpaired } from './pairing.ts';

export const messageRules: readonly Rule[] = [
  {
    id: 'OLL-002',
    level: 'error',
    scope: 'message',
    text: 'The arguments of a call are an object, not its JSON text.',
    fix: 'Parse the arguments before they are sent.',
    find: inEachMessage(findArguments),
  },
  {
    id: 'OLL-003',
    level: 'error',
    scope: 'message',
    text: 'A message is an object whose content is a string; images are base64 strings in `images`.',
    fix: 'Join the text parts, and put the bytes of images, without a data URL, into `images`.',
    find: (view) => [...findStrangeEntries(view), ...inEachMessage(findForm)(view)],
  },
  {
    id: 'OLL-004',
    level: 'loss',
    scope: 'message',
    text: 'A result names its tool and follows the call it answers; the server checks neither.',
    fix: 'Put one `tool` message with `tool_name` for each call, in order, right after the calls.',
    find: findUnpaired,
  },
  {
    id: 'OLL-012',
    level: 'loss',
    scope: 'message',
    text: 'A role is system, user, assistant or tool, in any case; templates ignore any other.',
    fix: 'Use one of the four roles.',
    find: inEachMessage(findRole),
  },
];

const roles: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);
const base64: RegExp = /^[A-Za-z0-9+/]*={0,2}$/;

function findArguments({ message, at }: SeenMessage, found: Finding[]): void {
  const calls = message['tool_calls'];
  if (calls === undefined) return;
  asArray(calls).forEach((call, index) => {
    const tool = asObject(asObject(call)?.['function']);
    if (asObject(tool?.['arguments']) !== undefined) return;
    const path = `messages.${at}.tool_calls.${index}.function`;
    if (tool === undefined) found.push({ path, message: 'The call has no function.' });
    else found.push({ path: `${path}.arguments`, message: 'They are not an object.' });
  });
}

function findStrangeEntries({ list, from }: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (let at = from; at < list.length; at += 1) {
    if (asObject(list[at]) === undefined) found.push({ path: `messages.${at}`, message: 'It is not an object.' });
  }
  return found;
}

function findForm({ message, at }: SeenMessage, found: Finding[]): void {
  const { content, images } = message;
  if (content !== undefined && content !== null && typeof content !== 'string') {
    found.push({ path: `messages.${at}.content`, message: 'It is not a string.' });
  }
  if (images === undefined) return;
  asArray(images).forEach((image, index) => {
    if (typeof image === 'string' && image.length % 4 === 0 && base64.test(image)) return;
    found.push({ path: `messages.${at}.images.${index}`, message: 'It is not a base64 string.' });
  });
}

function findRole({ role, at }: SeenMessage, found: Finding[]): void {
  if (!roles.has(role)) found.push({ path: `messages.${at}.role`, message: 'The role is unknown.' });
}

/** A rule that checks each message; a message may have several problems. */
function inEachMessage(look: (seen: SeenMessage, found: Finding[]) => void): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const seen of view.once(readBody).messages) look(seen, found);
    return found;
  };
}

interface SeenMessage {
  readonly at: number;
  readonly message: JsonObject;
  /** In lower case: the server ignores case. */
  readonly role: string;
}

/** From `from` on, in the order of the body. Entries that are not objects are skipped. */
interface SeenBody {
  readonly messages: readonly SeenMessage[];
}

/** For `view.once`. */
function readBody({ list, from }: BodyView): SeenBody {
  const messages: SeenMessage[] = [];
  for (let at = from; at < list.length; at += 1) {
    const message = asObject(list[at]);
    if (message !== undefined) messages.push({ at, message, role: asText(message['role']).toLowerCase() });
  }
  return { messages };
}
