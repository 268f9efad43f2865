/** What Chat calls the settings that are numbers and that not every API has, in requests that are read and written. */
export const numberNames = {
  topK: 'top_k',
  minP: 'min_p',
  seed: 'seed',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  repetitionPenalty: 'repetition_penalty',
} as const;
