/** Every agent that stories are written for, one line each. */
import { clineWriter } from '../agents/cline/write-story.ts';
import { geminiCliWriter } from '../agents/gemini-cli/write-story.ts';
import { llxprtWriter } from '../agents/llxprt/write-story.ts';
import { opencodeWriter } from '../agents/opencode/write-story.ts';
import { piWriter } from '../agents/pi/write-story.ts';
import { qwenCodeWriter } from '../agents/qwen-code/write-story.ts';
import { rooCodeWriter } from '../agents/roo-code/write-story.ts';
import type { StoryWriter } from './writer.ts';

export const writers: readonly StoryWriter[] = [
  clineWriter,
  geminiCliWriter,
  llxprtWriter,
  opencodeWriter,
  piWriter,
  qwenCodeWriter,
  rooCodeWriter,
];
