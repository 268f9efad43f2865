/** Errors raised by the chat templates of models (VLL-001, VLL-002). */
import type { Violation } from '../../../api/api.ts';
import { findRole } from '../../checks/contents.ts';
import { violation } from '../../checks/found.ts';
import type { ChatMessage } from '../../messages.ts';

export interface Template {
  raise(messages: readonly ChatMessage[]): Violation | undefined;
  /** Started with a tool call parser (VLL-007). */
  readonly callsTools: boolean;
  /** Thinks between calls, and needs to read it again (VLL-005). */
  readonly thinks: boolean;
}

export function templateOf(model: string): Template {
  if (model.startsWith('mistralai/Mistral-7B')) return { raise: raiseMistral, callsTools: true, thinks: false };
  if (model.startsWith('google/gemma')) return { raise: raiseGemma, callsTools: false, thinks: false };
  if (model.startsWith('meta-llama/Llama-2')) return { raise: raiseLlama2, callsTools: false, thinks: false };
  if (model.startsWith('Qwen/Qwen3.5')) return { raise: raiseQwen, callsTools: true, thinks: true };
  return { raise: () => undefined, callsTools: true, thinks: model.startsWith('openai/gpt-oss') };
}

/** Calls and their results are not part of the alternation. */
function raiseMistral(messages: readonly ChatMessage[]): Violation | undefined {
  const dialogue = withoutSystem(messages).filter(({ role, calls }) => role !== 'tool' && calls.length === 0);
  return raiseAlternation(
    dialogue,
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
  );
}

function raiseGemma(messages: readonly ChatMessage[]): Violation | undefined {
  if (messages[0]?.role === 'system') {
    return { rule: 'VLL-001', status: 400, message: 'System role not supported', path: 'messages[0].role' };
  }
  return raiseAlternation(messages, 'Conversation roles must alternate user/assistant/user/assistant/...');
}

function raiseLlama2(messages: readonly ChatMessage[]): Violation | undefined {
  return raiseAlternation(
    withoutSystem(messages),
    'Conversation roles must alternate user/assistant/user/assistant/...',
  );
}

function raiseQwen(messages: readonly ChatMessage[]): Violation | undefined {
  return violation(
    findRole(messages, (role, _before, { index }) => role !== 'system' || index === 0),
    { id: 'VLL-002', says: () => 'System message must be at the beginning.' },
  );
}

function withoutSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages[0]?.role === 'system' ? messages.slice(1) : messages;
}

/** A user at every even index, and nowhere else. */
function raiseAlternation(messages: readonly ChatMessage[], text: string): Violation | undefined {
  const odd = messages.find(({ role }, at) => (role === 'user') !== (at % 2 === 0));
  return odd && { rule: 'VLL-001', status: 400, message: text, path: `messages[${odd.index}].role` };
}
