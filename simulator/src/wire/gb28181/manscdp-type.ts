export const MANSCDP_TYPE = { name: 'Content-Type', value: 'Application/MANSCDP+xml' } as const
