/** Every simulated provider that speaks Chat Completions. */
import type { Api } from '../api/api.ts';
import { createChatApi } from './create-chat-api.ts';
import { deepseekProfile } from './profiles/deepseek.ts';
import { glmProfile } from './profiles/glm.ts';
import { groqProfile } from './profiles/groq.ts';
import { mistralProfile } from './profiles/mistral.ts';
import { moonshotProfile } from './profiles/moonshot.ts';
import { openaiProfile } from './profiles/openai.ts';
import { openrouterProfile } from './profiles/openrouter.ts';
import { qwenProfile } from './profiles/qwen.ts';
import { vllmProfile } from './profiles/vllm.ts';
import { xaiProfile } from './profiles/xai.ts';

export const openaiChat: Api = createChatApi(openaiProfile);
export const groq: Api = createChatApi(groqProfile);
export const xai: Api = createChatApi(xaiProfile);
export const qwen: Api = createChatApi(qwenProfile);
export const glm: Api = createChatApi(glmProfile);
export const openrouter: Api = createChatApi(openrouterProfile);
export const vllm: Api = createChatApi(vllmProfile);
export const mistral: Api = createChatApi(mistralProfile);
export const moonshot: Api = createChatApi(moonshotProfile);
export const deepseek: Api = createChatApi(deepseekProfile);
