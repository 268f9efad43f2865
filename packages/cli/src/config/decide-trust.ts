/** Whether a project may do more than add restrictions: the user's stored decision, compared with its current files; if needed, the user is asked. */
import { plainText } from '../print/plain-text.ts';
import type { TrustPart } from './trust-parts.ts';
import { createTrustStore } from './trust-store.ts';

/** `changed`: what is new since it was trusted; empty if the user was never asked. */
export type AskTrust = (folder: string, changed: readonly string[]) => Promise<boolean>;

export interface TrustQuestion {
  /** With its links resolved. */
  readonly folder: string;
  /** The parts that need trust. */
  readonly parts: readonly TrustPart[];
  readonly stateFolder: string;
  /** `--trust` */
  readonly isRequested: boolean;
  /** Absent: nobody can be asked. */
  readonly askTrust?: AskTrust;
}

export interface TrustDecision {
  readonly trusted: boolean;
  /** Why it is no longer trusted: the names of what is new. */
  readonly changed: readonly string[];
  readonly warnings: readonly string[];
}

export async function decideTrust(question: TrustQuestion): Promise<TrustDecision> {
  const { folder, parts, stateFolder, isRequested, askTrust } = question;
  const store = createTrustStore(stateFolder);
  const known = await store.find(folder);
  const seen = [...(known?.seen ?? []), ...parts.map(({ digest }) => digest)];
  const save = (trusted: boolean): Promise<readonly string[]> =>
    warnIfFails(() => store.remember(folder, { trusted, seen }), stateFolder);
  if (isRequested) return { trusted: true, changed: [], warnings: await save(true) };
  if (known?.trusted === false) return { trusted: false, changed: [], warnings: [] };
  const fresh = parts.filter(({ digest }) => known !== undefined && !known.seen.includes(digest));
  if (known !== undefined && fresh.length === 0) return { trusted: true, changed: [], warnings: [] };
  const changed = fresh.map(({ name }) => name);
  // Nothing to gain from trust, so nothing to ask.
  if (askTrust === undefined || parts.length === 0) return { trusted: false, changed, warnings: [] };
  const trusted = await askTrust(folder, changed);
  // A no to what is new does not revoke the rest: without the new part, the rest is trusted again.
  if (!trusted && known !== undefined) return { trusted, changed, warnings: [] };
  return { trusted, changed: [], warnings: await save(trusted) };
}

/** The answer applies now, even if it cannot be stored; a failure to store it is a warning. */
async function warnIfFails(write: () => Promise<void>, stateFolder: string): Promise<readonly string[]> {
  try {
    await write();
    return [];
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return [
      `${plainText(stateFolder)} cannot be written (${String(code)}): whether this folder is trusted is not remembered.`,
    ];
  }
}
