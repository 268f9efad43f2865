/** Which message is allowed where (MIS-008…011, MIS-018, MIS-025). */
import type { Violation } from '../../../api/api.ts';
import { firstIn, firstOf } from '../../../api/first-found.ts';
import { type MistralRequest, objection } from './violation.ts';

export function findDisorder(asked: MistralRequest): Violation | undefined {
  return firstOf([findStart, findEnd, findSuccession, findAlternation].map((find) => () => find(asked)));
}

function findStart({ messages }: MistralRequest): Violation | undefined {
  const [only] = messages;
  if (!only || messages.length > 1 || ['user', 'system'].includes(only.role)) return undefined;
  return disorder('MIS-018', 'Conversation must start with a user message or system message', 0);
}

function findEnd({ messages, body, model }: MistralRequest): Violation | undefined {
  const last = messages.at(-1);
  if (!last || messages.length === 1 || ['user', 'tool'].includes(last.role)) return undefined;
  const continued = last.raw['prefix'] === true || body['continue_final_message'] === true;
  if (last.role === 'assistant' && continued) return undefined;
  // The older text; newer validators say the same with `continue_final_message` in the brackets.
  const how =
    model.generation < 15
      ? 'Assistant with prefix True'
      : 'Assistant with prefix or continue_final_message set to True';
  const message = `Expected last role User or Tool (or ${how}) for serving but got ${last.role}`;
  return disorder('MIS-011', message, last.index);
}

function findSuccession({ messages, model }: MistralRequest): Violation | undefined {
  return firstIn(messages, ({ role, index }) => {
    const before = messages[index - 1]?.role;
    if (before === undefined) return undefined;
    const rule = successionRule(before, role, model.flavour !== 'api');
    return rule === undefined ? undefined : disorder(rule, `Unexpected role '${role}' after role '${before}'`, index);
  });
}

function successionRule(before: string, role: string, old: boolean): string | undefined {
  if (role === 'tool' && (before === 'user' || before === 'system')) return 'MIS-009';
  if (role === 'system' && (before === 'assistant' || before === 'tool')) return 'MIS-010';
  return role === 'user' && before === 'tool' && old ? 'MIS-008' : undefined;
}

/** Templates look only at users and at answers without calls. */
function findAlternation({ messages, model }: MistralRequest): Violation | undefined {
  if (model.flavour !== 'template') return undefined;
  const talk = messages.filter(({ role, calls }) => role === 'user' || (role === 'assistant' && calls.length === 0));
  return firstIn(talk, ({ role, index }, place) =>
    role === (place % 2 === 0 ? 'user' : 'assistant')
      ? undefined
      : disorder(
          'MIS-025',
          'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
          index,
        ),
  );
}

function disorder(rule: string, message: string, index: number): Violation {
  return objection(rule, message, `messages[${index}]`, 'invalid_request_message_order');
}
