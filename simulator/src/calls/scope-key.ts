import type { Caller } from './route.ts'
import type { ScopeIntervals } from './scope.ts'

/** A text that is equal for equal scopes: part of the keys of cached bodies. */
export function scopeKey(scope: ScopeIntervals): string {
  return scope.rootGroupIds.join('.')
}

/** Whether a caller administers the whole platform: user type 0, bounded to no group. */
export function administersAll({ type, scope }: Pick<Caller, 'type' | 'scope'>): boolean {
  return type === 0 && isEverything(scope)
}

/** Whether a scope is all there is. */
export function isEverything(scope: ScopeIntervals): boolean {
  return scope.rootGroupIds.includes(0)
}
