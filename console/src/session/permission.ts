import type { Access } from '@backlot/contract/call'
import type { Capability } from '@backlot/contract/capabilities'
import { hasCapability } from '@backlot/contract/capabilities'
import type { ConsoleRoute } from '@backlot/contract/routes'
import { routeAt } from '@backlot/contract/routes'
import type { UserInfo } from '@backlot/contract/session/entities'

export type Grant = { permission: ReadonlySet<string>; systemFunction: number }

/**
 * Whether a route may be opened (stated): always visible, or in the permission list and, when it names capabilities,
 * at least one of them on.
 */
export function isRoutePermitted(route: ConsoleRoute, grant: Grant): boolean {
  if (route.always) return true
  if (!grant.permission.has(route.path)) return false
  return hasAnyOf(route.anyOf, grant.systemFunction)
}

/** As `isRoutePermitted`, by path. Paths that are no route are not permitted. */
export function isPathPermitted(path: string, grant: Grant): boolean {
  const route = routeAt(path)
  return route !== undefined && isRoutePermitted(route, grant)
}

/** Whether the platform would answer a call of this access: any of its routes, with its capability. */
export function isCallPermitted(access: Access, grant: Grant): boolean {
  if (access.kind !== 'routes') return access.kind !== 'control'
  return (
    access.routes.some((path) => grant.permission.has(path)) && hasAnyOf(access.anyOf, grant.systemFunction)
  )
}

export function hasAnyOf(anyOf: readonly Capability[] | undefined, mask: number): boolean {
  return !anyOf || anyOf.length === 0 || anyOf.some((capability) => hasCapability(mask, capability))
}

/** Whether the operator is limited to a group. A platform that does not report it is asked, and refuses by itself. */
export function isBounded(user: Pick<UserInfo, 'nodeId'> | undefined): boolean {
  return (user?.nodeId ?? 0) !== 0
}

/** Whether the operator is limited to no group. Where the platform does not report it, accounts of type 0 are not. */
export function isUnbounded(user: Pick<UserInfo, 'nodeId' | 'type'> | undefined): boolean {
  return user !== undefined && (user.nodeId === undefined ? user.type === 0 : user.nodeId === 0)
}
