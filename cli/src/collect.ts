/** Values of an option that may be given more than once, in their order. */
export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value]
