/**
 * The messages of a request: calls and results must match, nothing may be empty, and thinking must be sent back (KIM-001, KIM-003,
 * KIM-005…007, KIM-013).
 */
import type { Violation } from '../../../api/api.ts';
import { type JsonObject, textOf } from '../../../api/json.ts';
import { findContent, findRole, isEmpty } from '../../checks/contents.ts';
import { violation } from '../../checks/found.ts';
import { findToolName } from '../../checks/names.ts';
import { findUnpaired } from '../../checks/pairing.ts';
import type { ChatMessage, ChatTool } from '../../messages.ts';
import { kimiModel, kimiThinks } from './models.ts';

export function findBrokenPair(messages: readonly ChatMessage[]): Violation | undefined {
  const found = findUnpaired(messages);
  // The call of a second result has already been answered: no such call is open. (Strict: Moonshot's behavior is
  // unknown.)
  if (found?.kind === 'orphan' || found?.kind === 'duplicate') {
    return violation(found, { id: 'KIM-005', says: ({ value }) => `tool_call_id ${String(value)} is not found` });
  }
  return violation(found, {
    id: 'KIM-003',
    says: ({ ids }) =>
      `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
  });
}

const roles: readonly string[] = ['system', 'user', 'assistant', 'tool'];

/** KIM-017 */
export function findUnknownRole(messages: readonly ChatMessage[]): Violation | undefined {
  return violation(
    findRole(messages, (role) => roles.includes(role)),
    {
      id: 'KIM-017',
      says: ({ message, value }) =>
        `Invalid request: the message at position ${message} has an invalid role '${String(value)}'`,
    },
  );
}

/** KIM-018 */
export function findBadName(tools: readonly ChatTool[]): Violation | undefined {
  return violation(
    findToolName(tools, (name) => /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/.test(name)),
    {
      id: 'KIM-018',
      says: () =>
        'Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes',
    },
  );
}

export function findEmptyMessage(messages: readonly ChatMessage[]): Violation | undefined {
  return violation(
    findContent(messages, (message) => message.calls.length > 0 || !isEmpty(message)),
    {
      id: 'KIM-013',
      says: ({ message }) =>
        `Invalid request: the message at position ${message} with role '${messages[message]?.role ?? ''}' must not be empty`,
    },
  );
}

/** An empty text does not count: a placeholder has to say something. */
export function findUnthought(body: JsonObject, messages: readonly ChatMessage[]): Violation | undefined {
  if (!kimiThinks(body)) return undefined;
  const message = messages.find((candidate) => candidate.calls.length > 0 && lacksThinking(candidate));
  return (
    message &&
    thoughtless(
      'KIM-006',
      400,
      message,
      (index) =>
        `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
    )
  );
}

/** KIM-007: K3 requires the thinking of all its messages back, but no error is known for those without calls. */
export function listMissingThinking(body: JsonObject, messages: readonly ChatMessage[]): readonly Violation[] {
  if (kimiModel(body['model']).family !== 'k3') return [];
  return messages
    .filter((message) => message.role === 'assistant' && message.calls.length === 0 && lacksThinking(message))
    .map((message) =>
      thoughtless(
        'KIM-007',
        200,
        message,
        (index) => `reasoning_content is missing in assistant message at index ${index}`,
      ),
    );
}

/** KIM-001: K2 expects the ids it was trained on. */
export function listForeignIds(body: JsonObject, messages: readonly ChatMessage[]): readonly Violation[] {
  if (kimiModel(body['model']).family !== 'k2') return [];
  const calls = messages.flatMap((message) => message.calls.map((call) => ({ ...call, message: message.index })));
  return calls.flatMap(({ id, name, message, index }, count) => {
    const expected = `functions.${name}:${count}`;
    // Moonshot's own client writes them with underscores.
    if (id === expected || id === `functions_${name}_${count}`) return [];
    return {
      rule: 'KIM-001',
      status: 200,
      message: `the id of the call is '${id}', expected '${expected}'`,
      path: `messages[${message}].tool_calls[${index}].id`,
    };
  });
}

function lacksThinking({ raw }: ChatMessage): boolean {
  return textOf(raw['reasoning_content']) === '';
}

function thoughtless(rule: string, status: number, { index }: ChatMessage, says: (index: number) => string): Violation {
  return { rule, status, message: says(index), path: `messages[${index}].reasoning_content` };
}
