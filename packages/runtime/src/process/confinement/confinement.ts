/**
 * Whether the processes an agent starts are held in a sandbox, and by what. `approval` asks it of a call through
 * `AgentTool.confinement`; the user interface asks it here.
 */

/** What the user wants: `auto` confines where the machine can, `require` runs nothing otherwise. */
export type SandboxMode = 'off' | 'auto' | 'require';

/** Bubblewrap, the namespaces of Linux by `unshare`, or `sandbox-exec` of macOS. */
export type ConfinementKind = 'bubblewrap' | 'namespaces' | 'seatbelt';

export type Confinement =
  | { readonly state: 'confined'; readonly by: ConfinementKind }
  /** The user has turned it off. */
  | { readonly state: 'off' }
  /** `why`: a sentence for the user. `required`: nothing may run then. */
  | { readonly state: 'unavailable'; readonly why: string; readonly required: boolean };
