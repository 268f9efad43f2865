/**
 * Separates the user's own text from the rest of a user message of Cline or Roo. The extensions wrap the user's words in tags,
 * and add notes: about the environment, about a task that is resumed, about lists of steps.
 */
import type { JsonObject } from '@interlock/transcript';
import { objectsOf, textOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';

export function entriesOf(message: JsonObject): readonly JsonObject[] {
  const { content } = message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
}

/** The program's introduction may come before the tags. */
const wrapped =
  /^\s*(?:New (?:instructions|message)\b[^\n]*:\n|The user (?:has )?provided (?:the following )?feedback\b[^\n]*\n)?<(task|feedback|answer|user_message|user_input)(?:\s[^>]*)?>\n?([\s\S]*?)\n?<\/\1>\s*$/;

/** Texts that the user did not type, by their beginning. */
const programNotes: readonly RegExp[] = [
  /^\[ERROR\] You did not use a tool/,
  /^\[TASK RESUMPTION\]/,
  /^\(The user did not provide a new message\./,
  /^# (?:task_progress|TODO LIST) [A-Z(]/,
  /^# task_progress List\b/,
  /^<hook_context\b/,
];

export function userEntries(message: JsonObject, notes: Notes): readonly JsonObject[] {
  return entriesOf(message).flatMap((entry): readonly JsonObject[] => {
    if (entry['type'] !== 'text') return [entry];
    const text = textOf(entry['text']);
    const kept = text.replaceAll(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)\s*/g, '').trimEnd();
    if (kept !== text.trimEnd()) notes.leaveOut('notes about the environment');
    if (kept.trim() === '') return [];
    if (programNotes.some((note) => note.test(kept.trimStart()))) {
      notes.leaveOut('notes of the program');
      return [];
    }
    return [{ type: 'text', text: wrapped.exec(kept)?.[2] ?? (kept === text.trimEnd() ? text : kept) }];
  });
}

/** The folder and the model, from notes about the environment: the task's own file does not have them. */
export function environmentOf(message: JsonObject): { readonly folder: string; readonly model: string } {
  const texts = entriesOf(message).map((entry) => textOf(entry['text']));
  const text = texts.map((each) => /<environment_details>[\s\S]*/.exec(each)?.[0] ?? '').join('\n');
  return {
    folder: /^# Current (?:Working|Workspace) Directory \((.+)\)(?: Files)?$/m.exec(text)?.[1] ?? '',
    model: /<model>([^<\n]+)<\/model>/.exec(text)?.[1] ?? '',
  };
}
