export const QUANTITY_LIMITS = { own: 200, decimals: 6 } as const

export const QUANTITY_SORTS = ['code', 'nameZh', 'nameEn', 'unit'] as const
