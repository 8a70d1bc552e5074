import type { ScopeIntervals } from '../fleet/scope.ts'

/** A text that is equal for equal scopes: part of the keys of cached bodies. */
export function scopeKey(scope: ScopeIntervals): string {
  return scope.rootGroupIds.join('.')
}

/** Whether a scope is all there is. */
export function isEverything(scope: ScopeIntervals): boolean {
  return scope.rootGroupIds.includes(0)
}
