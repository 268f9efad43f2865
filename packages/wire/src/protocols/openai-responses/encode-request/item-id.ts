/** The provider's ids of items: typed by their first letters, which are checked (OAR-005, OAR-029). */

export type ItemPrefix = 'rs' | 'msg' | 'fc';

const shapes: Readonly<Record<ItemPrefix, RegExp>> = {
  rs: /^rs_[A-Za-z0-9_-]{1,61}$/,
  msg: /^msg_[A-Za-z0-9_-]{1,60}$/,
  fc: /^fc_[A-Za-z0-9_-]{1,61}$/,
};

/** The id, if the API takes it back on an item of this kind. Gateways also give out ids of other shapes (OAR-028). */
export function itemId(prefix: ItemPrefix, id: string | undefined): string | undefined {
  return id !== undefined && shapes[prefix].test(id) ? id : undefined;
}
