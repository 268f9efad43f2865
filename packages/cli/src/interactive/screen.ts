/**
 * The screen as data. Events become blocks (`reduce-screen.ts`); views turn a block into lines for a width (`views/`). Finished blocks are
 * written to the scrollback once and never redrawn; the others are the live region above the prompt.
 */
import type { ApprovalMode, Outcome, RuleOffer, Todo } from '@interlock/runtime';

export interface ToolView {
  readonly id: string;
  readonly name: string;
  /** The arguments in one line. */
  readonly summary: string;
  readonly state: 'writing' | 'waiting' | 'asking' | 'running' | 'ended';
  /** When the call started, in milliseconds since 1970. */
  readonly since?: number;
  readonly ms?: number;
  /** The end of its output so far. */
  readonly progress: string;
  readonly outcome?: Outcome;
  /** The tool only reads, so nothing has changed even if it was interrupted. */
  readonly reads?: true;
}

export type Block =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly done: boolean }
  | { readonly kind: 'thinking'; readonly text: string; readonly done: boolean }
  /** The calls of one answer, side by side. */
  | { readonly kind: 'tools'; readonly calls: readonly ToolView[]; readonly done: boolean }
  /** A part of the unfolded question. */
  | { readonly kind: 'asked'; readonly text: string }
  | { readonly kind: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string };

export interface Question {
  readonly callId: string;
  readonly tool: string;
  readonly subject: string;
  /** Replaces the usual question: the call needs more than the sandbox allows. */
  readonly asks?: string;
  /** Everything it would do: a diff against the current content, or its arguments. */
  readonly details: string;
  /** Rules that would allow it from now on, narrowest first. Empty: it needs approval each time. */
  readonly offers: readonly RuleOffer[];
  /** How many characters of `wholeOf` were shown above the question. Absent: as much as fits. */
  readonly unfolded?: number;
}

export interface Status {
  readonly target: string;
  /** The approval mode. */
  readonly mode: ApprovalMode;
  readonly pendingSwitch?: string;
  readonly tokens: number;
  readonly window: number;
  readonly usage: { readonly input: number; readonly output: number };
  /** US dollars, if known. */
  readonly cost?: number;
  /** The current activity: `thinking`, `3 tools`, `retry in 4 s`, `waiting until 12:30`. Undefined: idle. */
  readonly activity?: string;
  /** When it started, in milliseconds since 1970. */
  readonly activeSince?: number;
  /** Number of background commands. Absent: none. */
  readonly jobs?: number;
  readonly cooling: readonly string[];
  readonly folder: string;
}

export interface Screen {
  /** In order. Blocks before the first unfinished one can go to the scrollback. */
  readonly blocks: readonly Block[];
  readonly status: Status;
  readonly question?: Question;
  readonly showThinking: boolean;
  /** The model's to-do list. */
  readonly todos: readonly Todo[];
  /** Names of tools that only read. */
  readonly readers: readonly string[];
}

/** How blocks are drawn: width in columns, colours, and the time for running calls. */
export interface Drawing {
  readonly width: number;
  readonly colour: boolean;
  readonly now: number;
  /** Shows thinking in full. Absent: folded to one line. */
  readonly showThinking?: boolean;
  /** From `loadHighlighter()`; until then code has no colours. */
  readonly highlight?: Highlight;
}

/** Highlights code: runs of text in order, together the code. Undefined: unknown language. */
export type Highlight = (code: string, language: string) => readonly CodeRun[] | undefined;

export interface CodeRun {
  readonly text: string;
  /** The innermost scope of highlight.js (`keyword`, `string`). Absent: none. */
  readonly scope?: string;
}

/** Lines without newlines, none wider than the drawing, sanitized. */
export type View<Data> = (data: Data, drawing: Drawing) => readonly string[];
