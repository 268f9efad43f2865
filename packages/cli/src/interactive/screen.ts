/**
 * What is on the screen, as data. The session's events become blocks (`reduce-screen.ts`); views turn a block into lines for a
 * width (`views/`). A block that is finished is written to the scrollback once and never drawn again; the others make up the live
 * region above the prompt.
 */
import type { ApprovalMode, Outcome, RuleOffer, Todo } from '@interlock/runtime';

export interface ToolView {
  readonly id: string;
  readonly name: string;
  /** The arguments in one line. */
  readonly summary: string;
  readonly state: 'writing' | 'waiting' | 'asking' | 'running' | 'ended';
  /** Milliseconds since 1970, when it began to run. */
  readonly since?: number;
  readonly ms?: number;
  /** The end of its output so far. */
  readonly progress: string;
  readonly outcome?: Outcome;
  /** It only reads: nothing is changed however it ends. */
  readonly reads?: true;
}

export type Block =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly done: boolean }
  | { readonly kind: 'thinking'; readonly text: string; readonly done: boolean }
  /** The calls of one answer, side by side. */
  | { readonly kind: 'tools'; readonly calls: readonly ToolView[]; readonly done: boolean }
  /** A piece of the unfolded question. */
  | { readonly kind: 'asked'; readonly text: string }
  | { readonly kind: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string };

export interface Question {
  readonly callId: string;
  readonly tool: string;
  readonly subject: string;
  /** In place of the usual question: the call reaches further than the sandbox lets it. */
  readonly asks?: string;
  /** Everything it would do: a diff against the current content, or its arguments. */
  readonly details: string;
  /** Rules that would allow it from now on, the narrowest first. None: it needs approval each time. */
  readonly offers: readonly RuleOffer[];
  /** How many characters of `wholeOf` were put above the question; absent: it is as long as it fits. */
  readonly unfolded?: number;
}

export interface Status {
  readonly target: string;
  /** What runs without asking. */
  readonly mode: ApprovalMode;
  readonly pendingSwitch?: string;
  readonly tokens: number;
  readonly window: number;
  readonly usage: { readonly input: number; readonly output: number };
  /** US dollars, where known. */
  readonly cost?: number;
  /** The current activity: `thinking`, `3 tools`, `retry in 4 s`, `waiting until 12:30`; undefined while idle. */
  readonly activity?: string;
  /** When that began, in milliseconds since 1970. */
  readonly activeSince?: number;
  /** How many commands run in the background; absent: none. */
  readonly jobs?: number;
  readonly cooling: readonly string[];
  readonly folder: string;
}

export interface Screen {
  /** In order; those before the first that is not finished can go to the scrollback. */
  readonly blocks: readonly Block[];
  readonly status: Status;
  readonly question?: Question;
  readonly showThinking: boolean;
  /** What the model has to do, as it wrote it down. */
  readonly todos: readonly Todo[];
  /** Names of tools that only read. */
  readonly readers: readonly string[];
}

/** How things are drawn: the width in columns, whether colours may be used, the time for what is running. */
export interface Drawing {
  readonly width: number;
  readonly colour: boolean;
  readonly now: number;
  /** Thinking in full; absent: folded to one line. */
  readonly showThinking?: boolean;
  /** From `loadHighlighter()`; until then code has no colours. */
  readonly highlight?: Highlight;
}

/** What of a code is what: runs of text in order, together the code; undefined where the language is not known. */
export type Highlight = (code: string, language: string) => readonly CodeRun[] | undefined;

export interface CodeRun {
  readonly text: string;
  /** The innermost name that highlight.js gives it (`keyword`, `string`); absent: nothing special. */
  readonly scope?: string;
}

/** Lines without a line end, none wider than the drawing, safe for a terminal. */
export type View<Data> = (data: Data, drawing: Drawing) => readonly string[];
