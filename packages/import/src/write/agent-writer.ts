/**
 * A writer for one agent is the opposite of a reader. A conversation becomes the records of a session that the
 * agent itself resumes. Writing is a function of the conversation, like reading; the caller puts the records into a
 * file.
 */
import type { Content, JsonObject } from '@interlock/transcript';
import type { Machine } from '../reading/agent-reader.ts';

export interface Conversation {
  /**
   * Identifies the conversation. The ids in the written session are derived from it, from the folder and from the
   * contents.
   */
  readonly id: string;
  readonly title?: string;
  /** The agent's working folder. */
  readonly folder: string;
  /** When it is written, in milliseconds since 1970; also used for entries without a time. */
  readonly time: number;
  readonly contents: readonly Content[];
  /** Whether the first content is a summary of what came before. */
  readonly summarised?: boolean;
}

export interface AgentWriter {
  /** The name that users type; also the name of the reader. */
  readonly name: string;
  /** The display name. */
  readonly label: string;
  /** Total: it returns for any contents, and what the agent's format cannot represent is in `leftOut`. */
  write(conversation: Conversation): WrittenSession;
  /** Whether the agent resumes a session only from its own folder, not from a file anywhere. */
  readonly findsInstalledOnly: boolean;
  /** The path at which the agent looks for the session. Undefined: it stores sessions in a database and imports files itself. */
  pathOf(session: WrittenSession, machine: Machine): string | undefined;
  /** The commands that continue the session, each as its words. `file`: where it was written. */
  resume(session: WrittenSession, file: string): readonly (readonly string[])[];
}

export interface WrittenSession {
  /** The agent's id of the session. */
  readonly id: string;
  readonly folder: string;
  readonly fileName: string;
  /** `lines`: a JSON object per line. `document`: one JSON document, the only record. */
  readonly form: 'lines' | 'document';
  readonly records: readonly JsonObject[];
  /** Counts of things that the agent's format cannot represent, by kind. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** The bytes of the file. */
export function sessionText({ form, records }: Pick<WrittenSession, 'form' | 'records'>): string {
  if (form === 'document') return `${JSON.stringify(records[0] ?? {}, undefined, 2)}\n`;
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
