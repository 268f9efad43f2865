/** The input and output of a simulated model, independent of any API. */

export interface SeenTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments, as declared; {} if there is none. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface SeenCall {
  /** As it is in the request; '' if the API has no ids. */
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface SeenResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
  /** Kinds of media in it: `image/png`. */
  readonly media: readonly string[];
}

/** One message or item of the request, in order. */
export interface SeenTurn {
  readonly role: 'system' | 'user' | 'model';
  /** All text in it, joined by line breaks. */
  readonly text: string;
  /** The thinking that was given back. */
  readonly thinking: string;
  readonly calls: readonly SeenCall[];
  readonly results: readonly SeenResult[];
  readonly media: readonly string[];
}

export interface Seen {
  readonly system: string;
  readonly tools: readonly SeenTool[];
  readonly turns: readonly SeenTurn[];
  /** `none`: no call may be made. */
  readonly toolChoice: 'auto' | 'none' | 'required' | { readonly tool: string };
  readonly maxTokens?: number;
  /** Whether the request asks for thinking, or the model thinks by default. */
  readonly thinks: boolean;
}

export type Part =
  | { readonly think: string }
  | { readonly say: string }
  | {
      readonly call: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** The id the call is sent with. Default: one in the API's own style. */
      readonly id?: string;
      /** Argument text to send as it is, whatever `args` says: for truncated or broken JSON. */
      readonly rawArgs?: string;
    };

export interface Answer {
  readonly parts: readonly Part[];
  readonly stop: 'end' | 'calls' | 'length' | 'filtered';
}

/** Decides what to say. A pure function of what it sees, so that a conversation can be replayed. */
export type Model = (seen: Seen) => Answer;
