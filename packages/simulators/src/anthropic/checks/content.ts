/** Checks that messages and blocks are not empty, blank, cached in the wrong place, or too large. */
import type { Violation } from '../../api/api.ts';
import { isAbsent, objectOf, textOf } from '../../api/json.ts';
import { allBlocks, type Block, type Draft, type DraftMessage, readResult } from '../draft.ts';
import { breach, warning } from '../errors.ts';
import { measureImage } from '../image-size.ts';

export function* checkContent(draft: Draft): Iterable<Violation> {
  const { entries, body, system } = draft;
  for (const entry of entries) {
    yield* checkFilled(entry, entries.length);
    if (entry.fields['content'] === '') continue;
    for (const block of entry.blocks) {
      yield* checkText(block, 'messages', draft, entry.blocks);
      if (block.type === 'tool_result') yield* checkResult(block, draft);
    }
  }
  if (typeof body['system'] !== 'string') {
    for (const block of system) yield* checkText(block, 'system', draft, [block]);
  }
  yield* checkBreakpoints(draft);
  yield* checkImages(entries);
}

function* checkFilled({ index, role, fields }: DraftMessage, count: number): Iterable<Violation> {
  const { content } = fields;
  const empty = content === '' || (Array.isArray(content) && content.length === 0);
  // A system entry may contain settings instead.
  const bare = role === 'system' && isAbsent(content) && isAbsent(fields['output_config']);
  if (!empty && !bare) return;
  if (role === 'assistant' && index === count - 1) return;
  const message = `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
  yield breach('ANT-026', `messages.${index}`, message);
}

/** ANT-028: a blank text is refused if it is the only one; Bedrock refuses it anywhere (BDR-003). */
function* checkText(
  { type, path, fields }: Block,
  where: string,
  { claude }: Draft,
  beside: readonly Block[],
): Iterable<Violation> {
  if (type !== 'text') return;
  const text = textOf(fields['text']);
  if (text === '' && !isAbsent(fields['cache_control'])) {
    yield breach('ANT-066', path, `${path}.text: cache_control cannot be set for empty text blocks`);
  }
  if (text === '') yield breach('ANT-027', path, `${where}: text content blocks must be non-empty`);
  if (text !== '' && text.trim() === '') {
    const message = `${where}: text content blocks must contain non-whitespace text`;
    if (claude.home === 'bedrock') yield breach('BDR-003', path, message);
    else yield (beside.every(isBlank) ? breach : warning)('ANT-028', path, message);
  }
}

function isBlank({ type, fields }: Block): boolean {
  return type === 'text' && textOf(fields['text']).trim() === '';
}

function* checkResult(block: Block, draft: Draft): Iterable<Violation> {
  const { path, fields } = block;
  const { content } = fields;
  const inner = readResult(block);
  if (Array.isArray(content) && content.length === 0) {
    yield breach(
      'ANT-031',
      `${path}.tool_result.content`,
      `${path}.tool_result.content: content cannot be an empty list`,
    );
  }
  if (Array.isArray(content)) for (const part of inner) yield* checkText(part, 'messages', draft, inner);
  const said = inner.some(({ type, fields }) => type === 'text' && textOf(fields['text']) !== '');
  if (fields['is_error'] === true && !said) {
    const message = `${path}.tool_result: content cannot be empty if \`is_error\` is true`;
    yield breach('ANT-032', `${path}.tool_result`, message);
  } else if (fields['is_error'] === true && inner.some(({ type }) => type !== 'text')) {
    const message = `${path}.tool_result: all content must be type 'text' if 'is_error' is true`;
    yield breach('ANT-036', `${path}.tool_result`, message);
  }
}

/** ANT-065. */
function* checkBreakpoints({ body, tools, system, entries }: Draft): Iterable<Violation> {
  const marked = [body, ...tools, ...[...system, ...allBlocks(entries)].map(({ fields }) => fields)];
  const found = marked.filter((fields) => !isAbsent(fields['cache_control'])).length;
  if (found <= 4) return;
  yield breach('ANT-065', '', `A maximum of 4 blocks with cache_control may be provided. Found ${found}.`);
}

/** ANT-068. */
function* checkImages(entries: readonly DraftMessage[]): Iterable<Violation> {
  const images = allBlocks(entries).filter(({ type }) => type === 'image');
  const many = images.length > 20;
  const limit = many ? 2000 : 8000;
  for (const { path, fields } of images) {
    const source = objectOf(fields['source']);
    const size = measureImage(textOf(source['data']));
    if (!size || Math.max(size.width, size.height) <= limit) continue;
    const place = `${path}.image.source.base64.data`;
    const kind = many ? ' for many-image requests' : '';
    const message = `${place}: At least one of the image dimensions exceed max allowed size${kind}: ${limit} pixels`;
    yield breach('ANT-068', place, message);
  }
}
