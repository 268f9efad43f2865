/** One line of a list to choose from, whichever way it is shown. */
export interface PickerItem {
  readonly name: string;
  readonly note: string;
  /** It can be seen but not chosen. */
  readonly disabled?: boolean;
}
