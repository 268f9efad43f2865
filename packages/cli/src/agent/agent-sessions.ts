/** The sessions that an agent opens, all with the same options, and the targets of the latest one. */
import type { ApprovalRule, Session, SessionOptions, SessionStore } from '@interlock/runtime';
import type { AgentFlags } from '../config/agent-flags.ts';
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';
import { findSession } from '../sessions/find-session.ts';
import { hasMessages } from '../sessions/has-messages.ts';
import type { Choice, SessionCallbacks } from './agent.ts';

export class AgentSessions {
  readonly #options: SessionOptions & { readonly store: SessionStore };
  readonly #choice: (name: string) => Choice | undefined;
  readonly #permissions: () => Promise<readonly ApprovalRule[]>;
  #last: Session | undefined;

  /**
   * `choice`: finds the targets of a resumed session by the name it was switched to. `permissions`: the rules stored for the project, which
   * come after all others, as if they had been remembered in the session.
   */
  constructor(
    options: SessionOptions & { readonly store: SessionStore },
    choice: (name: string) => Choice | undefined,
    permissions: () => Promise<readonly ApprovalRule[]> = async () => [],
  ) {
    this.#options = options;
    this.#choice = choice;
    this.#permissions = permissions;
  }

  /** The targets of the session that was opened last, for its next request. */
  get targets(): readonly string[] | undefined {
    return this.#last?.state.targets;
  }

  /** A new session, the last one of the folder, or the one named, depending on the flags. */
  async open(
    flags: Pick<AgentFlags, 'continue' | 'resume' | 'effort'>,
    workspace: string,
    callbacks: SessionCallbacks = {},
  ): Promise<Session> {
    const { store } = this.#options;
    const { resume } = flags;
    if (typeof resume === 'string' || flags.continue === true) {
      const id =
        typeof resume === 'string' ? await namedSession(store, resume, workspace) : await lastSession(store, workspace);
      const session = await this.#resume(id, callbacks);
      // A flag overrides what was chosen in the session.
      if (flags.effort !== undefined) await session.setEffort(this.#options.settings?.reasoning);
      return session;
    }
    const { createSession } = await import('@interlock/runtime');
    this.#last = await createSession(await this.#sessionOptions(callbacks));
    return this.#last;
  }

  async resume(idOrPrefix: string, workspace: string, callbacks: SessionCallbacks = {}): Promise<Session> {
    return this.#resume(await namedSession(this.#options.store, idOrPrefix, workspace), callbacks);
  }

  async #resume(id: string, callbacks: SessionCallbacks): Promise<Session> {
    const { resumeSession } = await import('@interlock/runtime');
    const session = await resumeSession({
      ...(await this.#sessionOptions(callbacks)),
      id,
      onWait: (holder) => callbacks.notify?.(`The session is open in ${holder}. Waiting for it to be closed there.`),
    });
    const { chosen, targets } = session.state;
    const choice = chosen === undefined ? undefined : this.#choice(chosen);
    if (choice?.usable === true && !targets.includes(choice.name)) session.switchTo(choice.to);
    this.#last = session;
    return session;
  }

  async #sessionOptions({ approve, onEvent }: SessionCallbacks): Promise<SessionOptions> {
    const rules = [...(this.#options.rules ?? []), ...(await this.#permissions())];
    const handlers = {
      ...(approve === undefined ? {} : { approve }),
      ...(onEvent === undefined ? {} : { atRest: onEvent }),
    };
    return { ...this.#options, rules, ...handlers };
  }
}

/** The last session of the folder that is not empty. Sessions of subagents do not count. */
async function lastSession(store: SessionStore, workspace: string): Promise<string> {
  const sessions = await store.list(workspace);
  for (const session of sessions) {
    if (session.header.spawnDepth === 0 && (await hasMessages(store, session))) return session.header.id;
  }
  throw usageError(`There is no earlier session in ${plainText(workspace)}.\nOmit --continue to start a new one.`);
}

/** Finds a session by its id or a unique prefix. It must belong to this folder: what is allowed in one folder must not apply in another. */
async function namedSession(store: SessionStore, idOrPrefix: string, workspace: string): Promise<string> {
  const { header } = await findSession(store, idOrPrefix);
  if (header.workspace === workspace) return header.id;
  const there = plainText(header.workspace);
  throw usageError(
    `Session ${header.id} belongs to ${there}, not to ${plainText(workspace)}.\nContinue it there: interlock --cwd ${there} --resume ${header.id}`,
  );
}
