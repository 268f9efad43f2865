/** Reads a server's prompts. The list has limits; an invalid prompt is skipped. */
import { isJsonObject } from '@interlock/transcript';

export interface ServerPrompt {
  /** The server's name for it. */
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly isRequired: boolean;
}

const mostPages = 20;
const mostPrompts = 200;
const longestName = 128;
const longestDescription = 400;

export async function listPrompts(
  askPage: (cursor: string | undefined) => Promise<unknown>,
): Promise<readonly ServerPrompt[]> {
  const prompts = new Map<string, ServerPrompt>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && prompts.size < mostPrompts; page += 1) {
    const answer = await askPage(cursor);
    const listed = isJsonObject(answer) && Array.isArray(answer['prompts']) ? answer['prompts'] : [];
    for (const prompt of listed.slice(0, mostPrompts).flatMap(readPrompt))
      if (!prompts.has(prompt.name)) prompts.set(prompt.name, prompt);
    const next = isJsonObject(answer) ? answer['nextCursor'] : undefined;
    if (typeof next !== 'string' || next === '' || next === cursor) break;
    cursor = next;
  }
  return [...prompts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readPrompt(raw: unknown): readonly ServerPrompt[] {
  if (!isJsonObject(raw)) return [];
  const { name, description, title, arguments: given } = raw;
  if (typeof name !== 'string' || name === '' || name.length > longestName) return [];
  const [text = ''] = [description, title].filter((value) => typeof value === 'string');
  const named = (Array.isArray(given) ? given : []).flatMap((argument): readonly PromptArgument[] =>
    isJsonObject(argument) && typeof argument['name'] === 'string' && argument['name'] !== ''
      ? [{ name: argument['name'].slice(0, longestName), isRequired: argument['required'] === true }]
      : [],
  );
  return [{ name, description: text.toWellFormed().slice(0, longestDescription), arguments: named }];
}

/** The text of a prompt that the server has filled in; other content is only named. */
export function promptText(answer: unknown): string {
  const messages = isJsonObject(answer) && Array.isArray(answer['messages']) ? answer['messages'] : [];
  return messages.flatMap((message) => (isJsonObject(message) ? [contentText(message['content'])] : [])).join('\n\n');
}

function contentText(content: unknown): string {
  if (!isJsonObject(content)) return '';
  const { type, text, resource, uri } = content;
  if (typeof text === 'string') return text.toWellFormed();
  if (isJsonObject(resource) && typeof resource['text'] === 'string') return resource['text'].toWellFormed();
  return `[${typeof type === 'string' ? type : 'something'}${typeof uri === 'string' ? ` ${uri}` : ''} is not shown]`;
}
