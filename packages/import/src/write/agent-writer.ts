/**
 * What a writer for one agent is: the way back. A conversation becomes the records of a session that the agent itself resumes. Writing
 * is a function of the conversation, like reading; who calls it puts the records into a file.
 */
import type { Content, JsonObject } from '@interlock/transcript';
import type { Machine } from '../reading/agent-reader.ts';

export interface Conversation {
  /** Names the conversation. The ids in the written session are made from it, from the folder and from the contents. */
  readonly id: string;
  readonly title?: string;
  /** The folder the agent is to work in. */
  readonly folder: string;
  /** When it is written, in milliseconds since 1970; also the time of what has none of its own. */
  readonly time: number;
  readonly contents: readonly Content[];
  /** Whether the first content is a summary of what came before. */
  readonly summarised?: boolean;
}

export interface AgentWriter {
  /** As users type it, and as the reader is called. */
  readonly name: string;
  /** As users read it. */
  readonly label: string;
  /** Total: whatever the contents are, it returns, and what the agent's form cannot hold is in `leftOut`. */
  write(conversation: Conversation): WrittenSession;
  /** Whether the agent resumes a session only from its own folder, and not from a file anywhere. */
  readonly findsInstalledOnly: boolean;
  /** Where the agent looks for the session. Undefined: it keeps sessions in a database and imports files itself. */
  pathOf(session: WrittenSession, machine: Machine): string | undefined;
  /** The commands that go on with the session, each as its words. `file`: where it was written. */
  resume(session: WrittenSession, file: string): readonly (readonly string[])[];
}

export interface WrittenSession {
  /** The agent's id of the session. */
  readonly id: string;
  readonly folder: string;
  readonly fileName: string;
  /** `lines`: a JSON object a line. `document`: one JSON document, the only record. */
  readonly form: 'lines' | 'document';
  readonly records: readonly JsonObject[];
  /** What the agent's form cannot hold: what it is, and how often it was there. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** The bytes of the file. */
export function sessionText({ form, records }: Pick<WrittenSession, 'form' | 'records'>): string {
  if (form === 'document') return `${JSON.stringify(records[0] ?? {}, undefined, 2)}\n`;
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
