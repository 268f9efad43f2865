/** Reads a request of somebody who takes us for Ollama. What cannot be read is named, and the rest is still read. */
import type { JsonValue } from '@interlock/transcript';
import { asObject, asText } from '../../json.ts';
import type { ReadRequest } from '../../protocol.ts';
import { readMessages } from './reading/read-messages.ts';
import { readSettings } from './reading/read-settings.ts';
import { readTools } from './reading/read-tools.ts';
import type { Report } from './reading/report.ts';

type Problem = ReadRequest['problems'][number];

export function decodeRequest(body: JsonValue): ReadRequest {
  const problems: Problem[] = [];
  const report: Report = (path, message) => problems.push({ path, message });
  const request = asObject(body);
  if (request === undefined) {
    report('', 'The body is no object.');
    return { contents: [], tools: [], settings: {}, problems };
  }
  const model = asText(request['model']);
  return {
    ...(model === '' ? {} : { model }),
    contents: readMessages(request['messages'], report),
    tools: readTools(request['tools'], report),
    settings: readSettings(request, report),
    problems,
  };
}
