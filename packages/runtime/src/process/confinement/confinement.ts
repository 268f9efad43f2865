/**
 * Whether processes run in a sandbox, and which. `approval` reads it for a call through `AgentTool.confinement`; the user interface
 * reads it here.
 */

/** The user's choice: `auto` uses a sandbox if the machine supports one, `require` runs nothing without one. */
export type SandboxMode = 'off' | 'auto' | 'require';

/** Bubblewrap, Linux namespaces by `unshare`, or `sandbox-exec` of macOS. */
export type ConfinementKind = 'bubblewrap' | 'namespaces' | 'seatbelt';

export type Confinement =
  | { readonly state: 'confined'; readonly by: ConfinementKind }
  /** The user has turned it off. */
  | { readonly state: 'off' }
  /** `why`: a sentence for the user. `required`: then nothing may run. */
  | { readonly state: 'unavailable'; readonly why: string; readonly required: boolean };
