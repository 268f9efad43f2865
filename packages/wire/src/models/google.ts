/**
 * Gemini. Version 3 introduced levels instead of budgets, and signatures that must be sent back. Sizes, levels and prices are
 * from Google's model and pricing pages, on the date of each. Pro costs twice as much above 200,000 tokens.
 */

import type { Effort, TraitOverrides } from '../traits/traits.ts';
import { type ModelFamily, priced } from './model-family.ts';

/** GEM-010, GEM-030, GEM-031. */
const third: TraitOverrides = {
  contextWindow: 1_048_576,
  maxOutput: 65_536,
  media: { results: ['image', 'pdf'] },
  thinking: { replay: 'signatures', demanded: 'calls', control: 'gemini-level', byDefault: true, canDisable: false },
};

const withLevels = (efforts: readonly Effort[]): TraitOverrides => ({
  ...third,
  thinking: { ...third.thinking, efforts },
});

/** GEM-014, GEM-030, GEM-031; GEM-026: no search together with functions. */
const second: TraitOverrides = {
  webSearch: false,
  contextWindow: 1_048_576,
  maxOutput: 65_536,
  media: { results: [] },
  thinking: {
    replay: 'signatures',
    demanded: 'never',
    control: 'gemini-budget',
    efforts: [],
    byDefault: true,
    canDisable: true,
  },
};

const unthinking: TraitOverrides = {
  ...second,
  maxOutput: 8192,
  furtherSettings: ['topK', 'seed', 'frequencyPenalty', 'presencePenalty'], // GEM-038
  thinking: { replay: 'none', demanded: 'never', control: 'none', efforts: [], byDefault: false, canDisable: true },
};

/** A model that draws gets its own pictures back, with their signatures: that is how a picture is edited. Its pictures have prices of their own. */
const withPictures = (traits: TraitOverrides): TraitOverrides => ({
  ...traits,
  media: { ...traits.media, model: ['image'] },
});

export const googleModels: readonly ModelFamily[] = [
  { match: 'gemini-[34].*-image', traits: withPictures(withLevels(['low', 'medium', 'high'])) },
  { match: 'gemini-2.*-image', traits: withPictures(second) },
  {
    // An introductory price until the end of November 2026; then twice as much.
    match: 'gemini-4-argon',
    traits: { ...withLevels(['low', 'medium', 'high']), price: priced('2026-11-15', 2, 10, 0.1) },
  },
  { match: 'gemini-4', traits: withLevels(['low', 'medium', 'high']) },
  {
    // No `minimal` since 3.7. An introductory price until the end of 2026; then twice as much.
    match: 'gemini-3[.]8-flash(?!-)',
    traits: { ...withLevels(['low', 'medium', 'high']), price: priced('2026-09-02', 0.75, 3.75, 0.075) },
  },
  {
    match: 'gemini-3[.]7-flash(?!-)',
    traits: { ...withLevels(['low', 'medium', 'high']), price: priced('2026-09-02', 1.5, 7.5, 0.15) },
  },
  {
    match: 'gemini-3[.]5-flash(?!-)',
    traits: { ...withLevels(['low', 'medium', 'high']), price: priced('2026-05-19', 1.5, 9, 0.15) },
  },
  {
    match: 'gemini-3[.]1-flash-lite',
    traits: { ...withLevels(['minimal', 'low', 'medium', 'high']), price: priced('2026-05-07', 0.25, 1.5, 0.025) },
  },
  {
    match: 'gemini-3-flash',
    traits: { ...withLevels(['minimal', 'low', 'medium', 'high']), price: priced('2026-01-15', 0.5, 3, 0.05) },
  },
  { match: 'gemini-3-pro', traits: { ...withLevels(['low', 'high']), price: priced('2026-01-15', 2, 12, 0.2) } },
  {
    match: 'gemini-3[.]1-pro',
    traits: { ...withLevels(['low', 'medium', 'high']), price: priced('2026-03-01', 2, 12, 0.2) },
  },
  { match: 'gemini-3', traits: withLevels(['low', 'medium', 'high']) },
  {
    match: 'gemini-2[.]5-pro',
    traits: {
      ...second,
      thinking: { ...second.thinking, canDisable: false },
      price: priced('2025-12-01', 1.25, 10, 0.125),
    },
  },
  {
    match: 'gemini-2[.]5-flash-lite',
    traits: {
      ...second,
      thinking: { ...second.thinking, byDefault: false },
      price: priced('2025-12-01', 0.1, 0.4, 0.01),
    },
  },
  { match: 'gemini-2[.]5-flash', traits: { ...second, price: priced('2025-12-01', 0.3, 2.5, 0.03) } },
  { match: 'gemini-2[.]5', traits: second },
  { match: 'gemini-2[.]0', traits: { ...unthinking, price: priced('2025-12-01', 0.1, 0.4, 0.025) } },
  { match: 'gemini-1[.]5-pro', traits: { ...unthinking, contextWindow: 2_097_152 } },
  { match: 'gemini-1', traits: unthinking },
  {
    // Open weights behind the same API: no tools, no system instruction. (Gemma 4 reportedly supports calls; how to ask it to think is not documented.)
    match: 'gemma',
    traits: {
      ...unthinking,
      contextWindow: 131_072,
      tools: 'prompt',
      systemRole: 'user',
      media: { user: ['image'], results: [] },
      responseFormat: 'none',
      furtherSettings: ['topK', 'seed'],
    },
  },
];
