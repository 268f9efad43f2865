/** Every agent that stories are written for, one line each. */
import { geminiCliWriter } from '../agents/gemini-cli/write-story.ts';
import type { StoryWriter } from './writer.ts';

export const writers: readonly StoryWriter[] = [geminiCliWriter];
