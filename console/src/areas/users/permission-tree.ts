import type { ConsoleRoute } from '@backlot/contract/routes'
import { ROUTES } from '@backlot/contract/routes'

/** `same`: further addresses of the page, granted and taken with it. */
export type PermissionNode = { route: ConsoleRoute; same: readonly string[]; children: PermissionNode[] }
/** `all`: the page and everything below it; `some`: a part of these. */
type TickState = 'none' | 'some' | 'all'

/** Pages that nobody is ever kept from: there is nothing to grant. `/index` is open too, but grants alarm calls. */
const NOT_GRANTED = new Set(['/login', '/404', '/'])

/** Permissions of a role, in menu order: pages with their sub-pages. */
export const PERMISSION_TREE: readonly PermissionNode[] = nodesBelow(undefined)

function nodesBelow(parent: string | undefined): PermissionNode[] {
  return ROUTES.filter(
    (route) => route.parent === parent && !NOT_GRANTED.has(route.path) && !pageOf(route),
  ).map((route) => ({
    route,
    same: ROUTES.filter((other) => pageOf(other) === route).map(({ path }) => path),
    children: nodesBelow(route.path),
  }))
}

/** The page of the menu that a route opens too, by an address without a page above it (`/videoReplay`). */
function pageOf(route: ConsoleRoute): ConsoleRoute | undefined {
  if (route.parent !== undefined) return undefined
  return ROUTES.find(({ path, parent }) => parent !== undefined && path === `${parent}${route.path}`)
}

function pathsOf(node: PermissionNode): string[] {
  return [node.route.path, ...node.same, ...node.children.flatMap(pathsOf)]
}

/** Everything that can be granted. */
export const GRANTABLE: readonly string[] = PERMISSION_TREE.flatMap(pathsOf)

function nodeAt(
  path: string,
  nodes: readonly PermissionNode[] = PERMISSION_TREE,
): PermissionNode | undefined {
  for (const node of nodes) {
    const isIt = node.route.path === path || node.same.includes(path)
    const found = isIt ? node : nodeAt(path, node.children)
    if (found) return found
  }
  return undefined
}

/** State of a page's checkbox for a set of granted paths. */
export function tickState(path: string, granted: ReadonlySet<string>): TickState {
  const node = nodeAt(path)
  const paths = node ? pathsOf(node) : []
  const ticked = paths.filter((one) => granted.has(one)).length
  if (ticked === 0) return 'none'
  return ticked === paths.length ? 'all' : 'some'
}

/**
 * Grants after a checkbox was pressed. A page that is not wholly ticked adds everything below it, and the pages above
 * it, so that the menu leads there; a wholly ticked one removes itself and everything below it. Only paths of
 * `mayGrant` change; paths outside the tree stay.
 */
export function togglePath(
  path: string,
  granted: readonly string[],
  mayGrant: (path: string) => boolean,
): string[] {
  const node = nodeAt(path)
  if (!node) return [...granted]
  const before = new Set(granted)
  const own = pathsOf(node).filter(mayGrant)
  const untick = own.length > 0 && own.every((one) => before.has(one))
  if (untick) return granted.filter((one) => !own.includes(one))
  const parent = node.route.parent
  const wanted = parent !== undefined && mayGrant(parent) ? [parent, ...own] : own
  return [...granted, ...wanted.filter((one) => !before.has(one))]
}

/** Whether two sets of grants are the same, whatever their order. */
export function sameGrants(a: readonly string[], b: readonly string[]): boolean {
  const left = new Set(a)
  const right = new Set(b)
  return left.size === right.size && [...left].every((path) => right.has(path))
}
