/** Reads a request of somebody who takes us for Ollama. What cannot be read is named, and the rest is still read. */
import type { JsonValue } from '@interlock/transcript';
import type { ReadRequest } from '../../../decode-request/read-request.ts';
import { readRequest } from '../../../decode-request/read-request.ts';
import { readMessages } from './read-messages.ts';
import { readSettings } from './read-settings.ts';
import { readTools } from './read-tools.ts';

export function decodeRequest(body: JsonValue): ReadRequest {
  return readRequest(body, (request, report) => ({
    contents: readMessages(request['messages'], report),
    tools: readTools(request['tools'], report),
    settings: readSettings(request, report),
  }));
}
