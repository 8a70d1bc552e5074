export const LICENCES_FILE: string
export const EXCEPTIONS: Readonly<Record<string, string>>
export function isFine(licence: string): boolean
export function productionPackages(): { name: string; version: string; licence: string; optional: boolean }[]
export function licencesText(): string
