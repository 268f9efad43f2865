/** Whether every call has its result: by count before v11, by id since (MIS-002…007). */
import type { Violation } from '../../../api/api.ts';
import { firstIn } from '../../../api/first-found.ts';
import type { ChatMessage } from '../../messages.ts';
import { type MistralRequest, type MistralType, objection } from './violation.ts';

export function findUnpaired(asked: MistralRequest): Violation | undefined {
  return asked.model.generation >= 11 ? findByIds(asked) : findByNumber(asked);
}

function findByNumber({ messages }: MistralRequest): Violation | undefined {
  let expected = 0;
  for (const message of messages) {
    if (message.role === 'tool') expected -= 1;
    if (message.role !== 'assistant') continue;
    if (expected !== 0) return uneven(message.index);
    expected = message.calls.length;
  }
  return expected === 0 ? undefined : uneven(messages.length - 1);
}

function findByIds({ messages }: MistralRequest): Violation | undefined {
  let called: ReadonlySet<string> = new Set();
  const answered = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      const violation = findWrongAnswer(message, called, answered);
      if (violation) return violation;
      answered.add(message.answers);
    }
    if (message.role !== 'assistant') continue;
    if (called.size !== answered.size) return uneven(message.index);
    const violation = findWrongCall(message);
    if (violation) return violation;
    called = new Set(message.calls.map(({ id }) => id));
    answered.clear();
  }
  return called.size === answered.size ? undefined : uneven(messages.length - 1);
}

function findWrongAnswer(
  { answers, index, raw }: ChatMessage,
  called: ReadonlySet<string>,
  answered: ReadonlySet<string>,
): Violation | undefined {
  const path = `messages[${index}].tool_call_id`;
  // Reported here already: a missing id cannot be looked up.
  if (typeof raw['tool_call_id'] !== 'string') return undefinedAnswer(path);
  if (answered.has(answers)) return order('MIS-004', `Duplicate tool call id ${answers} in tool results`, path);
  return called.has(answers) ? undefined : order('MIS-003', `Unexpected tool call id ${answers} in tool results`, path);
}

function findWrongCall(message: ChatMessage): Violation | undefined {
  return firstIn(message.calls, ({ id, index }) => {
    const path = `messages[${message.index}].tool_calls[${index}].id`;
    if (id === '' || id === 'null') return undefinedCall(path);
    return message.calls.findIndex((call) => call.id === id) === index
      ? undefined
      : order('MIS-005', `Duplicate tool call id ${id} in assistant message`, path);
  });
}

export function undefinedAnswer(path: string): Violation {
  return objection('MIS-006', 'Tool call id has to be defined.', path);
}

export function undefinedCall(path: string): Violation {
  const message = 'Tool call id has to be defined in serving mode.';
  return objection('MIS-007', message, path, 'invalid_request_function_call');
}

function uneven(index: number): Violation {
  return order('MIS-002', 'Not the same number of function calls and responses', `messages[${index}]`);
}

function order(rule: string, message: string, path: string): Violation {
  const code: MistralType = 'invalid_request_message_order';
  return objection(rule, message, path, code);
}
