/** Kinds of favourites, numbered as nodes of the tree are (assumed). */
export const FAVOURITE_TYPES = { folder: 0, channel: 4 } as const
