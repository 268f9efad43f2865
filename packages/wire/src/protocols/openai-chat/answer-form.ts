/** How a client's message of the model takes the place of the rendered one: results refer to the ids of its calls. */
import { asArray, asObject } from '../../json/json.ts';
import type { AnswerForm } from '../protocol.ts';

export const answers: AnswerForm = {
  tokens: ({ role, tool_calls: calls }) =>
    role === 'assistant' ? asArray(calls).map((call) => asObject(call)?.['id'] ?? null) : undefined,
};
