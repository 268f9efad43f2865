/** A user message as what it is: the results of tools, and then what a human says. */
import type { Block, Content, JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { Report } from '../../../read-request.ts';
import { readToolId } from '../../../tool-ids.ts';
import { readMedia } from './read-media.ts';
import type { RequestNames } from './request-names.ts';
import { saidBy } from './said-by.ts';

/** A completion needs a word (REQ-915-048). */
const silentFailure = 'The tool failed without a message.';

export function readUser(
  content: JsonValue | undefined,
  path: string,
  names: RequestNames,
  report: Report,
): readonly Content[] {
  if (typeof content === 'string') return saidBy('human', [{ type: 'text', text: content }]);
  if (!Array.isArray(content)) report(path, 'The content is neither text nor a list of blocks.');
  const placed = asArray(content).map((entry, at) => ({ block: asObject(entry) ?? {}, place: `${path}.${at}` }));
  const results = placed.filter(({ block }) => block['type'] === 'tool_result');
  const rest = placed.filter(({ block }) => block['type'] !== 'tool_result');
  return [
    ...saidBy(
      'tool',
      results.flatMap(({ block, place }) => readResult(block, place, names, report)),
    ),
    ...saidBy(
      'human',
      rest.flatMap(({ block, place }) => readSaid(block, place, report)),
    ),
  ];
}

/** A block of text, or a medium. */
function readSaid(block: JsonObject, path: string, report: Report): readonly Block[] {
  if (block['type'] === 'text') return [{ type: 'text', text: asText(block['text']) }];
  const media = readMedia(block, path, report);
  if (media !== undefined) return media;
  report(path, `A block of type ${JSON.stringify(asText(block['type']))} cannot be read.`);
  return [];
}

/** The response, and behind it the media that came with it. */
function readResult(block: JsonObject, path: string, names: RequestNames, report: Report): readonly Block[] {
  const wireId = asText(block['tool_use_id']);
  const parts = readParts(block['content'], `${path}.content`, report);
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const text = texts.join('\n');
  const outcome = block['is_error'] === true ? { error: text || silentFailure } : { result: text };
  return [
    { type: 'tool_response', callId: readToolId(wireId), toolName: names.of(wireId), ...outcome },
    ...parts.filter(({ type }) => type !== 'text'),
  ];
}

function readParts(content: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asArray(content).flatMap((entry, at) => readSaid(asObject(entry) ?? {}, `${path}.${at}`, report));
}
