/** A whole conversation as Markdown: a heading for each speaker, calls and results in fenced blocks. */
import { type Block, type Content, toJson } from '@interlock/transcript';
import { dateTimeText } from '../print/date-text.ts';
import { fencedText, inlineCode } from '../print/fenced-text.ts';
import { answererName } from './answerer-name.ts';
import type { ReadSession } from './read-session.ts';

export function markdownText({ header, contents }: ReadSession, title: string): string {
  const parts = contents.flatMap((content) => {
    const blocks = content.blocks.map(blockText).filter((text) => text !== '');
    return blocks.length === 0 ? [] : [`## ${speakerOf(content)}`, ...blocks];
  });
  const head = [
    `# ${oneLine(title === '' ? 'A conversation' : title)}`,
    `Session \`${header.id}\`, started ${dateTimeText(header.createdAt)} in ${inlineCode(oneLine(header.workspace))}.`,
  ];
  return `${[...head, ...parts].join('\n\n')}\n`;
}

function speakerOf(content: Content): string {
  const { speaker } = content;
  if (speaker === 'human') return 'You';
  if (speaker === 'tool') return 'Results';
  if (speaker !== 'ai') return 'System';
  const name = answererName(content);
  return name === undefined ? 'Model' : oneLine(`Model (${name})`);
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'thinking':
      if (block.thought.trim() === '') return '';
      return `<details><summary>Thinking</summary>\n\n${fencedText(block.thought, '')}\n\n</details>`;
    case 'tool_call':
      return `**${oneLine(block.name)}**\n\n${fencedText(JSON.stringify(toJson(block.parameters).value, undefined, 2), 'json')}`;
    case 'tool_response': {
      const { toolName, result, error } = block;
      const text = error ?? (typeof result === 'string' ? result : JSON.stringify(result, undefined, 2));
      return `**${oneLine(toolName)}**${error === undefined ? '' : ' failed'}\n\n${fencedText(text ?? '', '')}`;
    }
    case 'code':
      return fencedText(block.code, oneLine(block.language ?? ''));
    case 'media':
      return `*${oneLine(block.mimeType)}${block.filename === undefined ? '' : `: ${oneLine(block.filename)}`}*`;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
