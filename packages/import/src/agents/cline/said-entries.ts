/**
 * What in a user message of Cline's or Roo's is the user's. The extensions wrap the user's words in tags, and add notes: about the
 * environment, about a task that is resumed, about lists of steps.
 */
import type { JsonObject } from '@interlock/transcript';
import { objectsOf, textOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';

export function entriesOf(message: JsonObject): readonly JsonObject[] {
  const { content } = message;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
}

/** An introduction of the program's may come before the tags. */
const wrapped =
  /^\s*(?:New (?:instructions|message)\b[^\n]*:\n|The user (?:has )?provided (?:the following )?feedback\b[^\n]*\n)?<(task|feedback|answer|user_message|user_input)(?:\s[^>]*)?>\n?([\s\S]*?)\n?<\/\1>\s*$/;

/** Texts that no one typed, by how they begin. */
const programNotes: readonly RegExp[] = [
  /^\[ERROR\] You did not use a tool/,
  /^\[TASK RESUMPTION\]/,
  /^\(The user did not provide a new message\./,
  /^# (?:task_progress|TODO LIST) [A-Z(]/,
  /^# task_progress List\b/,
  /^<hook_context\b/,
];

export function saidEntries(message: JsonObject, notes: Notes): readonly JsonObject[] {
  return entriesOf(message).flatMap((entry): readonly JsonObject[] => {
    if (entry['type'] !== 'text') return [entry];
    const text = textOf(entry['text']);
    const said = text.replaceAll(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)\s*/g, '').trimEnd();
    if (said !== text.trimEnd()) notes.leaveOut('notes about the environment');
    if (said.trim() === '') return [];
    if (programNotes.some((note) => note.test(said.trimStart()))) {
      notes.leaveOut('notes of the program');
      return [];
    }
    return [{ type: 'text', text: wrapped.exec(said)?.[2] ?? (said === text.trimEnd() ? text : said) }];
  });
}

/** The folder and the model, as notes about the environment name them: a task's own file does not. */
export function environmentOf(message: JsonObject): { readonly folder: string; readonly model: string } {
  const texts = entriesOf(message).map((entry) => textOf(entry['text']));
  const text = texts.map((each) => /<environment_details>[\s\S]*/.exec(each)?.[0] ?? '').join('\n');
  return {
    folder: /^# Current (?:Working|Workspace) Directory \((.+)\)(?: Files)?$/m.exec(text)?.[1] ?? '',
    model: /<model>([^<\n]+)<\/model>/.exec(text)?.[1] ?? '',
  };
}
