/** The sessions an agent opens, all with the same options; and whom the last one asks. */
import type { ApprovalRule, Session, SessionOptions, SessionStore } from '@interlock/runtime';
import type { AgentFlags } from '../config/agent-flags.ts';
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';
import { findSession } from '../sessions/find-session.ts';
import { hasMessages } from '../sessions/has-messages.ts';
import type { Asking, Choice } from './agent.ts';

export class AgentSessions {
  readonly #options: SessionOptions & { readonly store: SessionStore };
  readonly #choice: (name: string) => Choice | undefined;
  readonly #kept: () => Promise<readonly ApprovalRule[]>;
  #last: Session | undefined;

  /**
   * `choice`: whom a session that is gone on with may ask again, by the name it was switched to. `kept`: what the user has allowed for good;
   * behind all other rules, as it would be if it had been remembered in the session.
   */
  constructor(
    options: SessionOptions & { readonly store: SessionStore },
    choice: (name: string) => Choice | undefined,
    kept: () => Promise<readonly ApprovalRule[]> = async () => [],
  ) {
    this.#options = options;
    this.#choice = choice;
    this.#kept = kept;
  }

  /** Names of the next targets of the session that was opened last. */
  get targets(): readonly string[] | undefined {
    return this.#last?.state.targets;
  }

  /** A new one, the last one of the folder, or the one named: as the flags have it. */
  async open(
    flags: Pick<AgentFlags, 'continue' | 'resume' | 'effort'>,
    workspace: string,
    asking: Asking = {},
  ): Promise<Session> {
    const { store } = this.#options;
    const { resume } = flags;
    if (typeof resume === 'string' || flags.continue === true) {
      const id =
        typeof resume === 'string' ? await namedSession(store, resume, workspace) : await lastSession(store, workspace);
      const session = await this.#resume(id, asking);
      // What is given now overrides what was chosen in the session.
      if (flags.effort !== undefined) await session.setEffort(this.#options.settings?.reasoning);
      return session;
    }
    const { createSession } = await import('@interlock/runtime');
    this.#last = await createSession(await this.#with(asking));
    return this.#last;
  }

  async resume(given: string, workspace: string, asking: Asking = {}): Promise<Session> {
    return this.#resume(await namedSession(this.#options.store, given, workspace), asking);
  }

  async #resume(id: string, asking: Asking): Promise<Session> {
    const { resumeSession } = await import('@interlock/runtime');
    const session = await resumeSession({
      ...(await this.#with(asking)),
      id,
      onWait: (holder) => asking.tell?.(`The session is open in ${holder}. Waiting for it to be closed there.`),
    });
    const { chosen, targets } = session.state;
    const again = chosen === undefined ? undefined : this.#choice(chosen);
    if (again?.usable === true && !targets.includes(again.name)) session.switchTo(again.to);
    this.#last = session;
    return session;
  }

  async #with({ approve, heard }: Asking): Promise<SessionOptions> {
    const rules = [...(this.#options.rules ?? []), ...(await this.#kept())];
    const asked = { ...(approve === undefined ? {} : { approve }), ...(heard === undefined ? {} : { atRest: heard }) };
    return { ...this.#options, rules, ...asked };
  }
}

/** The folder's last one that is not empty. Those that an agent started are not the user's. */
async function lastSession(store: SessionStore, workspace: string): Promise<string> {
  const sessions = await store.list(workspace);
  for (const session of sessions) {
    if (session.header.spawnDepth === 0 && (await hasMessages(store, session))) return session.header.id;
  }
  throw usageError(`There is no earlier session in ${plainText(workspace)}.\nOmit --continue to start a new one.`);
}

/** By its id, or by a beginning that only one has. What one folder allows must not reach into another. */
async function namedSession(store: SessionStore, given: string, workspace: string): Promise<string> {
  const { header } = await findSession(store, given);
  if (header.workspace === workspace) return header.id;
  const there = plainText(header.workspace);
  throw usageError(
    `Session ${header.id} belongs to ${there}, not to ${plainText(workspace)}.\nContinue it there: interlock --cwd ${there} --resume ${header.id}`,
  );
}
