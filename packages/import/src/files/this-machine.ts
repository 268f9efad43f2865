/** The machine this program runs on, as readers see it. */
import { homedir, userInfo } from 'node:os';
import type { Machine } from '../reading/agent-reader.ts';

/** If HOME were empty, sessions would be searched for in the working folder. */
export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir() || userInfo().homedir, environment: process.env };
}
