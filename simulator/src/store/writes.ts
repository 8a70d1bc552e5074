/** Every write that the writer thread knows, by name (`<area>.<verb>`). Each area keeps its own in areas/<area>/writes.ts. */
export const WRITES = {} as const
