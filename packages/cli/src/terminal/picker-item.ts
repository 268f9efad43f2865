/** One item of a list to choose from. */
export interface PickerItem {
  readonly name: string;
  readonly note: string;
  /** It is shown but cannot be chosen. */
  readonly disabled?: boolean;
}
