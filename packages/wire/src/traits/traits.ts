/**
 * The traits of a target: its protocol's, overlaid with its provider's, its model family's and the user's own
 * (`target/resolve-target.ts`). They are listed in `trait-list.ts`. Encoders read traits, never the name of a provider or
 * model.
 */
import type { traitList, wordLists } from './trait-list.ts';

type ValueOf<Form> = Form extends { readonly oneOf: readonly (infer Word)[] }
  ? Word
  : Form extends { readonly listOf: infer List extends keyof typeof wordLists }
    ? readonly (typeof wordLists)[List][number][]
    : Form extends { readonly fields: infer Fields }
      ? FieldsOf<Fields>
      : Form extends { readonly is: 'flag' }
        ? boolean
        : Form extends { readonly is: 'text' | 'name' }
          ? string
          : number;

type OptionalIn<Forms> = {
  [Name in keyof Forms]: Forms[Name] extends { readonly optional: true } ? Name : never;
}[keyof Forms];

type FieldsOf<Forms> = { readonly [Name in Exclude<keyof Forms, OptionalIn<Forms>>]: ValueOf<Forms[Name]> } & {
  readonly [Name in OptionalIn<Forms>]?: ValueOf<Forms[Name]>;
};

type ListedTraits = FieldsOf<typeof traitList>;

export interface Traits extends ListedTraits {}
export interface MediaSupport extends FieldsOf<(typeof traitList)['media']['fields']> {}
export interface ThinkingTraits extends FieldsOf<(typeof traitList)['thinking']['fields']> {}
export interface NameRule extends FieldsOf<(typeof traitList)['toolNames']['fields']> {}
export interface Price extends FieldsOf<(typeof traitList)['price']['fields']> {}

export type IdScheme = Traits['toolIds'];
export type SchemaDialect = Traits['toolSchema'];
export type ThinkingReplay = ThinkingTraits['replay'];
export type ThinkingControl = ThinkingTraits['control'];
export type MediaKind = (typeof wordLists)['media'][number];
export type Effort = (typeof wordLists)['efforts'][number];
export type FurtherSetting = (typeof wordLists)['furtherSettings'][number];

/** The traits that a user, a provider or a model family overrides. Nested objects are overlaid field by field. */
export type TraitOverrides = Partial<Omit<Traits, 'media' | 'thinking' | 'toolNames'>> & {
  readonly media?: Partial<MediaSupport>;
  readonly thinking?: Partial<ThinkingTraits>;
  readonly toolNames?: NameRule;
};

export function overlayTraits(traits: Traits, ...overrides: readonly TraitOverrides[]): Traits {
  let result = traits;
  for (const over of overrides) result = overlay(result, over);
  return result;
}

function overlay(under: Traits, over: TraitOverrides): Traits {
  const media = { ...under.media, ...over.media };
  const thinking = { ...under.thinking, ...over.thinking };
  return { ...under, ...over, media, thinking, toolNames: over.toolNames ?? under.toolNames };
}
