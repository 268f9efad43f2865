/** What is known of each model, with the rules that say so. One line is everything a request's form depends on. */
import { describe, expect, test } from 'vitest';
import { bareName, familyOf, type ModelFamily } from '../src/models.ts';
import { type ProtocolName, protocolNames } from '../src/protocol-name.ts';
import { resolveTarget } from '../src/resolve-target.ts';
import type { Price, Traits } from '../src/traits.ts';

/** Rules, `provider model [protocol]`, and the facts as `factsOf` writes them. */
const models: readonly (readonly [rules: string, target: string, facts: string])[] = [
  [
    'ANT-054 ANT-046 ANT-023',
    'anthropic claude-fable-5-1',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never prefix summarized; sampling none; forced no; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-054 a later minor version',
    'anthropic claude-fable-5-2',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never prefix summarized; sampling none; forced no; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-046 ANT-023 not bound to its prefix yet',
    'anthropic claude-fable-5',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never origin summarized; sampling none; forced no; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'a date is no minor version',
    'anthropic claude-fable-5-20260601',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never origin summarized; sampling none; forced no; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-046',
    'anthropic claude-mythos-5',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never origin summarized; sampling none; forced no; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-046',
    'anthropic claude-mythos-5-1',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never prefix summarized; sampling none; forced no; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-046',
    'anthropic claude-mythos-preview',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never origin summarized; sampling none; forced no; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-054 ANT-046',
    'anthropic claude-opus-5-5',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never prefix summarized; sampling none; forced no; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-051 ANT-023',
    'anthropic claude-opus-5',
    'anthropic-messages 1000k/128k; thinks on adaptive low…max 5 signed never origin summarized; sampling none; forced yes; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-058',
    'anthropic claude-sonnet-5-5',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never prefix summarized; sampling none; forced no; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-058',
    'anthropic claude-haiku-5-5',
    'anthropic-messages 1000k/128k; thinks on adaptive low…max 5 signed never prefix summarized; sampling none; forced without-thinking; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-023 ignores later system messages',
    'anthropic claude-sonnet-5',
    'anthropic-messages 1000k/128k; thinks on adaptive low…max 5 signed never origin summarized; sampling none; forced yes; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-023 ANT-047',
    'anthropic claude-opus-4-8',
    'anthropic-messages 1000k/128k; thinks off adaptive low…max 5 signed never origin summarized; sampling none; forced yes; ends user; system system after-user; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-047 ANT-050',
    'anthropic claude-opus-4-7',
    'anthropic-messages 1000k/128k; thinks off adaptive low…max 5 signed never origin summarized; sampling none; forced yes; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-030 ANT-052',
    'anthropic claude-opus-4-6',
    'anthropic-messages 1000k/128k; thinks off adaptive low…max 4 signed never origin; sampling one; forced yes; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-030 ANT-045',
    'anthropic claude-sonnet-4-6',
    'anthropic-messages 1000k/64k; thinks off adaptive low…max 4 signed never origin; sampling one; forced yes; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-048 ANT-030',
    'anthropic claude-opus-4-5-20251101',
    'anthropic-messages 200k/64k; thinks off budget signed never origin; sampling one; forced without-thinking; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-048',
    'anthropic claude-haiku-4-5',
    'anthropic-messages 200k/64k; thinks off budget signed never origin; sampling one; forced without-thinking; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-048 ANT-045',
    'anthropic claude-sonnet-4-5-20250929',
    'anthropic-messages 200k/64k; thinks off budget signed never origin; sampling one; forced without-thinking; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-048',
    'anthropic claude-opus-4-1-20250805',
    'anthropic-messages 200k/32k; thinks off budget signed never origin; sampling one; forced without-thinking; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-048',
    'anthropic claude-opus-4-20250514',
    'anthropic-messages 200k/32k; thinks off budget signed never origin; sampling one; forced without-thinking; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-048',
    'anthropic claude-sonnet-4-20250514',
    'anthropic-messages 200k/64k; thinks off budget signed never origin; sampling one; forced without-thinking; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'ANT-048',
    'anthropic claude-3-7-sonnet-latest',
    'anthropic-messages 200k/64k; thinks off budget signed never origin; sampling one; forced without-thinking; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'no thinking',
    'anthropic claude-3-5-haiku-20241022',
    'anthropic-messages 200k/8k; thinks never none none never origin; sampling any; forced yes; ends any; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'a later version of a known family: as the newest',
    'anthropic claude-opus-6',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never prefix summarized; sampling none; forced no; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'a later version of a known family: as the newest',
    'anthropic claude-haiku-10-1-20280101',
    'anthropic-messages 1000k/128k; thinks always adaptive low…max 5 signed never prefix summarized; sampling none; forced no; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'unknown: the strictest reading',
    'anthropic claude-saga-7',
    'anthropic-messages 200k/64k; thinks always adaptive low…high 3 signed never prefix; sampling none; forced no; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'unknown minor version',
    'anthropic claude-opus-4-9',
    'anthropic-messages 200k/64k; thinks always adaptive low…high 3 signed never prefix; sampling none; forced no; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media image+pdf image+pdf',
  ],
  [
    'OAC-017',
    'openai gpt-6-astra',
    'openai-responses 1050k/128k; thinks always effort low…max 5 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-017',
    'openai gpt-6.1-sol',
    'openai-responses 1050k/128k; thinks always effort low…max 5 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-017 can be turned off',
    'openai gpt-6-sol',
    'openai-responses 1050k/128k; thinks on effort low…max 5 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-017 can be turned off',
    'openai gpt-6-luna-2026-09-22',
    'openai-responses 1050k/128k; thinks on effort low…max 5 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-017',
    'openai gpt-5.6-cyber',
    'openai-responses 400k/128k; thinks always effort low…high 3 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image image',
  ],
  [
    'OAC-012 OAC-017',
    'openai gpt-5.6-cyber openai-chat',
    'openai-chat 400k/128k; thinks always effort low…high 3 none never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image -',
  ],
  [
    'OAC-017',
    'openai gpt-5.5-instant',
    'openai-responses 400k/128k; thinks always effort low…high 3 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-017',
    'openai gpt-5.6-terra',
    'openai-responses 1050k/128k; thinks on effort low…max 5 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-017 by the caller’s choice on Chat',
    'openai gpt-5.6-terra openai-chat',
    'openai-chat 1050k/128k; thinks on effort low…max 5 none never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image -',
  ],
  [
    'OAC-017',
    'openai gpt-5.5',
    'openai-responses 1050k/128k; thinks on effort low…xhigh 4 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-015 cannot be turned off',
    'openai gpt-5.5-pro',
    'openai-responses 1050k/128k; thinks always effort medium…xhigh 3 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-015 OAC-017',
    'openai gpt-5.4',
    'openai-responses 1050k/128k; thinks off effort low…xhigh 4 items never origin; sampling without-thinking; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-015 OAC-017',
    'openai gpt-5.4-mini-2026-03-17',
    'openai-responses 400k/128k; thinks off effort low…xhigh 4 items never origin; sampling without-thinking; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-015',
    'openai gpt-5.2-2025-12-11',
    'openai-chat 400k/128k; thinks off effort low…xhigh 4 none never origin; sampling without-thinking; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image -',
  ],
  [
    'OAC-015',
    'openai gpt-5.1',
    'openai-chat 400k/128k; thinks off effort low…high 3 none never origin; sampling without-thinking; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image -',
  ],
  [
    'OAC-015 always',
    'openai gpt-5.3-codex-spark',
    'openai-responses 128k/32k; thinks always effort medium…high 2 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-015 always',
    'openai gpt-5.2-pro',
    'openai-responses 400k/128k; thinks always effort medium…high 2 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image image',
  ],
  [
    'OAC-015 always',
    'openai gpt-5.1-codex-max',
    'openai-responses 400k/128k; thinks always effort medium…high 2 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-015 always',
    'openai gpt-5.3-chat-latest',
    'openai-chat 128k/16k; thinks always effort medium…medium 1 none never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image -',
  ],
  [
    'OAC-014 OAC-015',
    'openai gpt-5-2025-08-07',
    'openai-chat 400k/128k; thinks always effort minimal…high 4 none never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image -',
  ],
  [
    'OAC-014',
    'openai gpt-5-mini',
    'openai-chat 400k/128k; thinks always effort minimal…high 4 none never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image -',
  ],
  [
    'Responses only',
    'openai gpt-5-pro-2025-10-06',
    'openai-responses 400k/272k; thinks always effort high…high 1 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'OAC-014',
    'openai o3',
    'openai-chat 200k/100k; thinks always effort low…high 3 none never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image -',
  ],
  [
    'OAC-014',
    'openai o4-mini',
    'openai-chat 200k/100k; thinks always effort low…high 3 none never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai; max_completion_tokens; media image -',
  ],
  [
    'OAC-016',
    'openai o1-mini',
    'openai-chat 128k/32k; thinks always none none never origin; sampling none; forced no; ends any; system user user-text; tools prompt openai openai; max_completion_tokens; media - -',
  ],
  [
    'does not think',
    'openai gpt-4.1',
    'openai-chat 1047k/32k; thinks never none none never origin; sampling any; forced yes; ends any; system system in-place; tools native openai openai; max_completion_tokens stop; media image -',
  ],
  [
    'does not think',
    'openai gpt-4.1 openai-responses',
    'openai-responses 1047k/32k; thinks never none none never origin; sampling any; forced yes; ends any; system system in-place; tools native openai openai; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'does not think',
    'openai ft:gpt-4o-mini-2024-07-18:team::id',
    'openai-chat 128k/16k; thinks never none none never origin; sampling any; forced yes; ends any; system system in-place; tools native openai openai; max_completion_tokens stop; media image -',
  ],
  [
    'unknown: as the newest',
    'openai gpt-7',
    'openai-responses 272k/128k; thinks always effort low…high 3 items never origin; sampling none; forced yes; ends any; system developer in-place; tools native openai openai responses; max_completion_tokens; media image+pdf image+pdf',
  ],
  [
    'GEM-010 GEM-031',
    'google gemini-4-argon',
    'gemini 1048k/65k; thinks always gemini-level low…high 3 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-010 GEM-030 GEM-031',
    'google gemini-3.8-flash',
    'gemini 1048k/65k; thinks always gemini-level low…high 3 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-031 without `minimal`',
    'google gemini-3.7-flash',
    'gemini 1048k/65k; thinks always gemini-level low…high 3 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-031 without `minimal`',
    'google gemini-3.5-flash',
    'gemini 1048k/65k; thinks always gemini-level low…high 3 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-031 without `minimal`',
    'google gemini-3.9-flash',
    'gemini 1048k/65k; thinks always gemini-level low…high 3 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-031 with `minimal`',
    'google gemini-3-flash-preview',
    'gemini 1048k/65k; thinks always gemini-level minimal…high 4 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-031 with `minimal`',
    'google gemini-3.1-flash-lite',
    'gemini 1048k/65k; thinks always gemini-level minimal…high 4 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-010',
    'google models/gemini-3-pro-preview',
    'gemini 1048k/65k; thinks always gemini-level low…high 2 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-010',
    'google gemini-3.1-pro',
    'gemini 1048k/65k; thinks always gemini-level low…high 3 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video image+pdf',
  ],
  [
    'GEM-014 GEM-030 GEM-031',
    'google gemini-2.5-pro',
    'gemini 1048k/65k; thinks always gemini-budget signatures never origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video -',
  ],
  [
    'GEM-014',
    'google gemini-2.5-flash',
    'gemini 1048k/65k; thinks on gemini-budget signatures never origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video -',
  ],
  [
    'GEM-014',
    'google gemini-2.5-flash-lite',
    'gemini 1048k/65k; thinks off gemini-budget signatures never origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video -',
  ],
  [
    'no thinking',
    'google gemini-2.0-flash',
    'gemini 1048k/8k; thinks never none none never origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video -',
  ],
  [
    'unknown: after 2.5',
    'google gemini-5',
    'gemini 1048k/65k; thinks always gemini-level low…high 2 signatures calls origin; sampling any; forced yes; ends user; system system user-text; tools native none gemini; max_tokens stop; media image+pdf+audio+video -',
  ],
  [
    'MIS-020 MIS-022',
    'mistral mistral-medium-3.5',
    'openai-chat 262k/32k; thinks off effort high…high 1 chunks never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media image image',
  ],
  [
    'MIS-020 MIS-022',
    'mistral mistral-large-4',
    'openai-chat 262k/32k; thinks off effort high…high 1 chunks never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media image image',
  ],
  [
    'MIS-020 MIS-022',
    'mistral mistral-medium-2604',
    'openai-chat 262k/32k; thinks off effort high…high 1 chunks never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media image image',
  ],
  [
    'MIS-019',
    'mistral magistral-medium-2509',
    'openai-chat 131k/32k; thinks always none chunks never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media image -',
  ],
  [
    'MIS-017',
    'mistral mistral-large-2411',
    'openai-chat 131k/16k; thinks never none none never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media - -',
  ],
  [
    'MIS-014',
    'mistral open-mistral-7b',
    'openai-chat 32k/4k; thinks never none none never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media - -',
  ],
  [
    'MIS-017 unknown',
    'mistral labs-new',
    'openai-chat 131k/16k; thinks never none none never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media - -',
  ],
  [
    'KIM-007',
    'moonshot kimi-k3',
    'openai-chat 1048k/131k; thinks always effort low…max 3 reasoning_content always origin; sampling none; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media image -',
  ],
  [
    'KIM-007',
    'moonshot kimi-k3.1-pro',
    'openai-chat 1048k/131k; thinks always effort low…max 3 reasoning_content always origin; sampling none; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media image -',
  ],
  [
    'KIM-009',
    'moonshot kimi-k2.7-code',
    'openai-chat 262k/32k; thinks always thinking-type reasoning_content calls origin; sampling none; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media image -',
  ],
  [
    'KIM-006 KIM-011',
    'moonshot kimi-k2.6',
    'openai-chat 262k/32k; thinks on thinking-type reasoning_content calls origin; sampling none; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media image -',
  ],
  [
    'KIM-006',
    'moonshot kimi-k2-thinking',
    'openai-chat 262k/32k; thinks always none reasoning_content calls origin; sampling none; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media - -',
  ],
  [
    'no thinking',
    'moonshot kimi-k2-0905-preview',
    'openai-chat 262k/16k; thinks never none none never origin; sampling any; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media - -',
  ],
  [
    'on Anthropic’s protocol',
    'moonshot kimi-k3 anthropic-messages',
    'anthropic-messages 1048k/131k; thinks always none signed never origin; sampling none; forced no; ends user; system system user-text; tools native anthropic moonshot; max_tokens stop; media image -',
  ],
  [
    'KIM-007 unknown',
    'moonshot kimi-k4',
    'openai-chat 262k/32k; thinks always effort low…max 3 reasoning_content always origin; sampling none; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media - -',
  ],
  [
    'DSK-002 DSK-006',
    'deepseek deepseek-v4-pro',
    'openai-chat 1000k/384k; thinks on thinking-type high…max 2 reasoning_content always origin; sampling without-thinking; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'DSK-003 DSK-009',
    'deepseek deepseek-reasoner',
    'openai-chat 1000k/384k; thinks always none none never origin; sampling without-thinking; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'DSK-009',
    'deepseek deepseek-chat',
    'openai-chat 1000k/384k; thinks never none none never origin; sampling any; forced yes; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'DSK-002 DSK-006 one effort more, and blind elsewhere',
    'deepseek deepseek-v4-flash',
    'openai-chat 1000k/384k; thinks on thinking-type low…max 3 reasoning_content always origin; sampling without-thinking; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'DSK-002 DSK-006 one effort more',
    'deepseek deepseek-flash',
    'openai-chat 1000k/384k; thinks on thinking-type low…max 3 reasoning_content always origin; sampling without-thinking; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media image -',
  ],
  [
    'on Anthropic’s protocol',
    'deepseek deepseek-v4-flash anthropic-messages',
    'anthropic-messages 1000k/384k; thinks on budget signed never origin; sampling one; forced without-thinking; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media - -',
  ],
  [
    'XAI-003',
    'xai grok-4.5',
    'openai-chat 500k/32k; thinks always effort low…high 3 none never origin; sampling any; forced yes; ends user; system system in-place; tools native openai openai; max_tokens; media image -',
  ],
  [
    'XAI-003 a newer one than is known',
    'xai grok-4.8',
    'openai-chat 500k/32k; thinks always effort low…high 3 none never origin; sampling any; forced yes; ends user; system system in-place; tools native openai openai; max_tokens; media image -',
  ],
  [
    'calls no tools',
    'xai grok-4.20-multi-agent-0309',
    'openai-chat 1000k/30k; thinks always none none never origin; sampling any; forced no; ends user; system system in-place; tools prompt openai openai; max_tokens; media image -',
  ],
  [
    'sees',
    'xai grok-build-0.1',
    'openai-chat 256k/32k; thinks always none none never origin; sampling any; forced yes; ends user; system system in-place; tools native openai openai; max_tokens; media image -',
  ],
  [
    'XAI-003',
    'xai grok-4.3',
    'openai-chat 1000k/30k; thinks on effort low…high 3 none never origin; sampling any; forced yes; ends user; system system in-place; tools native openai openai; max_tokens; media image -',
  ],
  [
    'XAI-003',
    'xai grok-3-mini',
    'openai-chat 131k/32k; thinks always effort low…high 2 none never origin; sampling any; forced yes; ends user; system system in-place; tools native openai openai; max_tokens; media - -',
  ],
  [
    'on Responses',
    'xai grok-4.7 openai-responses',
    'openai-responses 500k/32k; thinks always effort low…xhigh 4 items never origin; sampling any; forced yes; ends any; system system in-place; tools native openai openai; max_tokens; media image -',
  ],
  [
    'GRQ-001',
    'groq openai/gpt-oss-120b',
    'openai-chat 131k/65k; thinks always effort low…high 3 none never origin; sampling any; forced yes; ends user; system system user-text; tools native openai openai; max_completion_tokens stop; media - -',
  ],
  [
    'GRQ-001',
    'groq qwen/qwen3.8-27b',
    'openai-chat 131k/16k; thinks always none none never origin; sampling any; forced yes; ends user; system system user-text; tools native openai openai; max_completion_tokens stop; media image -',
  ],
  [
    'GRQ-001 KIM-001',
    'groq moonshotai/kimi-k2-instruct-0905',
    'openai-chat 262k/16k; thinks never none none never origin; sampling any; forced yes; ends user; system system user-text; tools native kimi openai; max_completion_tokens stop; media - -',
  ],
  [
    'QWN-003',
    'qwen qwen3.8-max',
    'openai-chat 1000k/131k; thinks on enable_thinking reasoning_content never origin; sampling any; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media image -',
  ],
  [
    'QWN-003',
    'qwen qwen3-max',
    'openai-chat 262k/65k; thinks off enable_thinking reasoning_content never origin; sampling any; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'QWN-003 always',
    'qwen qwen3-235b-a22b-thinking-2507',
    'openai-chat 131k/32k; thinks always none reasoning_content never origin; sampling any; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'GLM-004',
    'zai glm-5.3',
    'openai-chat 1000k/131k; thinks always effort low…max 3 reasoning_content calls origin; sampling any; forced no; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'GLM-004 a newer one than is known',
    'zai glm-5.4',
    'openai-chat 1000k/131k; thinks always effort low…max 3 reasoning_content calls origin; sampling any; forced no; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'GLM-002 GLM-003',
    'zai glm-5.3 anthropic-messages',
    'anthropic-messages 1000k/131k; thinks always none signed never origin; sampling one; forced no; ends user; system system user-text; tools native anthropic anthropic; max_tokens stop; media - -',
  ],
  [
    'GLM-004 sees',
    'zai glm-5.3-flash',
    'openai-chat 1000k/131k; thinks always effort low…max 3 reasoning_content calls origin; sampling any; forced no; ends user; system system user-text; tools native openai openai; max_tokens stop; media image -',
  ],
  [
    'GLM-004 sees',
    'zai glm-4.6v',
    'openai-chat 128k/32k; thinks on thinking-type reasoning_content calls origin; sampling any; forced no; ends user; system system user-text; tools native openai openai; max_tokens stop; media image -',
  ],
  [
    'GLM-004',
    'zai glm-4.6',
    'openai-chat 200k/131k; thinks on thinking-type reasoning_content calls origin; sampling any; forced no; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'ORT-003',
    'openrouter anthropic/claude-opus-4.6',
    'openai-chat 1000k/128k; thinks off openrouter low…max 4 reasoning_details never origin; sampling one; forced without-thinking; ends user; system system user-text; tools native openai openai; max_tokens stop; media image+pdf -',
  ],
  [
    'ORT-003',
    'openrouter google/gemini-3-pro',
    'openai-chat 1048k/65k; thinks always openrouter low…high 2 reasoning_details calls origin; sampling any; forced yes; ends user; system system user-text; tools native openai gemini; max_tokens stop; media image+pdf -',
  ],
  [
    'ORT-003 OAC-017 stays on Chat',
    'openrouter openai/gpt-5.6-terra',
    'openai-chat 1050k/128k; thinks on openrouter low…max 5 reasoning_details never origin; sampling none; forced yes; ends user; system system user-text; tools native openai openai; max_tokens stop; media image+pdf -',
  ],
  [
    'ORT-003 KIM-001',
    'openrouter moonshotai/kimi-k3',
    'openai-chat 1048k/131k; thinks always openrouter low…max 3 reasoning_details never origin; sampling none; forced no; ends user; system system user-text; tools native kimi moonshot; max_tokens stop; media image -',
  ],
  [
    'ORT-003 MIS-001',
    'openrouter mistralai/mistral-large-2411',
    'openai-chat 131k/16k; thinks off openrouter low…high 3 reasoning_details never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge apart; max_tokens stop; media - -',
  ],
  [
    'ORT-003 unknown',
    'openrouter nobody/new-model:free',
    'openai-chat 131k/16k; thinks off openrouter low…high 3 reasoning_details never origin; sampling any; forced yes; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'OLL-005',
    'ollama llama3',
    'ollama-chat 32k/8k; thinks never none none never origin; sampling any; forced no; ends any; system system user-text; tools prompt none ollama; max_tokens stop; media - -',
  ],
  [
    'OLL-005',
    'ollama llama3.1:8b',
    'ollama-chat 32k/8k; thinks never none none never origin; sampling any; forced no; ends any; system system user-text; tools native none ollama; max_tokens stop; media - -',
  ],
  [
    'OLL-006',
    'ollama qwen3:32b',
    'ollama-chat 32k/8k; thinks on think thinking never origin; sampling any; forced no; ends any; system system user-text; tools native none ollama; max_tokens stop; media - -',
  ],
  [
    'OLL-006',
    'ollama gpt-oss:20b',
    'ollama-chat 32k/8k; thinks always think low…high 3 thinking never origin; sampling any; forced no; ends any; system system user-text; tools native none ollama; max_tokens stop; media - -',
  ],
  [
    'VLL-005',
    'ollama qwen3 openai-chat',
    'openai-chat 32k/8k; thinks on effort reasoning never origin; sampling any; forced yes; ends user; system system user-text; tools native openai openai; max_tokens stop; media - -',
  ],
  [
    'OLL-005 unknown',
    'ollama my-model',
    'ollama-chat 32k/8k; thinks never none none never origin; sampling any; forced no; ends any; system system user-text; tools prompt none ollama; max_tokens stop; media - -',
  ],
  [
    'KIM-001 self-hosted',
    'openai-compatible moonshotai/Kimi-K2-Thinking',
    'openai-chat 262k/16k; thinks always none reasoning_content calls origin; sampling any; forced yes; ends user; system system user-text; tools native kimi openai; max_tokens stop; media - -',
  ],
  [
    'MIS-001 MIS-008 self-hosted',
    'openai-compatible mistralai/Mistral-7B-Instruct-v0.3',
    'openai-chat 32k/4k; thinks never none none never origin; sampling any; forced yes; ends user; system system user-text; tools native mistral mistral bridge; max_tokens stop; media - -',
  ],
];

/** Dollars for a million tokens, as the pages named in `src/models` had them. */
const prices: readonly (readonly [target: string, price: Price])[] = [
  ['anthropic claude-opus-4-8', { asOf: '2026-11-15', input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }],
  ['anthropic claude-fable-5-1', { asOf: '2026-11-15', input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 }],
  ['anthropic claude-mythos-5-1', { asOf: '2026-11-15', input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5 }],
  ['anthropic claude-mythos-5', { asOf: '2026-11-15', input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }],
  ['anthropic claude-opus-5-5', { asOf: '2026-11-15', input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 }],
  ['anthropic claude-sonnet-5-5', { asOf: '2026-11-15', input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }],
  ['anthropic claude-haiku-5-5', { asOf: '2026-11-15', input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 }],
  ['openai gpt-6-astra', { asOf: '2026-09-04', input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }],
  ['openai gpt-6.1-sol', { asOf: '2026-09-29', input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 }],
  ['openai gpt-6-sol', { asOf: '2026-09-22', input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }],
  ['openai gpt-6-luna', { asOf: '2026-09-22', input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.125 }],
  ['openai gpt-5.6', { asOf: '2026-11-15', input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }],
  ['openai gpt-5.6-terra', { asOf: '2026-07-30', input: 2, output: 12, cacheRead: 0.2 }],
  ['openai gpt-5.6-luna', { asOf: '2026-07-30', input: 0.2, output: 1.2, cacheRead: 0.02 }],
  ['openai gpt-5.4-pro', { asOf: '2026-03-05', input: 30, output: 180 }],
  ['openai gpt-5.2-pro', { asOf: '2025-12-11', input: 21, output: 168 }],
  ['openai gpt-5.3-codex', { asOf: '2026-02-05', input: 1.75, output: 14, cacheRead: 0.175 }],
  ['openai gpt-5.1-codex-mini', { asOf: '2025-12-01', input: 0.25, output: 2, cacheRead: 0.025 }],
  ['openai gpt-5.1-codex-max', { asOf: '2025-12-01', input: 1.25, output: 10, cacheRead: 0.125 }],
  ['google gemini-4-argon', { asOf: '2026-11-15', input: 2, output: 10, cacheRead: 0.1 }],
  ['google gemini-3.8-flash', { asOf: '2026-09-02', input: 0.75, output: 3.75, cacheRead: 0.075 }],
  ['google gemini-3.7-flash', { asOf: '2026-09-02', input: 1.5, output: 7.5, cacheRead: 0.15 }],
  ['google gemini-3.5-flash', { asOf: '2026-05-19', input: 1.5, output: 9, cacheRead: 0.15 }],
  ['google gemini-3.1-flash-lite', { asOf: '2026-05-07', input: 0.25, output: 1.5, cacheRead: 0.025 }],
  ['mistral mistral-large-4', { asOf: '2026-10-06', input: 1.36, output: 4.18, cacheRead: 0.14 }],
  ['moonshot kimi-k3.1-pro', { asOf: '2026-10-23', input: 2, output: 10, cacheRead: 0.2 }],
  ['moonshot kimi-k2.6', { asOf: '2026-04-21', input: 0.95, output: 4, cacheRead: 0.16 }],
  ['moonshot kimi-k2.5', { asOf: '2026-02-01', input: 0.6, output: 3, cacheRead: 0.1 }],
  ['deepseek deepseek-v4-pro', { asOf: '2026-08-17', input: 1.32, output: 3.96, cacheRead: 0.044 }],
  ['deepseek deepseek-flash', { asOf: '2026-09-10', input: 0.3, output: 1.2, cacheRead: 0.006 }],
  ['deepseek deepseek-v4-flash', { asOf: '2026-09-10', input: 0.3, output: 1.2, cacheRead: 0.006 }],
  ['xai grok-4.7', { asOf: '2026-09-29', input: 2, output: 6, cacheRead: 0.5 }],
  ['xai grok-4.3', { asOf: '2026-07-13', input: 1.25, output: 2.5, cacheRead: 0.2 }],
  ['xai grok-4.20-multi-agent-0309', { asOf: '2026-03-09', input: 2, output: 6, cacheRead: 0.2 }],
  ['zai glm-5-turbo', { asOf: '2026-03-16', input: 1.2, output: 4, cacheRead: 0.24 }],
  ['groq qwen/qwen3.8-27b', { asOf: '2026-08-29', input: 0.8, output: 4, cacheRead: 0.4 }],
];

describe('models', () => {
  test.each(models)('%s: %s', (_, target, facts) => {
    const [provider = '', model = '', asked] = target.split(' ');
    const protocol = protocolNames.find((name) => name === asked);
    const { traits, ...found } = resolveTarget({
      provider,
      model,
      ...(protocol === undefined ? {} : { protocol }),
      ...(provider === 'openai-compatible' ? { endpoint: 'http://127.0.0.1:8000/v1' } : {}),
    });
    expect(factsOf(found.protocol, traits)).toBe(facts);
  });

  test.each(prices)('a price with its date: %s', (target, price) => {
    const [provider = '', model = ''] = target.split(' ');
    expect(resolveTarget({ provider, model }).traits.price).toEqual(price);
  });
});

function factsOf(protocol: ProtocolName, traits: Traits): string {
  const { contextWindow, maxOutput, media, sampling, forcedToolChoice, lastMessage, maxTokensField, stop } = traits;
  const kinds = [media.user, media.results].map((list) => list.join('+') || '-').join(' ');
  return [
    `${protocol} ${Math.floor(contextWindow / 1000)}k/${Math.floor(maxOutput / 1000)}k`,
    `thinks ${thinkingOf(traits)}`,
    `sampling ${sampling}`,
    `forced ${forcedToolChoice}`,
    `ends ${lastMessage}`,
    `system ${traits.systemRole} ${traits.laterSystem}`,
    `tools ${toolsOf(traits)}`,
    `${maxTokensField}${stop ? ' stop' : ''}`,
    `media ${kinds}`,
  ].join('; ');
}

function thinkingOf({ thinking }: Traits): string {
  const { byDefault, canDisable, control, efforts, replay, demanded, boundTo, display } = thinking;
  const optional = control === 'none' ? 'never' : 'off';
  const when = byDefault ? (canDisable ? 'on' : 'always') : optional;
  const levels = efforts.length === 0 ? [] : [`${efforts[0]}…${efforts.at(-1)} ${efforts.length}`];
  return [when, control, ...levels, replay, demanded, boundTo, ...(display === 'unsaid' ? [] : [display])].join(' ');
}

function toolsOf({
  tools,
  toolIds,
  toolSchema,
  toolsNeedResponses,
  bridgeAfterResults,
  textBesideCalls,
}: Traits): string {
  return [
    ...[tools, toolIds, toolSchema],
    ...(toolsNeedResponses ? ['responses'] : []),
    ...(bridgeAfterResults ? ['bridge'] : []),
    ...(textBesideCalls ? [] : ['apart']),
  ].join(' ');
}

describe('familyOf', () => {
  const families: readonly ModelFamily[] = [
    { match: 'grand-2[.-]1', traits: { maxOutput: 21 } },
    { match: 'grand-2|great', traits: { maxOutput: 2 } },
  ];

  test.each([
    ['grand-2.1', 21],
    ['grand-2-1-20261115', 21],
    ['Grand-2-20261115', 2],
    ['vendor/grand-2.1:free', 21],
    ['models/great', 2],
    ['not-so-great', undefined],
    ['grand-3', undefined],
    ['', undefined],
  ])('%s: the first row that matches its beginning', (model, maxOutput) => {
    expect(familyOf(families, model)?.traits.maxOutput).toBe(maxOutput);
  });

  test.each([
    ['anthropic/claude-opus-4.6', 'claude-opus-4.6'],
    ['~anthropic/claude-opus-latest', 'claude-opus-latest'],
    ['models/gemini-3-pro', 'gemini-3-pro'],
    ['accounts/fireworks/models/Kimi-K2', 'kimi-k2'],
    ['ft:gpt-4o:team::id', 'gpt-4o:team::id'],
    ['~latest', 'latest'],
  ])('%s is called %s', (model, name) => {
    expect(bareName(model)).toBe(name);
  });
});
