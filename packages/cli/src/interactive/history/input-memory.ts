/** Stores input for later runs and loads that of earlier ones, in the background. */

import process from 'node:process';
import { messageOf } from '../../io/command-error.ts';
import { inputOf } from '../editor/draft.ts';
import type { Draft } from '../editor/editor.ts';
import { appendLine, readHistory } from './history-files.ts';
import { formatLine, type HistoryLine, parseLine } from './history-line.ts';

export interface InputMemoryOptions {
  /** The folder of the history files. */
  readonly folder: string;
  /** The folder of the agent. */
  readonly workspace: string;
  /** Keys that must not be stored. */
  readonly secrets: readonly string[];
  readonly now: () => number;
  /** Called once if nothing can be stored. */
  readonly onProblem: (problem: string) => void;
}

export class InputMemory {
  /** Undefined: not known yet. Null: nothing is stored. */
  #options: InputMemoryOptions | null | undefined;
  /** Input that arrived before `open`. */
  readonly #pending: Draft[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isBroken = false;
  #hasKey: (text: string) => boolean = () => false;

  /** Without options nothing is stored. Returns earlier input, oldest first: of other folders, then of this one. */
  async open(options: InputMemoryOptions | undefined): Promise<readonly Draft[]> {
    // Imported here, because the prompt must not wait for it.
    if (options !== undefined) this.#hasKey = (await import('@interlock/wire')).holdsKey;
    this.#options = options ?? null;
    // Input from now on belongs to this run.
    const lines = options === undefined ? [] : await readHistory(options.folder);
    for (const draft of this.#pending.splice(0)) this.keep(draft);
    const read = lines.flatMap((line) => parseLine(line) ?? []);
    const isHere = ({ folder }: HistoryLine): boolean => folder === options?.workspace;
    return withoutRepeats([...read.filter((line) => !isHere(line)), ...read.filter(isHere)]);
  }

  /** As in shells, a line that starts with a space is private. */
  keep(draft: Draft): void {
    if (this.#options === null || this.#isBroken || draft.text.startsWith(' ')) return;
    if (this.#options === undefined) {
      this.#pending.push(draft);
      return;
    }
    const options = this.#options;
    const line = formatLine({ folder: options.workspace, draft });
    if (line === undefined || this.#hasSecret(textIn(draft), options)) return;
    this.#writing = this.#writing.then(() => this.#append(line, options));
  }

  /** Resolves when all of it is written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  /** Input that contains a key is not stored. */
  #hasSecret(text: string, { secrets }: InputMemoryOptions): boolean {
    return secrets.some((secret) => text.includes(secret)) || this.#hasKey(text);
  }

  async #append(line: string, { folder, now, onProblem }: InputMemoryOptions): Promise<void> {
    if (this.#isBroken) return;
    try {
      await appendLine(folder, line, { now: now(), pid: process.pid });
    } catch (error) {
      this.#isBroken = true;
      const why = messageOf(error);
      onProblem(
        `What you type is not saved for the next time (${why}). To turn this off: "sessions": { "history": false }`,
      );
    }
  }
}

/** Repeated input is listed only at its last position. */
function withoutRepeats(lines: readonly HistoryLine[]): readonly Draft[] {
  const byText = new Map<string, Draft>();
  for (const { draft } of lines) {
    const text = textIn(draft);
    byText.delete(text);
    byText.set(text, draft);
  }
  return [...byText.values()];
}

function textIn(draft: Draft): string {
  const input = inputOf(draft);
  return typeof input === 'string' ? input : input.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
