/** The machine this program runs on, as readers see it. */
import { homedir } from 'node:os';
import type { Machine } from '../agent-reader.ts';

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), environment: process.env };
}
