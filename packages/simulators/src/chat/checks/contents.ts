/** Checks on the contents of messages: empty ones, parts, unknown fields, and the order of roles. */
import type { Violation } from '../../api/api.ts';
import type { JsonObject } from '../../api/json.ts';
import type { ChatMessage } from '../messages.ts';
import { type Found, violation } from './found.ts';

/** The first message a provider does not accept; the path is its content. */
export function findContent(
  messages: readonly ChatMessage[],
  accepts: (message: ChatMessage) => boolean,
): Found | undefined {
  const message = messages.find((candidate) => !accepts(candidate));
  return message && { message: message.index, path: `messages[${message.index}].content`, value: message.content };
}

/** Whether a content is null or missing. */
export function isNull(message: ChatMessage): boolean {
  return message.content === null || message.content === undefined;
}

/** Whether it is empty: null, '', no parts, or only empty texts. Media and thinking count as content. */
export function isEmpty(message: ChatMessage): boolean {
  return message.parts.every((part) => part['type'] === 'text' && part['text'] === '');
}

/** The first content part a provider does not accept; `item` is its index in the content. */
export function findPart(
  messages: readonly ChatMessage[],
  accepts: (part: JsonObject, message: ChatMessage) => boolean,
): Found | undefined {
  for (const message of messages) {
    const item = message.parts.findIndex((part) => !accepts(part, message));
    if (item >= 0) {
      const path = `messages[${message.index}].content[${item}]`;
      return { message: message.index, item, path, value: message.parts[item] };
    }
  }
  return undefined;
}

/** The first message field a provider does not accept; `value` is the field's name. */
export function findField(
  messages: readonly ChatMessage[],
  accepts: (field: string, message: ChatMessage) => boolean,
): Found | undefined {
  for (const message of messages) {
    const field = Object.keys(message.raw).find((name) => !accepts(name, message));
    if (field !== undefined) {
      return { message: message.index, path: `messages[${message.index}].${field}`, value: field };
    }
  }
  return undefined;
}

/** The first message with an unknown role. The rulebook has no rule for this, but no provider accepts it. */
export function checkKnownRoles(messages: readonly ChatMessage[], roles: readonly string[]): Violation | undefined {
  return violation(
    findRole(messages, (role) => roles.includes(role)),
    {
      id: 'gate-shape',
      code: 'invalid_value',
      says: ({ path, value }) =>
        `Invalid value for '${path}': '${String(value)}' is not one of ${roles.map((role) => `'${role}'`).join(', ')}.`,
    },
  );
}

/** The first message whose role may not come after the one before it (undefined: it is the first). */
export function findRole(
  messages: readonly ChatMessage[],
  accepts: (role: string, before: string | undefined, message: ChatMessage) => boolean,
): Found | undefined {
  const message = messages.find((candidate, at) => !accepts(candidate.role, messages[at - 1]?.role, candidate));
  return message && { message: message.index, path: `messages[${message.index}].role`, value: message.role };
}
