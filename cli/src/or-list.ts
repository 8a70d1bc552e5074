/** 'a', 'a or b', 'a, b or c'. */
export const orList = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ')
