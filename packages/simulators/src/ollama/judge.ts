/** The rules for a chat once it has been read: what the model supports, and what fits (OLL-005 … OLL-007, OLL-009). */
import type { Violation } from '../api/api.ts';
import { isObject } from '../api/json.ts';
import type { ChatMessage, ChatRequest } from './chat-request.ts';
import { fullName } from './models.ts';
import { tokensOfMessage, tokensOfTools } from './tokens.ts';

export interface Judged {
  readonly violation?: Violation;
  readonly warnings: readonly Violation[];
  /** The messages that fit. */
  readonly messages: readonly ChatMessage[];
}

const roles: readonly string[] = ['system', 'user', 'assistant', 'tool'];
const overflow = 'the input length exceeds the context length';

export function judge(request: ChatRequest): Judged {
  const { messages, truncate } = request;
  const violation = findRefusal(request);
  if (violation) return { violation, warnings: [], messages };
  const rendered = messages.filter(({ role }) => roles.includes(role));
  const fitting = fit(rendered, request);
  const cut = fitting.length < rendered.length || countTokens(fitting, request) > request.window;
  if (cut && !truncate) return { violation: refusal('OLL-007', overflow, 'messages'), warnings: [], messages };
  return { warnings: findWarnings(request, cut), messages: fitting };
}

function findRefusal(request: ChatRequest): Violation | undefined {
  const { model, name, tools, think, format } = request;
  if (tools.length > 0 && !model.tools) {
    return refusal('OLL-005', `${fullName(model)} does not support tools`, 'tools');
  }
  // An effort is refused; a plain `true` is accepted.
  if (typeof think === 'string' && model.thinking === 'no') {
    return refusal('OLL-006', `${JSON.stringify(name)} does not support thinking`, 'think');
  }
  if (format === undefined || format === 'json' || isObject(format)) return undefined;
  const shown = JSON.stringify(JSON.stringify(format));
  return refusal('gate-format', `invalid format: ${shown}; expected "json" or a valid JSON Schema object`, 'format');
}

function findWarnings(
  { model, name, messages, tools, think, format }: ChatRequest,
  cut: boolean,
): readonly Violation[] {
  const warnings: Violation[] = [];
  if (think === true && model.thinking === 'no') {
    warnings.push(warning('OLL-006', `${JSON.stringify(name)} does not support thinking`, 'think'));
  }
  if (cut) warnings.push(warning('OLL-007', `${overflow}: the oldest messages are left out`, 'messages'));
  if (format !== undefined && tools.length > 0) {
    warnings.push(warning('OLL-009', 'a model that is held to a format makes no tool calls', 'format'));
  }
  for (const [index, { role }] of messages.entries()) {
    if (roles.includes(role)) continue;
    warnings.push(
      warning('OLL-012', `no template renders the role ${JSON.stringify(role)}`, `messages[${index}].role`),
    );
  }
  return warnings;
}

/** The system messages and as many of the newest others as fit; always the last one. */
function fit(messages: readonly ChatMessage[], request: ChatRequest): readonly ChatMessage[] {
  let excess = countTokens(messages, request) - request.window;
  return messages.filter((message, index) => {
    if (excess <= 0 || message.role === 'system' || index === messages.length - 1) return true;
    excess -= tokensOfMessage(message);
    return false;
  });
}

function countTokens(messages: readonly ChatMessage[], { tools }: ChatRequest): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), tokensOfTools(tools));
}

function refusal(rule: string, message: string, path: string): Violation {
  return { rule, status: 400, message, path };
}

function warning(rule: string, message: string, path: string): Violation {
  return { rule, status: 200, message, path };
}
