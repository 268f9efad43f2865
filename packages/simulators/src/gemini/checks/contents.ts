/** Checks each content by itself: its parts, its role, the names in it (GEM-006 … GEM-009, GEM-017, GEM-029, GEM-030). */
import { type GeminiContent, type GeminiPart, isModel, responsesOf } from '../contents.ts';
import { type CheckedRequest, type Finding, fieldFinding, opaque } from '../finding.ts';
import { type GeminiModel, isGemini3OrLater } from '../models.ts';

const learnMore = 'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini';

/** Media types that functionResponse.parts may contain (GEM-030). */
const responseMedia: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain'];

export function* checkContents({ contents, model }: CheckedRequest): Iterable<Finding> {
  if (contents.length === 0) yield fieldFinding('GEM-007', 'contents', 'contents is not specified');
  for (const content of contents) {
    if (content.parts.length === 0) yield emptyContent(model, content);
    for (const part of content.parts) {
      if (mayBeEmpty(part, content)) continue;
      yield* checkPart(model, part, content, `contents[${content.index}].parts[${part.index}]`);
    }
  }
}

/** An empty part may only be a signature of the model, or the metadata of a video. */
function mayBeEmpty({ data, signature, videoMetadata }: GeminiPart, content: GeminiContent): boolean {
  if (data.kind !== 'nothing') return false;
  if (isModel(content)) return signature !== '';
  return videoMetadata && content.parts.some((other) => other.data.kind === 'media');
}

export function* checkRoles({ contents, model }: CheckedRequest): Iterable<Finding> {
  for (const content of contents) {
    const path = `contents[${content.index}].role`;
    const invalid: Finding = { rule: 'GEM-006', message: 'Please use a valid role: user, model.', path };
    const { role } = content;
    if (role === 'user' || role === 'model') yield* checkRolePlay(content);
    else if (role === '' && model.route !== 'vertex') yield* checkRolePlay(content);
    // `function` works on some routes only.
    else if (role === 'function' && model.route === 'developer') yield { ...invalid, silent: true };
    else yield invalid;
  }
}

/** Only the model calls, and only the user answers. The error text is unknown. */
function* checkRolePlay(content: GeminiContent): Iterable<Finding> {
  const wrong = isModel(content) ? 'response' : 'call';
  const part = content.parts.find(({ data }) => data.kind === wrong);
  if (part) yield opaque(`contents[${content.index}].parts[${part.index}]`);
}

function emptyContent({ route }: GeminiModel, { index }: GeminiContent): Finding {
  const path = `contents[${index}].parts`;
  if (route !== 'vertex') return fieldFinding('GEM-008', path, 'contents.parts must not be empty.');
  const message = `Unable to submit request because it must include at least one parts field, which describes the prompt input. ${learnMore}`;
  return { rule: 'GEM-009', message, path };
}

function* checkPart(model: GeminiModel, part: GeminiPart, content: GeminiContent, path: string): Iterable<Finding> {
  const { data } = part;
  switch (data.kind) {
    case 'nothing':
      yield model.route === 'vertex'
        ? {
            rule: 'GEM-009',
            message: `Unable to submit request because it must include at least one parts field, which describes the prompt input. ${learnMore}`,
            path,
          }
        : fieldFinding('GEM-008', `${path}.data`, "required oneof field 'data' must have one initialized field");
      return;
    case 'text':
      // Streams end with an empty text that carries the signature: that one may come back.
      if (data.text === '' && part.signature === '' && model.route === 'vertex') yield emptyText(path);
      return;
    case 'call':
      if (data.name === '') yield fieldFinding('GEM-017', `${path}.function_call.name`, 'Name cannot be empty.');
      return;
    case 'response':
      if (data.name === '') yield fieldFinding('GEM-017', `${path}.function_response.name`, 'Name cannot be empty.');
      if (data.media) yield* checkResponseMedia(model, data.media, `${path}.function_response.parts`);
      return;
    case 'server-tool':
      if (!isGemini3OrLater(model) || !isServed(part, content)) yield opaque(path, 'GEM-029');
      return;
    default:
  }
}

/** GEM-029: it must be the model's own, signed, with both halves. No tool runs on this server, so nothing more can be checked. */
function isServed({ data, signature }: GeminiPart, content: GeminiContent): boolean {
  if (data.kind !== 'server-tool' || !isModel(content) || signature === '') return false;
  return content.parts.some(
    (other) => other.data.kind === 'server-tool' && other.data.field !== data.field && other.data.id === data.id,
  );
}

function emptyText(path: string): Finding {
  const message = `Unable to submit request because it must have a text parameter. Add a text parameter and try again. ${learnMore}`;
  return { rule: 'GEM-009', message, path: `${path}.text` };
}

function* checkResponseMedia(model: GeminiModel, media: readonly string[], path: string): Iterable<Finding> {
  if (!isGemini3OrLater(model)) yield opaque(path, 'GEM-030');
  const wrong = media.findIndex((mimeType) => !responseMedia.includes(mimeType));
  if (wrong >= 0) yield opaque(`${path}[${wrong}].inline_data.mime_type`, 'GEM-030');
}

/**
 * A content of function responses contains nothing else since Gemini 3, except media; 2.5 accepts everything (GEM-005,
 * GEM-030).
 */
export function* checkResponseContents({ contents, model }: CheckedRequest): Iterable<Finding> {
  for (const content of contents) {
    if (responsesOf(content).length === 0) continue;
    const path = (part: GeminiPart): string => `contents[${content.index}].parts[${part.index}]`;
    const media = content.parts.find(({ data }) => data.kind === 'media');
    if (media && !isGemini3OrLater(model)) yield { ...opaque(path(media), 'GEM-030'), silent: true };
    const other = content.parts.find(({ data }) => data.kind !== 'response' && data.kind !== 'media');
    if (other) yield { rule: 'GEM-005', message: countMismatch, path: path(other), silent: !isGemini3OrLater(model) };
  }
}

export const countMismatch =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
