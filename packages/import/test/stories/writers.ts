/** Every agent that stories are written for, one line each. */
import { clineWriter } from '../agents/cline/write-story.ts';
import { continueWriter } from '../agents/continue/write-story.ts';
import { copilotCliWriter } from '../agents/copilot-cli/write-story.ts';
import { crushWriter } from '../agents/crush/write-story.ts';
import { droidWriter } from '../agents/droid/write-story.ts';
import { geminiCliWriter } from '../agents/gemini-cli/write-story.ts';
import { gooseWriter } from '../agents/goose/write-story.ts';
import { kimiCodeWriter } from '../agents/kimi-code/write-story.ts';
import { llxprtWriter } from '../agents/llxprt/write-story.ts';
import { opencodeWriter } from '../agents/opencode/write-story.ts';
import { piWriter } from '../agents/pi/write-story.ts';
import { qwenCodeWriter } from '../agents/qwen-code/write-story.ts';
import { rooCodeWriter } from '../agents/roo-code/write-story.ts';
import { zedWriter } from '../agents/zed/write-story.ts';
import type { StoryWriter } from './writer.ts';

export const writers: readonly StoryWriter[] = [
  clineWriter,
  continueWriter,
  copilotCliWriter,
  geminiCliWriter,
  kimiCodeWriter,
  llxprtWriter,
  opencodeWriter,
  piWriter,
  qwenCodeWriter,
  rooCodeWriter,
  crushWriter,
  droidWriter,
  gooseWriter,
  zedWriter,
];
