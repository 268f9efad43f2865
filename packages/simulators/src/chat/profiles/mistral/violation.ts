/** The input of Mistral's checks, and their reports. */
import type { Violation } from '../../../api/api.ts';
import type { JsonObject } from '../../../api/json.ts';
import type { ChatMessage, ChatTool } from '../../messages.ts';
import type { MistralModel } from './models.ts';

export interface MistralRequest {
  readonly body: JsonObject;
  readonly model: MistralModel;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
}

/** The `type` of an error body; its number comes with it. */
export type MistralType =
  | 'invalid_request_error'
  | 'invalid_request_message_order'
  | 'invalid_request_prompt'
  | 'invalid_request_assistant_message'
  | 'invalid_request_tool_message'
  | 'invalid_request_function_call'
  | 'invalid_request_tool'
  | 'invalid_model'
  | 'rate_limited';

export function objection(
  rule: string,
  message: string,
  path: string,
  code: MistralType = 'invalid_request_error',
): Violation {
  return { rule, status: 400, message, path, code };
}

/** One entry of pydantic's list, which a 422 of this API contains. */
export interface Detail {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
}

/** The text of a 422 is the list itself. */
export function detailed(rule: string, details: readonly Detail[]): Violation {
  return {
    rule,
    status: 422,
    message: JSON.stringify(details),
    path: details[0]?.loc.join('.') ?? '',
    code: 'invalid_request_error',
  };
}
