/** The settings a request is made with: those the session was opened with, and what was chosen in it since. */
import type { Settings } from '@interlock/wire';
import type { SessionFacts } from '../history/session-facts.ts';

export function effectiveSettings(opened: Settings, { effort }: Pick<SessionFacts, 'effort'>): Settings {
  return effort === undefined ? opened : { ...opened, reasoning: effort };
}
